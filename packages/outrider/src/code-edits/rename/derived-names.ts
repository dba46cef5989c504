import { findReferences } from "../../syntax/references/find-references.ts";
import { targetOf } from "../../syntax/references/target.ts";
import { findDerived } from "../proof/find-derived.ts";
import type { TouchedFile } from "../workspace-edit/collect-edit.ts";
import { touchPlaces } from "./prove-by-syntax.ts";
import { type Renaming, refusal } from "./renaming.ts";

/** The edits of a rename, with those of the names that are made of the renamed one. */
export async function withDerivedNames(
  renaming: Renaming,
  touched: readonly TouchedFile[],
): Promise<readonly TouchedFile[]> {
  const { context, target } = renaming;
  const { name } = target.symbol;
  const places: Parameters<typeof touchPlaces>[1][number][] = [];
  for (const { file, symbol, offset } of await findDerived(context, target)) {
    const taken = symbol.name.slice(0, offset) + renaming.newName + symbol.name.slice(offset + name.length);
    if (
      (await context.symbols.filesWith([taken], context)).some(({ symbols }) =>
        symbols.some((each) => each.name === taken),
      )
    )
      throw refusal(
        "name_taken",
        `${symbol.name} would become ${taken}, which exists already`,
        [],
        "Choose another name.",
      );
    const found = await findReferences(context.symbols, targetOf({ ...file, file: file.path }, symbol), context);
    for (const { file: path, references } of found.files)
      for (const { start } of references)
        places.push({ file: path, at: { start: start + offset, name, key: undefined } });
  }
  return await withPlaces(renaming, touched, places);
}

/** Adds the new name at more places. */
export async function withPlaces(
  renaming: Renaming,
  touched: readonly TouchedFile[],
  places: Parameters<typeof touchPlaces>[1],
): Promise<readonly TouchedFile[]> {
  const more = await touchPlaces(renaming, places);
  if (typeof more === "string") throw refusal("incomplete_rename", `${more} changed meanwhile`, [], "Ask again.");
  const merged = touched.map((each) => {
    const extra = more.find(({ path }) => path === each.file?.path)?.replacements ?? [];
    const replacements = [...each.replacements, ...extra].toSorted((one, other) => one.start - other.start);
    return { ...each, replacements };
  });
  return [...merged, ...more.filter(({ path }) => !touched.some(({ file }) => file?.path === path))];
}
