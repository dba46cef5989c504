/** Scripts that put no blanks between words: pairs of characters stand for them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/**
 * The words of a text in lower case. `readFile`, `read_file` and `read-file` give "read" and "file"; a name of several
 * words is there as a whole, too.
 */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const [run] of text.normalize("NFC").matchAll(/[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*/gu)) {
    const parts = splitName(run);
    if (parts.length > 1) words.push(run.replaceAll("_", "").toLowerCase());
    for (const part of parts) words.push(part.toLowerCase());
  }
  for (const [run] of text.matchAll(unspaced)) {
    for (let index = 0; index + 2 <= run.length; index += 1) words.push(run.slice(index, index + 2));
  }
  return words;
}

/** At "_", where small letters meet capitals, before the last capital of several, and between letters and digits. */
function splitName(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .replaceAll(/(\p{L})(\p{N})|(\p{N})(\p{L})/gu, "$1$3_$2$4")
    .split("_")
    .filter((part) => part !== "");
}
