import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { ProjectSymbols, SymbolView } from "../project-symbols.ts";
import { namesAbove } from "./superclass.ts";

const maxLevels = 4;
/** A type with more subtypes than this has some that extend any other one, too. */
const maxTypes = 100;

export interface AskedMember {
  readonly type: CodeSymbol;
  readonly member: string;
  readonly language: string;
}

/**
 * The types that one of the project extends beside this one, or beside one below it: members of each may be those that code of the
 * other one means by `self` and `super`. By names, so that there may be more than are meant; "any" where one is not known.
 */
export async function joinedTypes(
  symbols: Pick<ProjectSymbols, "filesNaming">,
  view: SymbolView,
  { type, member, language }: AskedMember,
  { signal }: { readonly signal: AbortSignal },
): Promise<ReadonlySet<string> | "any"> {
  const known = languageById(language)?.hierarchy?.known ?? {};
  const below = new Set([type.name]);
  const beside = new Set<string>();
  let level = [type.name];
  for (let round = 0; round < maxLevels && level.length > 0; round += 1) {
    const wanted = new Set(level);
    const files = await symbols.filesNaming(level, { signal });
    const found = files.flatMap((path) => subtypesIn(view, path, { wanted, language }));
    for (const { above } of found)
      for (const name of above) if (!below.has(name) && known[name]?.test(member) !== false) beside.add(name);
    level = [...new Set(found.map(({ name }) => name))].filter((name) => !below.has(name));
    for (const name of level) below.add(name);
    if (below.size > maxTypes) return "any";
  }
  // Iterating over a set includes elements added meanwhile.
  for (const name of beside) {
    const types = declaredTypes(view, name, language);
    // It may be another name of a type, or one from outside.
    if (types.length === 0 || beside.size > maxTypes) return "any";
    for (const above of types.flatMap((each) => namesAbove(each, language)))
      if (known[above]?.test(member) !== false) beside.add(above);
  }
  return beside;
}

function subtypesIn(
  view: SymbolView,
  path: string,
  { wanted, language }: { readonly wanted: ReadonlySet<string>; readonly language: string },
): readonly { readonly name: string; readonly above: readonly string[] }[] {
  const file = view.file(path);
  if (file?.language !== language) return [];
  return file.symbols
    .filter(({ kind }) => typeKinds.has(kind))
    .map((symbol) => ({ name: symbol.name, above: namesAbove(symbol, language) }))
    .filter(({ above }) => above.some((name) => wanted.has(name)));
}

function declaredTypes(view: SymbolView, name: string, language: string): readonly CodeSymbol[] {
  return view.search({ name, match: "exact", kinds: typeKinds }).flatMap(({ file: path, index }) => {
    const file = view.file(path);
    const symbol = file?.symbols[index];
    return file?.language === language && symbol?.name === name ? [symbol] : [];
  });
}

/** Whether members of a type with this name may be meant where the target is. */
export function isJoined(joined: ReadonlySet<string> | "any" | undefined, name: string): boolean {
  return joined === "any" || joined?.has(name) === true;
}
