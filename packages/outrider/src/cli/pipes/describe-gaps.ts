import { amountOf } from "../search/amounts.ts";
import { inShellWords } from "./shell-words.ts";

/** What the tools tell of files they could not take into account. */
interface Gaps {
  readonly partial?: { readonly done: number; readonly total: number } | undefined;
  readonly completeness?: "complete" | "partial" | "syntactic" | undefined;
  readonly why?: string | undefined;
  readonly unread?: readonly string[];
  readonly broken?: readonly string[];
  readonly left_out?: readonly { readonly why: string; readonly files: number; readonly examples: readonly string[] }[];
  readonly not_followed?: readonly { readonly level: number; readonly functions: number; readonly of: number }[];
}

/** Why an answer may lack something, a sentence each; nothing if it is complete. */
export function describeGaps({
  partial,
  completeness,
  why,
  unread = [],
  broken = [],
  left_out = [],
  not_followed = [],
}: Gaps): string[] {
  const isComplete = completeness === "complete";
  return [
    ...(partial === undefined
      ? []
      : [`${partial.done} of ${partial.total} files are read; ask again in some seconds.`]),
    ...(completeness === "partial"
      ? [`${inShellWords(why ?? "the language server did not answer for all", "")}.`]
      : []),
    ...(unread.length === 0 ? [] : [`${named(unread)} could not be parsed.`]),
    ...(broken.length === 0 || isComplete
      ? []
      : [`${named(broken)} ${broken.length === 1 ? "has" : "have"} syntax errors.`]),
    ...(isComplete
      ? []
      : left_out.map(
          (each) =>
            `${amountOf(each.files, "file was", "files were")} not looked at (${each.why}), such as ${named(each.examples)}.`,
        )),
    ...not_followed.map(
      ({ level, functions, of }) => `${functions} of ${of} symbols of level ${level} were not followed.`,
    ),
  ];
}

/** For a list that was fetched up to a bound. */
export function describeCut(cutFrom: number | undefined): string[] {
  return cutFrom === undefined
    ? []
    : [`The list has ${amountOf(cutFrom, "row")}, of which the first are here. Narrow the question.`];
}

interface Source {
  readonly completeness: "complete" | "partial" | "syntactic";
  readonly server?: string | undefined;
  readonly why?: string | undefined;
}

/** How an answer is known, for the line with totals; with places left out that are only likely it is not called complete. */
export function describeSource({ completeness, server }: Source, leavesOut: boolean): string {
  if (completeness === "syntactic") return "by syntax";
  return leavesOut && completeness === "complete" ? `by ${server}` : `${completeness} by ${server}`;
}

/** Why no language server was asked. */
export function describeMissingServer({ completeness, why }: Source): string[] {
  return completeness === "syntactic" && why !== undefined ? [`No language server: ${inShellWords(why, "")}.`] : [];
}

const maxNamed = 3;

function named(files: readonly string[]): string {
  return files.slice(0, maxNamed).join(", ") + (files.length > maxNamed ? ` and ${files.length - maxNamed} more` : "");
}
