import { posix } from "node:path";
import { type Layer, type LayeredPackage, layeredPackages } from "../../layers.ts";

/** A layer with where it stands in the list. */
export interface Row extends Layer {
  readonly package: LayeredPackage;
  readonly height: number;
}

export const rows: readonly Row[] = layeredPackages.flatMap((one) =>
  one.layers.map((layer, height) => ({ ...layer, package: one, height })),
);

/** The rows whose folder names most come last. */
export const rowsByLength: readonly Row[] = rows.toSorted((one, other) => lengthOf(one) - lengthOf(other));

const known = new Map<string, Row | undefined>();

/** The row that a file of the repository belongs to. */
export function rowOf(file: string): Row | undefined {
  if (!known.has(file))
    known.set(
      file,
      rowsByLength.findLast((row) => ownFolder(row, file) !== undefined),
    );
  return known.get(file);
}

/** Whether one file may import another. */
export function mayImport(from: string, to: string): boolean {
  const row = rowOf(from);
  if (row === undefined) return false;
  if (row === rowOf(to)) return ownFolder(row, from) === ownFolder(row, to);
  const imported = posix.relative(row.package.source, to);
  return importsOf(row).some((entry) =>
    entry.endsWith("/*.ts")
      ? posix.dirname(imported) === posix.dirname(entry)
      : partWithin(entry, imported) !== undefined,
  );
}

/** What a row may import, as folders and files of its package. */
export function importsOf(row: Row): readonly string[] {
  if (row.imports !== "below") return row.imports;
  const below = rows.filter((one) => one.package === row.package && one.height < row.height);
  return below.map((one) => (rowsInside(one).length > 0 ? `${one.folder}/*.ts` : one.folder));
}

/** The rows inside a row's folder. */
export function rowsInside(row: Row): readonly Row[] {
  return rows.filter((one) => one.package === row.package && one.folder.startsWith(`${row.folder}/`));
}

// A name says more than a star in its place.
function lengthOf({ folder }: Row): number {
  return folder.split("/").length * 2 - (folder.includes("*") ? 1 : 0);
}

function ownFolder({ folder, package: { source } }: Row, file: string): string | undefined {
  return partWithin(folder, posix.relative(source, file));
}

/** The part of a path that a folder names, `*` being the name of any folder. */
function partWithin(folder: string, path: string): string | undefined {
  const parts = path.split("/");
  const names = folder.split("/");
  const fits = names.every((name, index) => name === parts[index] || (name === "*" && index < parts.length - 1));
  return fits ? parts.slice(0, names.length).join("/") : undefined;
}
