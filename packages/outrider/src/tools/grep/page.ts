import type { Overflow } from "toolwright";
import type { FileMatches } from "./count-matches.ts";

/** The matches of a file that belong to a page. */
export interface PagedFile extends FileMatches {
  readonly skip: number;
  readonly take: number;
}

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** The matches from `offset` on, counted across the files in order. */
export function pageOfMatches(files: readonly FileMatches[], { offset, limit }: Window): PagedFile[] {
  const page: PagedFile[] = [];
  let before = 0;
  for (const file of files) {
    const skip = Math.max(0, offset - before);
    const take = Math.min(file.count - skip, offset + limit - Math.max(before, offset));
    before += file.count;
    if (take > 0) page.push({ ...file, skip, take });
    if (before >= offset + limit) break;
  }
  return page;
}

const maxRows = 20;

/** What a page says about the rest; undefined if it shows everything. */
export function overflowOf(
  total: number,
  shown: number,
  { offset }: Window,
  hint: string,
  byFile?: { readonly files: readonly FileMatches[]; readonly shown: (name: string) => string },
): Overflow | undefined {
  if (offset === 0 && shown === total) return undefined;
  if (offset >= total) {
    const range = total === 0 ? "the list is empty" : `there are ${total} in all; use an offset from 0 to ${total - 1}`;
    return { shown: 0, total, hint: `Offset ${offset} is past the end: ${range}.` };
  }
  const end = offset + shown;
  return {
    shown,
    total,
    hint,
    ...(end < total ? { next_offset: end } : {}),
    ...(byFile === undefined ? {} : distribution(total, byFile.files, byFile.shown)),
  };
}

function distribution(
  total: number,
  files: readonly FileMatches[],
  shown: (name: string) => string,
): Pick<Overflow, "by_file" | "other_files" | "other_items"> {
  const top = topFiles(files, maxRows);
  const by_file = top.map(({ name, count }) => ({ file: shown(name), count }));
  if (files.length <= maxRows) return { by_file };
  const told = top.reduce((sum, { count }) => sum + count, 0);
  return { by_file, other_files: files.length - maxRows, other_items: total - told };
}

/** Avoids sorting a huge list for the sake of a few. */
function topFiles(files: readonly FileMatches[], most: number): FileMatches[] {
  const top: FileMatches[] = [];
  for (const file of files) {
    const last = top[most - 1];
    if (last !== undefined && byCount(last, file) <= 0) continue;
    top.push(file);
    top.sort(byCount);
    top.length = Math.min(top.length, most);
  }
  return top;
}

export function byName(one: FileMatches, other: FileMatches): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}

export function byCount(one: FileMatches, other: FileMatches): number {
  return other.count - one.count || byName(one, other);
}
