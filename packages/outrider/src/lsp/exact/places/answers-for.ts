import { languageOf } from "../../../languages/language-of.ts";
import type { LanguageServer } from "../../server/language-server.ts";

export function answersFor({ spec }: LanguageServer, file: string): boolean {
  const language = languageOf(file);
  return language !== undefined && spec.languages[language.id] !== undefined;
}
