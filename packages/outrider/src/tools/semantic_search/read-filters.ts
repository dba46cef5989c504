import { didYouMean, ToolError } from "toolwright";
import { languages } from "../../languages/index.ts";
import { languageOf } from "../../languages/language-of.ts";
import { type SymbolKind, symbolKinds } from "../../languages/symbol-kind.ts";
import type { Input } from "./schema.ts";

/** A language by its id, its title or a file extension: `typescript`, `C++`, `py`. */
export function readLanguage(given: string): string {
  const wanted = given.trim().toLowerCase().replace(/^\./, "");
  const named = languages.find(({ id, title }) => id === wanted || title.toLowerCase() === wanted);
  const found = named ?? languageOf(`x.${wanted}`);
  if (found !== undefined) return found.id;
  const names = languages.map(({ id }) => id);
  throw new ToolError(
    "unknown_language",
    `No language is called ${JSON.stringify(given)}.${didYouMean(wanted, names)} There are: ${names.join(", ")}.`,
  );
}

/** For an answer that found nothing because the filters leave nothing to search. */
export function describeFilters({ path, language, in: wanted }: Pick<Input, "path" | "language" | "in">): string {
  return [
    ...(path === undefined ? [] : [`path ${JSON.stringify(path)}`]),
    ...(language === undefined ? [] : [`language ${JSON.stringify(language)}`]),
    ...(wanted === undefined && language !== undefined ? [] : [`in: ${wanted ?? "code"}`]),
  ].join(", ");
}

/** A kind of declaration, ignoring case: `class`, `Function`, `methods`. */
export function readKind(given: string): SymbolKind {
  const wanted = given.trim().toLowerCase();
  const found = symbolKinds.find((kind) => kind === wanted || `${kind}s` === wanted || `${kind}es` === wanted);
  if (found !== undefined) return found;
  throw new ToolError(
    "unknown_kind",
    `No kind of declaration is called ${JSON.stringify(given)}.${didYouMean(wanted, symbolKinds)} There are: ${symbolKinds.join(", ")}.`,
  );
}
