/**
 * How true `references`, `call_graph` and `hierarchy` are, without language servers or with those that are installed: the built Outrider server on public repositories at pinned revisions, each of
 * its answers held against what the language's own compiler says of every identifier. The rules are printed.
 *
 *   npm run bench:truth -- [--only go,rust] [--set tune|held] [--symbols 20] [--seed 1] [--ask references|callers|subtypes] [--wait SECONDS] [--lies FILE] [--checkouts DIR] [--outrider FILE]
 *
 * `--wait` switches language servers on. `--lies FILE` writes each lie, each wrong place and each true one that is only likely, of the tune set only. `--checkouts DIR` takes the repositories from a folder
 * instead of GitHub (see truth/checkouts.ts).
 */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "./references/programs.ts";
import { checkOut } from "./truth/checkouts.ts";
import { compare, countRules } from "./truth/compare.ts";
import { drawRule, drawSymbols } from "./truth/draw-symbols.ts";
import { judges } from "./truth/judges/index.ts";
import { judgeRepository } from "./truth/judges/judge.ts";
import { openOurs } from "./truth/ours.ts";
import { narrow, type Question, questionRules, questions } from "./truth/questions.ts";
import { type NotAsked, printTable, type Row, showFault } from "./truth/report.ts";
import { repositories, type TruthRepository } from "./truth/repositories.ts";

const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    only: { type: "string", default: "" },
    set: { type: "string", default: "" },
    symbols: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    lies: { type: "string" },
    checkouts: { type: "string", default: process.env["TRUTH_CHECKOUTS"] },
    ask: { type: "string", default: "references" },
    wait: { type: "string" },
    outrider: { type: "string", default: join(repositoryRoot, "packages/outrider/bin/outrider.js") },
  },
});
if (!existsSync(join(args.outrider, "../../dist"))) {
  console.error('There is no built server; run "npm run build" first.');
  process.exit(1);
}
const wanted = args.only === "" ? [] : args.only.split(",");
const chosen = repositories.filter(
  ({ language, name, set }) =>
    (wanted.length === 0 || wanted.includes(language) || wanted.includes(name)) &&
    (args.set === "" || args.set === set),
);
const question = readQuestion();
const rows: Row[] = [];
const notAsked: NotAsked[] = [];
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "outrider-bench-truth-")));

console.log(`${drawRule}\n${questionRules[question]}\n${countRules}\n`);
try {
  for (const [at, repository] of chosen.entries()) {
    // A repository or compiler out of reach costs one repository, not the rest.
    await measure(repository, join(scratch, String(at))).catch((error: unknown) => {
      console.log(`${repository.name}: left out: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
console.log("");
printTable(rows, notAsked);

async function measure(repository: TruthRepository, place: string): Promise<void> {
  const from = args.checkouts === undefined ? undefined : resolve(process.env["INIT_CWD"] ?? "", args.checkouts);
  const root = realpathSync(await checkOut(repository, from));
  const judge = judges.find(({ language }) => language === repository.language);
  if (judge === undefined) throw new Error(`There is no judge for ${repository.language}; add one to truth/judges.`);
  const table = await judgeRepository(judge, root, repository, Number(args.seed));
  const drawn = drawSymbols(table, Number(args.seed));
  const ours = await openOurs(args.outrider, root, place, {
    question,
    wait: args.wait === undefined ? undefined : Number(args.wait),
  });
  const failed: string[] = [];
  let [asked, unknown] = [0, 0];
  try {
    for (const whole of drawn) {
      const symbol = narrow(question, root, whole);
      if (symbol === undefined) continue;
      if (asked >= Number(args.symbols) || unknown + failed.length > 5 * Number(args.symbols)) break;
      const result = await ours.ask(symbol);
      if (result.state === "unknown") unknown += 1;
      if (result.state === "failed") failed.push(`${symbol.name}: ${result.why}`);
      if (result.state !== "answered") continue;
      asked += 1;
      rows.push({ repository, symbol, ...compare(symbol, table, result.answer) });
    }
  } finally {
    await ours.close();
  }
  notAsked.push({ repository, unknown, failed });
  if (repository.set === "tune")
    console.log(
      `${repository.language} ${repository.name}: judged by ${judge.title}; ${asked} of ${drawn.length} symbols asked for.`,
    );
  writeFaults(root, repository);
}

function writeFaults(root: string, repository: TruthRepository): void {
  if (args.lies === undefined || repository.set === "held") return;
  const own = rows.filter((row) => row.repository === repository);
  const lines = own.flatMap((row) =>
    row.faults.map((fault) => {
      const [, file = "", line = ""] = /^(.+):(\d+)$/.exec(fault.line) ?? [];
      const text = readFileSync(join(root, file), "utf8").split("\n")[Number(line) - 1] ?? "";
      return `${showFault(row, fault, text)}\n`;
    }),
  );
  writeFileSync(resolve(process.env["INIT_CWD"] ?? "", args.lies), lines.join(""), {
    flag: repository === chosen[0] ? "w" : "a",
  });
}

function readQuestion(): Question {
  const found = questions.find((each) => each === args.ask);
  if (found === undefined) throw new Error(`--ask is one of ${questions.join(", ")}, not ${args.ask}`);
  return found;
}
