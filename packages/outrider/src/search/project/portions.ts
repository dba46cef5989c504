import type { SymbolView } from "../../syntax/project-symbols.ts";
import { mayHaveSymbols } from "../../syntax/project/may-have-symbols.ts";
import { unreadHash } from "../../syntax/workers/messages.ts";
import type { FileToIndex, IndexPool } from "../workers/index-pool.ts";

/** A file with the symbols that a thread needs for it; undefined if they still have to be read. */
export function toIndex(path: string, view: SymbolView): FileToIndex | undefined {
  const symbols = view.stored(path);
  if (symbols === undefined) return mayHaveSymbols(path) ? undefined : { path, symbols };
  // The parser failed on it and has read no content: its text is searchable without symbols.
  if (symbols.hash === unreadHash) return { path, symbols: undefined };
  return { path, symbols: { hash: symbols.hash, bytes: symbols.bytes } };
}

/** Files per job of a thread, which is how long a question about one file may have to wait. */
const portionFiles = 24;
/** A thread is slow until it has read some hundreds of files: for fewer files, a second one costs more than it gains. */
const filesForThread = 400;

export function portionsOf(files: readonly FileToIndex[]): () => readonly FileToIndex[] | undefined {
  let at = 0;
  return () => {
    if (at >= files.length) return undefined;
    const portion = files.slice(at, at + portionFiles);
    at += portionFiles;
    return portion;
  };
}

export function threadsFor(files: readonly FileToIndex[], { size }: IndexPool): number {
  return Math.min(size, Math.ceil(files.length / filesForThread));
}
