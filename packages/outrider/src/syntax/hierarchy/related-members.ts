import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { SymbolView } from "../project-symbols.ts";
import { namesAbove } from "../references/superclass.ts";
import { isMember, type Target } from "../references/target.ts";
import { extendEachOther } from "./base-places.ts";

/** A member of the same name in a type above or below the type that has the member. */
export interface RelatedMember {
  readonly file: string;
  readonly symbol: CodeSymbol;
  readonly relation: "base" | "override";
}

/** A name with more declarations than this says nothing. */
const maxMembers = 60;
const maxTypes = 5;
/** Deeper than types usually extend each other. */
const maxLevels = 8;

/** What a method overrides and what overrides it, by the names in the heads of types alone: uses of each are its own. */
export function relatedMembers(
  view: SymbolView,
  { file: home, language, symbol, container }: Target,
): readonly RelatedMember[] {
  if (container === undefined || !isMember({ container }) || !typeKinds.has(container.kind)) return [];
  if (symbol.kind === "constructor" || !(codeKinds.has(symbol.kind) || symbol.kind === "property")) return [];
  const above = openAncestors(view, language);
  const own = above(container);
  return view
    .search({ name: symbol.name, match: "exact" })
    .slice(0, maxMembers)
    .flatMap(({ file, index }): readonly RelatedMember[] => {
      const found = view.file(file);
      const other = found?.symbols[index];
      const owner = found?.symbols[other?.parent ?? -1];
      if (found === undefined || other?.name !== symbol.name || owner === undefined) return [];
      if (!typeKinds.has(owner.kind) || !extendEachOther(found.language, language)) return [];
      if (other.kind === "constructor" || (file === home && owner.path === container.path)) return [];
      if (own.has(owner.name)) return [{ file, symbol: other, relation: "base" }];
      return above(owner).has(container.name) ? [{ file, symbol: other, relation: "override" }] : [];
    });
}

/** What a member overrides. */
export function baseMembers(view: SymbolView, target: Target): readonly RelatedMember[] {
  return relatedMembers(view, target).filter(({ relation }) => relation === "base");
}

/** The names of the types above a type, at any distance. */
function openAncestors(view: SymbolView, language: string): (type: CodeSymbol) => ReadonlySet<string> {
  const namesOf = new Map<string, readonly string[]>();

  function headsOf(name: string): readonly string[] {
    const known = namesOf.get(name);
    if (known !== undefined) return known;
    const names = view
      .search({ name, match: "exact", kinds: typeKinds })
      .slice(0, maxTypes)
      .flatMap(({ file, index }) => {
        const found = view.file(file);
        const type = found?.symbols[index];
        const isMeant = type?.name === name && found !== undefined && extendEachOther(found.language, language);
        return isMeant ? namesAbove(type, found.language) : [];
      });
    namesOf.set(name, names);
    return names;
  }

  return (type) => {
    const all = new Set(namesAbove(type, language));
    let level = [...all];
    for (let depth = 0; depth < maxLevels && level.length > 0; depth += 1) {
      level = level.flatMap(headsOf).filter((name) => !all.has(name));
      for (const name of level) all.add(name);
    }
    return all;
  };
}
