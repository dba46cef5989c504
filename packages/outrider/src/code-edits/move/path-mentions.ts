import { posix } from "node:path";
import { ToolError } from "toolwright";
import { languageOf } from "../../languages/language-of.ts";
import { openFilesOf } from "../../workspace/walk/open-files.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { Leftovers } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import type { FileMove } from "./file-plan.ts";
import { type Location, locationAt } from "./location.ts";

const maxShown = 20;
const maxBytes = 1024 * 1024;

/** The old path in documents and settings: it is left to the author. */
export async function findPathLeftovers(context: EditContext, draft: Draft, move: FileMove): Promise<Leftovers> {
  const left = (await findMentions(context, draft, move)).filter(({ path }) => !isCode(path));
  return {
    total: left.length,
    shown: left
      .slice(0, maxShown)
      .map(({ path, line, text }) => visibleLine(`${path}:${line + 1} ${kindOf(path)}: ${text}`)),
  };
}

/** A file in an unknown language counts as a document. */
export function isCode(path: string): boolean {
  const language = languageOf(path);
  return language !== undefined && language.editing?.notCode === undefined;
}

function kindOf(path: string): string {
  return /\.(?:md|mdx|rst|txt|adoc|html)$/i.test(path) ? "docs" : "config";
}

/** Where any file mentions the path, or its end including a directory. */
export async function findMentions(
  { project, signal }: EditContext,
  draft: Draft,
  { file }: Pick<FileMove, "file">,
): Promise<readonly Location[]> {
  const name = posix.basename(file.path);
  const stem = name.replace(/\.[^.]+$/, "");
  const tail = posix.join(posix.basename(posix.dirname(file.path)), name);
  const texts = posix.dirname(file.path) === "." ? [name] : [tail, posix.join(posix.dirname(tail), stem), name];
  const found: Location[] = [];
  const changed = new Set(draft.changes().map((change) => change.file.shown));
  for await (const { path, undecodable } of openFilesOf(project, { signal, containing: texts })) {
    if (undecodable === true || path === file.path || changed.has(path)) continue;
    const text = await readText(project, path);
    if (text === undefined) continue;
    for (const start of mentionsIn(text, texts)) found.push(locationAt({ path, text }, start));
  }
  return found.toSorted((one, other) =>
    one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line,
  );
}

async function readText(project: EditContext["project"], path: string): Promise<string | undefined> {
  try {
    return (await project.files.readText(await project.files.locate(path, "read"), { maxBytes })).text;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** As whole words of a path; at most one per line. */
function mentionsIn(text: string, texts: readonly string[]): readonly number[] {
  const escaped = texts.map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${escaped.join("|")})(?![\\p{L}\\p{N}_-])`, "gu");
  const lines = new Map<number, number>();
  for (const { index } of text.matchAll(pattern)) {
    const line = text.lastIndexOf("\n", index);
    if (!lines.has(line)) lines.set(line, index);
  }
  return [...lines.values()];
}
