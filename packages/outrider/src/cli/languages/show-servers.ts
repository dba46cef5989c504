import { padText, type Pieces, type TextStyle, wrapText } from "toolwright/cli";
import { languages } from "../../languages/index.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import type { ServerReport } from "./server-report.ts";

const styles: Readonly<Record<ServerReport["state"], TextStyle>> = {
  found: "green",
  "needs trust": "yellow",
  missing: "dim",
  off: "dim",
};
const titles: Readonly<Record<string, string>> = {
  settings: "named in the user settings",
  cache: "installed by Outrider",
  path: "on PATH",
  project: "of the project",
};
const stateWidth = 13;
const idWidth = 15;
const narrowest = 50;

/** Available servers first, each with its location; then the others with how to get them. */
export function showServers(reports: readonly ServerReport[], columns: number | undefined): Pieces {
  const order: readonly ServerReport["state"][] = ["found", "needs trust", "missing", "off"];
  const sorted = order.flatMap((state) => reports.filter((report) => report.state === state));
  return [...sorted.flatMap((report) => showServer(report, columns)), ...showRest(reports, columns)];
}

function showServer(report: ServerReport, columns: number | undefined): Pieces {
  const { id, state } = report;
  const indent = " ".repeat(stateWidth + idWidth);
  const width = columns === undefined || columns < narrowest ? Number.POSITIVE_INFINITY : columns;
  const lines = serverLines(report).flatMap((line) => wrapText(line, indent, width, `${indent}  `));
  return [
    { text: padText(state, stateWidth), style: styles[state] },
    padText(id, idWidth),
    `${lines.join("\n").trimStart()}\n`,
  ];
}

function serverLines(report: ServerReport): readonly string[] {
  const { title, languages: answered, state, file, from, version, reason, obtain, install } = report;
  const named = answered.join(", ");
  // "Not on PATH" is obvious for a missing server.
  const told = reason === undefined || reason.startsWith("no ") ? "" : `; ${reason}`;
  const size = install === undefined ? "" : ` (${install.version}, ${install.sizeMb} MB)`;
  if (state === "missing") return [`${named}${told} → ${obtain ?? ""}${size}`];
  const place = from === undefined ? "" : `, ${titles[from] ?? from}`;
  return [
    `${named}: ${title}${version === undefined ? "" : ` ${version}`}${place}${told}`,
    // The location inside Outrider's own cache is of no interest; --json has it.
    ...(file === undefined || from === "cache" ? [] : [file]),
    ...(obtain === undefined ? [] : [`→ ${obtain}`]),
  ];
}

function showRest(reports: readonly ServerReport[], columns: number | undefined): Pieces {
  const known = new Set(reports.flatMap((report) => report.languages));
  const usable = new Set(reports.filter(({ state }) => state === "found").flatMap((report) => report.languages));
  const without = languages.map(({ id }) => id).filter((id) => !known.has(id));
  const text = [
    `A server answers for ${countOf(usable.size, "language")} of ${languages.length} here.`,
    without.length === 0 ? "" : `None is known for ${without.join(", ")}.`,
    "Where there is none, answers come from syntax and say so.",
  ].filter((line) => line !== "");
  return [`\n${text.flatMap((line) => wrapText(line, "", columns ?? Number.POSITIVE_INFINITY)).join("\n")}`];
}
