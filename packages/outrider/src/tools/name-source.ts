import { createNameTable } from "../syntax/names/name-table.ts";
import type { NameHit, NameQuery } from "../syntax/names/name-query.ts";
import { searchNames } from "../syntax/names/search-names.ts";
import type { ViewedFile } from "../syntax/project-symbols.ts";

/** Files whose names can be searched: a view of the table, or files that were read separately. */
export interface NameSource {
  search(query: NameQuery): readonly NameHit[];
  file(path: string): ViewedFile | undefined;
  /** Paths of all searchable files. */
  readonly paths: readonly string[];
}

export function nameSourceOf(files: readonly ViewedFile[]): NameSource {
  const table = createNameTable();
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const { path, symbols } of files) table.set(path, () => symbols);
  return {
    search: (query) => searchNames(table, query),
    file: (path) => byPath.get(path),
    paths: files.map(({ path }) => path),
  };
}
