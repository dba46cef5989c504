import { countOf } from "../../workspace/text/count-of.ts";
import { countDirectories } from "../../syntax/project-map/count-directories.ts";
import { rankNames } from "../../syntax/project-map/rank-names.ts";
import { listSmall } from "./list-small.ts";
import type { Question } from "./question.ts";
import { readView } from "./read-view.ts";
import type { Output } from "./schema.ts";
import type { Scope } from "../file-scope.ts";

/** So few files are listed with what they declare; more are shown by what matters. */
const smallFiles = 30;
const waitMs = 4_000;
const nameTokens = 1_100;
const mostDirectories = 20;

/** What a directory, the files of a glob or the whole project hold, within the room of one answer. */
export async function mapProject(
  question: Question,
  scope: Exclude<Scope, { readonly kind: "file" }>,
): Promise<Output> {
  const { input, call } = question;
  const view = await readView(question, waitMs);
  const { completeness } = view;
  const paths = view.paths.filter((path) => scope.has(path) && view.symbolCount(path) > 0);
  const total = paths.reduce((sum, path) => sum + view.symbolCount(path), 0);
  const soFar = completeness.state === "partial" ? " so far" : "";
  const head = `${scope.shown} (${countOf(paths.length, "file")} with ${countOf(total, "symbol")}${soFar})`;
  const partial =
    completeness.state === "partial" ? { partial: { done: completeness.done, total: completeness.total } } : {};
  if (paths.length === 0) return { head, files: [], total, notes: nothingNotes(scope), ...partial };
  const { offset = 0, limit } = input;
  if (paths.length <= smallFiles) {
    const page = paths.slice(offset, limit === undefined ? undefined : offset + limit);
    const { files, notes } = await listSmall(question, page, view);
    return {
      head,
      files: [...files],
      total,
      notes: [...notes],
      ...partial,
      ...overflow(paths.length, page.length, offset),
    };
  }
  const importance = await view.importance({ signal: call.signal });
  const names = await rankNames(view, importance, paths, { offset, limit, budget: nameTokens, signal: call.signal });
  return {
    head,
    files: [],
    names: names.map(({ file, names: own, more }) => ({ file, names: [...own], more })),
    directories: [...countDirectories(paths, view.symbolCount, { prefix: scope.prefix, most: mostDirectories })],
    total,
    notes: ["By how much other files use them; path shows a directory or file in full."],
    ...partial,
    ...overflow(paths.length, names.length, offset),
  };
}

function nothingNotes({ kind, shown }: Scope): string[] {
  if (kind === "glob") return [`No file with symbols fits ${JSON.stringify(shown)}.`];
  return ["No file here has symbols: none is in a known language, or git ignores them. tree shows what there is."];
}

function overflow(total: number, shown: number, offset: number): Pick<Output, "overflow"> {
  if (offset === 0 && shown === total) return {};
  if (shown === 0)
    return { overflow: { shown, total, hint: `Offset ${offset} is past the end: there are ${total} files.` } };
  const end = offset + shown;
  return { overflow: { shown, total, hint: "These are files.", ...(end < total ? { next_offset: end } : {}) } };
}
