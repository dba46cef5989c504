import type { GrammarLanguage } from "../../languages/language.ts";
import { languageById, languageOf } from "../../languages/language-of.ts";
import { parseText } from "../extract/parse-text.ts";
import type { ModuleFacts } from "../../languages/modules/module-facts.ts";

/** Undefined if the language does not support it, or reading took too long. */
export async function readModule(file: string, text: string): Promise<ModuleFacts | undefined> {
  const language = languageOf(file);
  if (language === undefined) return undefined;
  if ("grammar" in language) return await readPart(language, text);
  const parts = (language.embedded?.(text) ?? []).map(async ({ language: id, start, end }) => {
    const inner = languageById(id);
    return inner !== undefined && "grammar" in inner ? await readPart(inner, text, { start, end }) : undefined;
  });
  const read = (await Promise.all(parts)).filter((part) => part !== undefined);
  const [first] = read;
  if (first === undefined) return undefined;
  return {
    language: first.language,
    broken: read.some(({ broken }) => broken),
    imports: read.flatMap(({ imports }) => imports),
    exports: read.flatMap(({ exports }) => exports),
    declared: read.flatMap(({ declared }) => declared),
    uses: read.flatMap(({ uses }) => uses),
    statements: read.flatMap(({ statements }) => statements),
  };
}

async function readPart(
  language: GrammarLanguage,
  text: string,
  part?: { readonly start: number; readonly end: number },
): Promise<ModuleFacts | undefined> {
  const { id, readModule: read } = language;
  if (read === undefined) return undefined;
  return await parseText(language, text, { part }, (tree) => ({ language: id, ...read(tree.rootNode) }));
}
