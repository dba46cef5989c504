import { languages } from "../languages/index.ts";

export interface LanguageCount {
  readonly name: string;
  readonly files: number;
}

/** The most used first. */
export function countLanguages(paths: Iterable<string>): readonly LanguageCount[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = languageNameOf(path);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const languages = [...counts].map(([name, files]) => ({ name, files }));
  return languages.toSorted((left, right) => right.files - left.files || (left.name < right.name ? -1 : 1));
}

function languageNameOf(path: string): string | undefined {
  const [, ending = ""] = /\.(\w+)$/.exec(path) ?? [];
  const name = ending.toLowerCase();
  return byEnding.get(name);
}

/** Endings of files that hold code; documents and data are not what a project is written in. */
const byEnding: ReadonlyMap<string, string> = new Map([
  ...languages.flatMap(({ title, extensions, content, countedAs }) => {
    const isCounted = content !== "data" && content !== "prose";
    const counted = Object.entries(countedAs ?? (isCounted ? { [title]: extensions } : {}));
    return counted.flatMap(([name, endings]) => endings.map((ending) => [ending, name] as const));
  }),
  // Languages whose symbols are not read.
  ["fs", "F#"],
  ["vb", "Visual Basic"],
  ["erl", "Erlang"],
  ["clj", "Clojure"],
  ["m", "Objective-C"],
  ["ps1", "PowerShell"],
]);
