import { languages } from "./index.ts";
import type { Language } from "./language.ts";

/** By the name of the file; undefined if it is unknown. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const known = byName.get(name);
  if (known !== undefined) return known;
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const language = byExtension.get(name.slice(dot + 1));
    if (language !== undefined) return language;
  }
  return undefined;
}

/** By the `#!` line of a file whose name tells nothing. */
export function languageOfScript(firstLine: string): Language | undefined {
  const program = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?(?:\S*\/)?([A-Za-z_+-]+)/.exec(firstLine)?.[1];
  return program === undefined ? undefined : byInterpreter.get(program);
}

export function languageById(id: string): Language | undefined {
  return byId.get(id);
}

const byId = new Map(languages.map((language) => [language.id, language]));
const byName = new Map(languages.flatMap((language) => (language.filenames ?? []).map((name) => [name, language])));
const byExtension = new Map(languages.flatMap((language) => language.extensions.map((name) => [name, language])));
const byInterpreter = new Map(
  languages.flatMap((language) => (language.interpreters ?? []).map((name) => [name, language])),
);
