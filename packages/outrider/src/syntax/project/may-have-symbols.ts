import { languageOf } from "../../languages/language-of.ts";

/** By its name alone: a known language, or a name without an extension, which may be a script. */
export function mayHaveSymbols(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return languageOf(path) !== undefined || !name.includes(".");
}
