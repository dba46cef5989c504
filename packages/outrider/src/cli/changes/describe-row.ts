import type { Other, Output, Row, Use } from "../../tools/changes/schema.ts";
import { countOf } from "../../workspace/text/visible-text.ts";

/** The words of a row, for the terminal and for Markdown. */
export interface RowWords {
  readonly mark: "+" | "-" | "~" | ">" | " ";
  readonly name: string;
  readonly how: string;
  readonly dependents: string;
  readonly tests: string;
  /** No test was found, and it is no test itself. */
  readonly isUntested: boolean;
  readonly signature: readonly string[];
  /** Why there may be more dependents or tests. */
  readonly open: string;
}

export function describeRow(row: Row): RowWords {
  const { was, how, symbol, dependents, tests, is_test, signature, members } = row;
  // That there may be tests still farther away matters only where there is none near.
  const isPlain = row.open.every((reason) => reason === "deep") && tests?.total !== 0;
  const isElsewhere = was !== undefined && was.file !== row.file;
  return {
    mark: markOf(row),
    name: was === undefined || was.symbol === symbol ? symbol : `${was.symbol} → ${symbol}`,
    how: [
      how.join(", "),
      ...(members === 0 ? [] : [`with ${countOf(members, "member")}`]),
      ...(isElsewhere ? [`from ${was.file}`] : []),
    ].join(" "),
    dependents: dependents === undefined ? "" : countLevels(dependents),
    tests: is_test ? "is a test" : tests === undefined ? "" : tests.total === 0 ? "none found" : countLikely(tests),
    isUntested: !is_test && tests?.total === 0,
    signature: signature === undefined ? [] : [signature.before, signature.after],
    open: isPlain ? "" : row.open.map((reason) => openWords[reason]).join(", "),
  };
}

/** What a reviewer should look at first. */
export function describeTotals({ total, files, untested, gone_but_used }: Output): readonly string[] {
  return [
    `${countOf(total, "symbol")} in ${countOf(files, "file")}`,
    ...(gone_but_used === 0 ? [] : [`${countOf(gone_but_used, "name")} gone but still used`]),
    ...(untested === 0 ? [] : [`no test found for ${untested}`]),
  ];
}

/** What changed of a file outside of its symbols. */
export function describeOther({ state, what, why, added, removed }: Other): string {
  const lines = added + removed === 0 ? "" : ` +${added} −${removed}`;
  const words = { ...otherWords, unread: `not compared: ${why ?? "unknown"}` }[what] ?? why;
  return `${state}${lines}${words === undefined ? "" : `, ${words}`}`;
}

const otherWords: Readonly<Partial<Record<Other["what"], string>>> = {
  top: "code",
  order: "symbols in another order",
  comments: "comments",
  layout: "layout",
  mode: "mode",
};

export function describeUse({ symbol, file, line, level, likely }: Use): string {
  const marks = [...(level > 1 ? [`level ${level}`] : []), ...(likely === true ? ["likely"] : [])];
  return `${symbol === "" ? "" : `${symbol} `}${file}:${line}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
}

const openWords: Readonly<Record<Row["open"][number], string>> = {
  many: "too many to follow",
  slow: "no time to follow further",
  deep: "not followed beyond four levels",
  unread: "some files could not be parsed",
  broken: "some files have syntax errors",
  implied: "it may be called without its name",
  "not looked for": "dependents not looked for",
};

function markOf({ how }: Row): RowWords["mark"] {
  if (how.includes("added")) return "+";
  if (how.includes("removed")) return "-";
  if (how.includes("renamed") || how.includes("moved")) return ">";
  return how.includes("comment") || how.includes("layout") ? " " : "~";
}

function countLevels({ levels, likely }: NonNullable<Row["dependents"]>): string {
  const total = levels.reduce((sum, each) => sum + each, 0);
  if (total === 0) return "–";
  const [direct = 0] = levels;
  const more = total > direct ? `${direct}, ${total} in all` : String(direct);
  return `${more}${showLikely(likely, total)}`;
}

function countLikely({ total, likely }: NonNullable<Row["tests"]>): string {
  return `${total}${showLikely(likely, total)}`;
}

function showLikely(likely: number, total: number): string {
  if (likely === 0) return "";
  return likely === total ? " (likely)" : ` (${likely} likely)`;
}
