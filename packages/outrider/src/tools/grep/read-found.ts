import { isToolError } from "toolwright";
import { excerptLines } from "./excerpt.ts";
import type { Hit } from "./hit.ts";
import type { PagedFile } from "./page.ts";
import type { FoundFile } from "./schema.ts";
import type { SearchTarget } from "./target.ts";
import { openTextSource } from "./text-source.ts";

/** The text of one page, file by file. A file that can no longer be shown says so without affecting the others. */
export async function readFound(
  target: SearchTarget,
  page: readonly PagedFile[],
  hits: ReadonlyMap<string, readonly Hit[]>,
  context: number,
  signal: AbortSignal,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (let start = 0; start < page.length; start += atOnce) {
    signal.throwIfAborted();
    const part = page.slice(start, start + atOnce);
    found.push(
      ...(await Promise.all(part.map((file) => readFile(target, file, hits.get(file.name) ?? [], context, signal)))),
    );
  }
  return found;
}

/** Judging, opening, verifying and reading a file is a series of waits; files need not wait for each other. */
const atOnce = 16;

async function readFile(
  target: SearchTarget,
  { name, count }: PagedFile,
  hits: readonly Hit[],
  context: number,
  signal: AbortSignal,
): Promise<FoundFile> {
  return { file: target.shown(name), count, ...(await readLines(target, name, hits, context, signal)) };
}

async function readLines(
  target: SearchTarget,
  name: string,
  hits: readonly Hit[],
  context: number,
  signal: AbortSignal,
): Promise<Pick<FoundFile, "lines" | "problem">> {
  const changed = { problem: "changed while it was searched; search again" };
  if (hits.length === 0) return changed;
  try {
    const handle = await target.open(name);
    try {
      const source = await openTextSource(handle, signal);
      if (source === undefined) return { problem: "too large to show: more than 16 MiB of UTF-16" };
      const lines = await excerptLines(source, hits, context);
      return lines === undefined ? changed : { lines };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isToolError(error)) return { problem: `cannot be read (${error.code})` };
    throw error;
  }
}
