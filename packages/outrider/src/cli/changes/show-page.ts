import { fitText, padText, type Pieces } from "toolwright/cli";
import type { Output, Row } from "../../tools/changes/schema.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { describeOther, describeRow, describeTotals, type RowWords } from "./describe-row.ts";

type Line = Pieces;

const styles = { "+": "green", "-": "red", "~": "yellow", ">": "cyan", " ": "dim" } as const;
const widest = 44;
const unlimited = 160;

/** What is missing, the totals, then what needs a look, then every symbol by file. */
export function showPage(output: Output, columns: number | undefined): Pieces {
  const width = columns ?? unlimited;
  const lines: readonly Line[] = [
    ...missingIn(output).map((text): Line => [{ text: `! ${text}`, style: "yellow" }]),
    ...(output.history === undefined ? showChanges(output, width) : showHistory(output, width)),
  ];
  return lines.flatMap((line, index) => (index === 0 ? line : ["\n", ...line]));
}

export function missingIn({ partial, incomplete }: Output): readonly string[] {
  const unread = partial === undefined ? [] : [`Only ${partial.done} of ${partial.total} files are read yet.`];
  return [...unread, ...incomplete];
}

function showChanges(output: Output, width: number): readonly Line[] {
  const { from, to, files, symbols, others, notes, total } = output;
  const head: Line = [{ text: from, style: "bold" }, " → ", { text: to, style: "bold" }];
  if (files === 0) return [head, ["Nothing changed."]];
  const rows = symbols.map((row) => ({ row, words: describeRow(row) }));
  const columns = {
    name: widthOf(rows.map(({ words }) => words.name)),
    how: widthOf(rows.map(({ words }) => words.how)),
    dependents: Math.max("dependents".length, widthOf(rows.map(({ words }) => words.dependents))),
  };
  const isWide = width >= columns.name + columns.how + columns.dependents + 28;
  const byFile = new Map<string, typeof rows>();
  for (const each of rows) byFile.set(each.row.file, [...(byFile.get(each.row.file) ?? []), each]);
  return [
    head,
    [describeTotals(output).join(" · ")],
    ...notes.map((text): Line => [{ text, style: "dim" }]),
    ...showGone(symbols, width),
    ...Array.from(byFile, ([file, own]): readonly Line[] => [
      [],
      [{ text: file, style: "bold" }],
      ...own.flatMap(({ words }) => showRow(words, { columns, isWide, width })),
    ]).flat(),
    ...(total > symbols.length ? [[`… ${total - symbols.length} more; --path narrows`]] : []),
    ...(others.length === 0 ? [] : [[], [{ text: "Outside of symbols", style: "bold" } as const]]),
    ...others.map((other): Line => {
      const name = other.was === undefined ? other.file : `${other.was} → ${other.file}`;
      const text = describeOther(other);
      return [`  ${fitText(name, Math.max(20, width - text.length - 4))}`, { text: `  ${text}`, style: "dim" }];
    }),
    [],
    [{ text: fitText("Found by scopes and imports, without types.", width), style: "dim" }],
  ];
}

/** Names that are gone and still used: what most likely no longer compiles. */
function showGone(rows: readonly Row[], width: number): readonly Line[] {
  const gone = rows.flatMap(({ was, symbol, still_used }) =>
    still_used === undefined ? [] : [{ name: was?.symbol ?? symbol, ...still_used }],
  );
  if (gone.length === 0) return [];
  const name = widthOf(gone.map((each) => each.name));
  return [
    [],
    [{ text: "Gone, but still used", style: "red" }],
    ...gone.map((each): Line => {
      const shown = each.places.join(", ");
      const text = `${countOf(each.total, "place")}${each.likely === 0 ? "" : ` (${each.likely} likely)`}: ${shown}`;
      return [`  ${padText(fitText(each.name, name), name)}  ${fitText(text, Math.max(20, width - name - 4))}`];
    }),
  ];
}

interface Layout {
  readonly columns: { readonly name: number; readonly how: number; readonly dependents: number };
  readonly isWide: boolean;
  readonly width: number;
}

function showRow(words: RowWords, { columns, isWide, width }: Layout): readonly Line[] {
  const { mark, name, how, signature, open } = words;
  const below = [
    ...signature.map((text, index): Line => [
      { text: `      ${index === 0 ? "-" : "+"} ${fitText(text, width - 8)}`, style: index === 0 ? "red" : "green" },
    ]),
    ...(open === ""
      ? []
      : [[{ text: `      ${fitText(`there may be more: ${open}`, width - 6)}`, style: "dim" } as const]]),
  ];
  const facts = factsOf(words, isWide ? columns.dependents : 0);
  const hasFacts = facts.length > 0;
  const left: Line = [
    "  ",
    { text: mark, style: styles[mark] },
    ` ${padText(fitText(name, columns.name), columns.name)}  `,
    { text: padText(fitText(how, columns.how), isWide && hasFacts ? columns.how : 0), style: styles[mark] },
  ];
  if (isWide) return [hasFacts ? [...left, "  ", ...facts] : left, ...below];
  return [left, ...(hasFacts ? [["      ", ...facts]] : []), ...below];
}

function factsOf({ dependents, tests, isUntested }: RowWords, width: number): Line {
  const used = dependents === "" ? "" : dependents === "–" ? "no dependents" : `used by ${dependents}`;
  const tested = tests === "" || tests === "is a test" ? tests : isUntested ? "no test found" : `tests ${tests}`;
  if (tested === "") return used === "" ? [] : [used];
  const column = width === 0 ? 0 : width + "used by ".length;
  const left = used === "" && column === 0 ? "" : `${padText(used, column)}  `;
  return [left, isUntested ? { text: tested, style: "yellow" } : tested];
}

function showHistory({ history = [], notes, overflow }: Output, width: number): readonly Line[] {
  if (history.length === 0) return [...notes.map((text): Line => [text]), ["No commit changed it."]];
  const how = widthOf(history.map((each) => each.how.join(", ")));
  return [
    ...notes.map((text): Line => [{ text, style: "bold" }]),
    ...history.map(({ commit, date, author, subject, how: ways, was, added, removed, symbol, file }): Line => {
      const before =
        was === undefined
          ? ""
          : ` from ${was.symbol === symbol ? "" : was.symbol}${was.file === file ? "" : ` ${was.file}`}`.replace(
              "from  ",
              "from ",
            );
      const text = commit === "" ? "not committed" : `${date}  ${author}  ${subject}`;
      const lines = `+${added} −${removed}`;
      return [
        { text: padText(commit, 8), style: "yellow" },
        `  ${padText(ways.join(", "), how)}  ${padText(lines, 9)}  `,
        fitText(`${text}${before}`, Math.max(20, width - how - 23)),
      ];
    }),
    ...(overflow === undefined ? [] : [["… and older ones"]]),
  ];
}

function widthOf(texts: readonly string[]): number {
  return Math.min(widest, Math.max(0, ...texts.map((text) => text.length)));
}
