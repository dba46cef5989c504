import { posix } from "node:path";
import type { Occurrences } from "./occurrence.ts";
import type { PathIndex } from "./path-index.ts";
import { referenceRulesOf } from "./reference-rules.ts";

/** Whether types from outside are known in a language. */
export function tellsOutside(language = ""): boolean {
  return referenceRulesOf(language)?.writtenTypes?.prelude !== undefined;
}

/**
 * Whether a name that no type of the project has is that of a type from outside: the file imports it, or it comes with the language.
 * Any other name may be a parameter of a type.
 */
export function isFromOutside({ imports, language }: Occurrences, name: string, paths: PathIndex): boolean {
  const site = imports.find((each) => each.local === name);
  if (site === undefined) return referenceRulesOf(language)?.writtenTypes?.prelude?.has(name) === true;
  // Types that are generated may be in packages and classes of the project.
  const source = `/${site.source.replaceAll(".", "/")}`;
  const alike = paths.byWord.get(posix.basename(source)) ?? [];
  const isOwn = alike.map((path) => `/${path}`).some((path) => isAt(source, posix.dirname(path)) || isAt(source, path));
  return site.name === name && !isOwn;
}

function isAt(source: string, path: string): boolean {
  return path.replace(/\.[^./]*$/, "").endsWith(source);
}
