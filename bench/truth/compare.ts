import type { DrawnSymbol } from "./draw-symbols.ts";
import { lineOf, type Table } from "./model.ts";
import type { OurAnswer } from "./ours.ts";

export interface Counts {
  /** Lines that refer to the symbol. */
  readonly true: number;
  readonly sureRight: number;
  readonly sureWrong: number;
  readonly likelyRight: number;
  readonly likelyWrong: number;
  /** True, and within the number of places that a file is said to have without proof. */
  readonly byFile: number;
  /** True, in a file that the answer says it has not read. */
  readonly unread: number;
  readonly lies: number;
  /** Told by us, and the judge says nothing of the name in that line. */
  readonly unjudged: number;
  readonly falselyComplete: number;
  /** Answers whose counts do not make their total. */
  readonly wrongSums: number;
}

export interface Fault {
  readonly what: "lie" | "sure-and-wrong" | "unjudged" | "likely";
  readonly line: string;
  readonly column: number;
}

export const countRules = `A place is a line of a file. Lines that declare the symbol (overloads, prototypes and merged declarations too) count on neither
side; nor do lines where something else of the same name is declared and nothing used. "Wrong" means that the compiler resolves the
name in that line to something else; where it resolves nothing, the line is "unjudged". A lie is a true place that is listed neither as
sure nor as likely, lies in no file that is told as not read, and is in no count of unproven places of its file.`;

export function compare(symbol: DrawnSymbol, table: Table, answer: OurAnswer): { counts: Counts; faults: Fault[] } {
  const { truth } = symbol;
  const faults: Fault[] = [];
  const counts = { sureRight: 0, likelyRight: 0, byFile: 0, unread: 0, lies: 0 };
  const left = new Map(answer.unproven);
  for (const [line, column] of truth) {
    const file = line.slice(0, line.lastIndexOf(":"));
    const unproven = left.get(file) ?? 0;
    if (answer.sure.has(line)) counts.sureRight += 1;
    else if (answer.likely.has(line)) {
      counts.likelyRight += 1;
      faults.push({ what: "likely", line, column });
    } else if (unproven > 0) {
      left.set(file, unproven - 1);
      counts.byFile += 1;
      faults.push({ what: "likely", line, column });
    } else if (answer.unread.has(file)) counts.unread += 1;
    else {
      counts.lies += 1;
      faults.push({ what: "lie", line, column });
    }
  }
  const sure = judgeOthers(symbol, table, answer.sure);
  const likely = judgeOthers(symbol, table, answer.likely);
  faults.push(...sure.wrong.map((place) => ({ what: "sure-and-wrong" as const, ...place })));
  faults.push(...sure.unjudged.map((place) => ({ what: "unjudged" as const, ...place })));
  return {
    faults,
    counts: {
      true: truth.size,
      ...counts,
      sureWrong: sure.wrong.length,
      likelyWrong: likely.wrong.length,
      unjudged: sure.unjudged.length,
      falselyComplete: answer.isComplete && counts.lies + counts.unread > 0 ? 1 : 0,
      wrongSums: answer.addsUp ? 0 : 1,
    },
  };
}

interface Others {
  readonly wrong: { readonly line: string; readonly column: number }[];
  readonly unjudged: { readonly line: string; readonly column: number }[];
}

/** Of lines that are not true: those that the judge resolves otherwise, and those it cannot resolve. */
function judgeOthers({ id, name, truth, declarations }: DrawnSymbol, table: Table, told: ReadonlySet<string>): Others {
  const own = new Set(declarations.map(({ at }) => lineOf(at)));
  const others: Others = { wrong: [], unjudged: [] };
  for (const line of told) {
    if (truth.has(line) || own.has(line)) continue;
    const judged = table.lines.get(line);
    const use = judged?.uses.find((each) => each.name === name && !each.use.includes(id));
    if (use !== undefined) others.wrong.push({ line, column: use.at[2] });
    else if (judged?.declarations.some((each) => each.name === name) !== true)
      others.unjudged.push({ line, column: 1 });
  }
  return others;
}
