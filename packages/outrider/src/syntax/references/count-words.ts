import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { readVerified } from "../../workspace/paths/read-verified.ts";
import { decodeText } from "../../workspace/text/decode-text.ts";
import { maxIndexedBytes } from "../workers/file-rules.ts";
import { namedWords } from "./words-in.ts";

/** Other calls wait while files are read. */
const atOnce = 16;

/** How often a name stands in files as a word; nothing is parsed. */
export async function countWords(
  root: string,
  files: readonly string[],
  name: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<number> {
  let words = 0;
  for (const [index, file] of files.entries()) {
    if (index % atOnce === 0) await setImmediate(undefined, { signal });
    const bytes = readVerified(join(root, file), maxIndexedBytes)?.bytes;
    const text = bytes === undefined ? undefined : decodeText(bytes)?.text;
    words += text === undefined ? 0 : namedWords(text, [name]).length;
  }
  return words;
}
