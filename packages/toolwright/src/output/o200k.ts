import { clearMergeCache, countTokens } from "gpt-tokenizer/encoding/o200k_base";

// Names of special tokens in a tool's answer are plain text; the default refuses them.
const plainText = { disallowedSpecial: new Set<string>() };

/** Tokens of o200k_base. The only importer of the tokenizer, which takes a fifth of a second to load: import it lazily. */
export function countPiece(text: string): number {
  return countTokens(text, plainText);
}

/**
 * The tokenizer's cache holds substrings, and with them the whole texts they were cut from. Answers are much alike, so it is kept
 * between them, until texts of this many characters were counted.
 */
const maxHeld = 2 ** 18;
let held = 0;

/** Must be called with every whole text that was counted. */
export function noteCounted({ length }: string): void {
  held += length;
  if (held <= maxHeld) return;
  clearMergeCache();
  held = 0;
}
