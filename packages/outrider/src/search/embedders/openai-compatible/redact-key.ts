/** What a server says, short and on one line, without the key, whole or in part: some repeat it in their errors. */
export function redactKey(text: string, key: string | undefined): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  const safe =
    key === undefined ? line : line.replaceAll(/[^\s"',;<>(){}[\]]+/g, (word) => (showsKey(word, key) ? "***" : word));
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe;
}

const longest = 300;
/** So many characters in a row are no accident. */
const telling = 6;

function showsKey(word: string, key: string): boolean {
  if (word.includes(key)) return true;
  for (let at = 0; at + telling <= key.length; at += 1) {
    if (word.includes(key.slice(at, at + telling))) return true;
  }
  return false;
}
