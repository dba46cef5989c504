import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import { describeCut } from "../describe-cut.ts";
import { describeIncomplete } from "../describe-incomplete.ts";
import type { FileRows, Output, Row } from "./schema.ts";

/** Grouped by file, one symbol per line. */
export function format(output: Output): string {
  const { head, files, names = [], directories = [], notes } = output;
  return [
    ...describeIncomplete(output.partial),
    ...describeCut(output.cut),
    ...(head === undefined ? [] : [escapeHidden(head)]),
    ...files.flatMap(showFile),
    ...names.map(showNames),
    ...(directories.length === 0 ? [] : ["Directories:"]),
    ...directories.map(
      ({ path, files: count, symbols }) =>
        ` ${escapeHidden(path)} ${countOf(count, "file")}, ${countOf(symbols, "symbol")}`,
    ),
    ...notes.map((note) => escapeHidden(note)),
    ...tail(output),
  ].join("\n");
}

function showFile({ file, facts = [], symbols, more = 0 }: FileRows): readonly string[] {
  const about = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  return [
    `${escapeHidden(file)}${about}`,
    ...symbols.flatMap((row) => [showRow(row), ...(row.body === undefined ? [] : [row.body])]),
    ...(more === 0 ? [] : [` … ${more} more`]),
  ];
}

/** `12-30 method A/run(x: number): void`; the kind only if the signature does not show it. */
export function showRow({ lines, kind, path, signature, level = 0, doc, body }: Row): string {
  // The body begins with the signature.
  const what = body !== undefined ? `${kind} ${path}` : saysKind(signature, kind) ? signature : `${kind} ${signature}`;
  return `${" ".repeat(Math.min(level, deepest) + 1)}${lines} ${what}${doc === undefined ? "" : ` — ${doc}`}`;
}

const deepest = 20;

/** Keywords for the kinds in various languages. */
const functions = "function def defp fn func fun sub proc";
const words: Readonly<Record<string, string>> = {
  function: functions,
  method: functions,
  constructor: "constructor init",
  constant: "const constant final val",
  variable: "let var local",
  type: "type typedef alias",
  module: "module mod namespace package defmodule",
};

function saysKind(signature: string, kind: string): boolean {
  if (kind === "section") return signature.startsWith("#");
  const said = signature.split(/[(=<:{]/, 1)[0]?.split(" ") ?? [];
  return (words[kind] ?? kind).split(" ").some((word) => said.includes(word));
}

function showNames({ file, names, more }: NonNullable<Output["names"]>[number]): string {
  return `${escapeHidden(file)}: ${names.join(", ")}${more > 0 ? ` +${more}` : ""}`;
}

const shownRows = 15;

function tail({ partial, overflow }: Output): readonly string[] {
  if (overflow === undefined) return [];
  const { shown, total, next_offset, hint, by_file = [], other_files = 0 } = overflow;
  if (shown === 0) return [`[${hint}]`];
  const next = next_offset === undefined ? "" : ` Next: offset ${next_offset}.`;
  const rows = by_file.slice(0, shownRows).map(({ file, count }) => `${escapeHidden(file)} ${count}`);
  const others = by_file.length - rows.length + other_files;
  const spread = rows.length < 2 ? "" : ` Most in: ${rows.join(", ")}${others > 0 ? `, and ${others} more` : ""}.`;
  const soFar = partial === undefined ? "" : " so far";
  return [`[${shown} of ${total}${soFar} shown.${next} ${hint}${spread}]`];
}
