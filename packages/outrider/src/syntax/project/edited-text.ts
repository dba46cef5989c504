import { languageOf } from "../../languages/language-of.ts";
import type { EditCheck, EditQuestion, TextAnswer } from "../edit-check.ts";
import { checkInThread, parseInThread, type ThreadOptions } from "../workers/parse-in-thread.ts";

/** What a text declares that need not be on disk. */
export async function readEditedText(
  file: string,
  text: string,
  options: ThreadOptions,
): Promise<TextAnswer | undefined> {
  if (!mayHaveLanguage(file, text)) return undefined;
  const { record, imports } = await parseInThread(file, text, options);
  return { ...record, imports };
}

/** What an edit would do to the syntax of a file. */
export async function checkEditedText(question: EditQuestion, options: ThreadOptions): Promise<EditCheck | undefined> {
  const { file, text, replacements } = question;
  const added = replacements.reduce((length, each) => length + each.text.length, text.length);
  if (!mayHaveLanguage(file, text) || added > mostCharacters) return undefined;
  return await checkInThread(question, options);
}

/** As with files that are asked for by name: more is parsed in no time that anyone waits for. */
const mostCharacters = 4 * 1024 * 1024;

function mayHaveLanguage(file: string, text: string): boolean {
  return languageOf(file) !== undefined || text.startsWith("#!");
}
