import type { Other, Output, Row, Use } from "../../tools/changes/schema.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import { describeOther, describeRow, describeTotals, describeUse } from "./describe-row.ts";
import { missingIn } from "./show-page.ts";

/** A comment for a pull request: totals, what needs a look, a table of the symbols, the rest folded. */
export function showMarkdown(output: Output): string {
  const { from, to, files, symbols, others, notes, history, total } = output;
  const missing = missingIn(output).map((each) => `> **Incomplete:** ${plain(each)}\n`);
  if (history !== undefined) return [...missing, ...showHistory(output)].join("\n");
  const range = `${code(from)} → ${code(to)}`;
  if (files === 0) return [...missing, `${range}: nothing changed.`].join("\n");
  return [
    `### Changes: ${describeTotals(output).join(" · ")}`,
    `${range}. Dependents and tests are found by scopes and imports, without types.`,
    ...notes.map(plain),
    ...(missing.length === 0 ? [] : ["", ...missing]),
    ...showGone(symbols),
    ...(symbols.length === 0 ? [] : ["", ...showTable(symbols)]),
    ...(total > symbols.length ? ["", `${total - symbols.length} more symbols are not shown.`] : []),
    ...fold("Signatures", symbols.flatMap(showSignature)),
    ...fold("Dependents and tests", symbols.flatMap(showUses)),
    ...fold("Outside of symbols", others.map(showOther)),
  ].join("\n");
}

function showGone(rows: readonly Row[]): readonly string[] {
  const gone = rows.flatMap(({ was, symbol, still_used }) =>
    still_used === undefined
      ? []
      : [
          `- ${code(was?.symbol ?? symbol)}: ${countOf(still_used.total, "place")}, ${still_used.places.map(code).join(", ")}`,
        ],
  );
  return gone.length === 0 ? [] : ["", "**Gone, but still used**", "", ...gone];
}

function showTable(rows: readonly Row[]): readonly string[] {
  return [
    "| | symbol | how | used by | tests |",
    "|---|---|---|---|---|",
    ...rows.map((row) => {
      const { mark, name, how, dependents, tests, isUntested, open } = describeRow(row);
      const place = `${code(name)}<br>${code(`${row.file}:${row.line}`)}`;
      const more = open === "" ? "" : `<br><sub>there may be more: ${open}</sub>`;
      return `| ${mark === " " ? "" : code(mark)} | ${place} | ${plain(how)} | ${dependents}${more} | ${isUntested ? `**${tests}**` : tests} |`;
    }),
  ];
}

function showSignature({ signature, symbol }: Row): readonly string[] {
  if (signature === undefined) return [];
  return [
    "```diff",
    `@@ ${unfenced(symbol)} @@`,
    `- ${unfenced(signature.before)}`,
    `+ ${unfenced(signature.after)}`,
    "```",
  ];
}

function showUses({ symbol, dependents, tests }: Row): readonly string[] {
  const list = (what: string, uses: readonly Use[], total: number): readonly string[] =>
    uses.length === 0
      ? []
      : [
          `  - ${what}: ${uses.map((each) => code(describeUse(each))).join(", ")}${total > uses.length ? `, and ${total - uses.length} more` : ""}`,
        ];
  const total = dependents?.levels.reduce((sum, each) => sum + each, 0) ?? 0;
  const lines = [
    ...list("used by", dependents?.first ?? [], total),
    ...list("tests", tests?.first ?? [], tests?.total ?? 0),
  ];
  return lines.length === 0 ? [] : [`- ${code(symbol)}`, ...lines];
}

function showOther(other: Other): string {
  const { file, was } = other;
  return `- ${was === undefined ? code(file) : `${code(was)} → ${code(file)}`}: ${plain(describeOther(other))}`;
}

function showHistory({ history = [], notes }: Output): readonly string[] {
  return [
    ...notes.map(plain),
    "",
    "| commit | date | author | how | subject |",
    "|---|---|---|---|---|",
    ...history.map(({ commit, date, author, how, subject, was }) => {
      const from = was === undefined ? "" : `<br>from ${code(`${was.symbol} ${was.file}`)}`;
      return `| ${commit === "" ? "not committed" : commit} | ${date} | ${plain(author)} | ${how.join(", ")}${from} | ${plain(subject)} |`;
    }),
  ];
}

function fold(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `<details><summary>${title}</summary>`, "", ...lines, "", "</details>"];
}

/** Text of the repository: nothing in it is markup, a link, a mention or HTML. */
function code(text: string): string {
  const shown = visibleLine(text).replaceAll("|", "\\|");
  const fence = "`".repeat(Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length === 1 ? `\`${shown}\`` : `${fence} ${shown} ${fence}`;
}

function plain(text: string): string {
  return visibleLine(text).replaceAll(/[\\`*_{}[\]<>#|!~@&]/g, (sign) => `\\${sign}`);
}

function unfenced(text: string): string {
  return visibleLine(text).replaceAll("```", "` ` `");
}
