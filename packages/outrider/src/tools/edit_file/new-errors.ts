import { writtenReplacements } from "../../code-edits/written-replacements.ts";
import { findSecrets } from "../../workspace/secrets/find-secrets.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import type { PlannedFile, ReplaceContext } from "./planned-file.ts";

const maxNamed = 10;
const maxMs = 10_000;

/** Syntax errors that the files would have afterwards and do not have now; and what could not be checked in time. */
export async function findNewErrors(
  files: readonly PlannedFile[],
  { symbols, call: { signal }, hidesSecrets }: ReplaceContext,
): Promise<{ readonly errors: readonly string[]; readonly unchecked: readonly string[] }> {
  const errors: string[] = [];
  const begun = performance.now();
  for (const [index, { located, file, replacements }] of files.entries()) {
    if (performance.now() - begun > maxMs)
      return {
        errors: bounded(errors),
        unchecked: [`${countOf(files.length - index, "file")} not checked for syntax errors, for lack of time.`],
      };
    const { text, eol } = file;
    const path = located.shown;
    const written = writtenReplacements({ text, eol, path }, replacements);
    const check = await symbols().checkEdit({ file: path, text, replacements: written }, { signal });
    // Beside a secret the new text may show what the old one hides.
    const hides = hidesSecrets && findSecrets(text).length > 0;
    for (const { line, column, shown } of check?.faults ?? [])
      errors.push(visibleLine(`${path}:${line + 1}:${column + 1}${hides ? "" : `: ${shown}`}`));
  }
  return { errors: bounded(errors), unchecked: [] };
}

function bounded(errors: readonly string[]): readonly string[] {
  const more = errors.length - maxNamed;
  return more > 0 ? [...errors.slice(0, maxNamed), `and ${more} more`] : errors;
}
