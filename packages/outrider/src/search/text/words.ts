/**
 * The words of a text in lower case, for the embedder, the lexical index and every search of ours. `readFile`, `read_file` and
 * `read-file` give "read" and "file"; `utf8` gives itself and "utf"; scripts without blanks give pairs of characters.
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  eachName(text, (name) => {
    for (const word of wordsOfName(name)) words.push(word);
  });
  return words;
}

const letter = 1;
const other = 2;
/** What a code unit is: 0 not yet asked, `letter` part of a name, `other` not. */
const classes = new Uint8Array(65_536);

/** Calls back for every run of letters, digits and "_" of a text, or of a part of it. */
export function eachName(text: string, onName: (name: string) => void, from = 0, to = text.length): void {
  let start = -1;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = classes[unit] === 0 ? classify(unit) : classes[unit];
    if (kind === letter) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      onName(text.slice(start, at));
      start = -1;
    }
  }
  if (start !== -1) onName(text.slice(start, to));
}

function classify(unit: number): number {
  const kind = /[\p{L}\p{M}\p{N}_]/u.test(String.fromCharCode(unit)) ? letter : other;
  classes[unit] = kind;
  return kind;
}

// Names repeat: most of a text's are known after its first lines.
const maxKnown = 50_000;
const known = new Map<string, readonly string[]>();

/** The words of one name, in lower case. */
export function wordsOfName(name: string): readonly string[] {
  const cached = known.get(name);
  if (cached !== undefined) return cached;
  const words = splitName(name);
  if (known.size >= maxKnown) known.clear();
  if (name.length <= longestKept) known.set(ownText(name), words);
  return words;
}

/** Longer names hardly come twice, and some are as long as a file. */
export const longestKept = 64;

/** A copy: a part of a text keeps the whole text in memory as long as it lives itself. */
export function ownText(part: string): string {
  return Buffer.from(part).toString();
}

/** At "_", where small letters meet capitals, before the last capital of several, and behind digits. */
const asciiParts = /[A-Z]+(?=[A-Z][a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+/g;
const otherParts = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+\p{N}*|\p{Lu}+\p{N}*|\p{N}+|\p{L}+/gu;
const isAscii = /^[\0-\x7f]*$/;
/** Scripts that put no blanks between words: pairs of characters stand for them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
const longestWord = 40;

/** The same; nothing is kept, neither of it nor of the text that it may be a part of. */
export function splitName(name: string): readonly string[] {
  const words: string[] = [];
  const own = ownText(name);
  if (isAscii.test(own)) addParts(words, own.match(asciiParts));
  else {
    const text = own.normalize("NFC");
    for (const [run] of text.matchAll(unspaced)) {
      if (run.length === 1) words.push(run);
      for (let at = 0; at + 2 <= run.length; at += 1) words.push(run.slice(at, at + 2));
    }
    addParts(words, text.replaceAll(unspaced, " ").match(otherParts));
  }
  return words;
}

function addParts(words: string[], parts: readonly string[] | null): void {
  for (const part of parts ?? []) {
    if (part.length > longestWord) continue;
    const word = part.toLowerCase();
    words.push(word);
    // "sha256" is asked for as such, and "arg1" as "arg". Few words end so, and the pattern takes longer than this look.
    if (!endsInDigit(word)) continue;
    const letters = /^(\p{L}{2,})\p{N}+$/u.exec(word)?.[1];
    if (letters !== undefined) words.push(letters);
  }
}

function endsInDigit(word: string): boolean {
  const unit = word.charCodeAt(word.length - 1);
  return (unit >= 48 && unit <= 57) || unit > 127;
}
