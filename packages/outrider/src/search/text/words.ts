/**
 * The lowercase words of a text, for the embedder, the lexical index and all our searches. `readFile`, `read_file` and
 * `read-file` give "read" and "file"; `utf8` gives itself and "utf"; scripts without spaces give pairs of characters.
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
/** The class of a code unit: 0 not determined yet, `letter` part of a name, `other` not. */
const classes = new Uint8Array(65_536);

/** Calls back for every run of letters, digits and "_" in a text, or in a part of it. */
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

// Names repeat: most names in a text are known after its first lines.
const maxKnown = 50_000;
const known = new Map<string, readonly string[]>();

/** The lowercase words of one name. */
export function wordsOfName(name: string): readonly string[] {
  const cached = known.get(name);
  if (cached !== undefined) return cached;
  const words = splitName(name);
  if (known.size >= maxKnown) known.clear();
  if (name.length <= longestKept) known.set(ownText(name), words);
  return words;
}

/** Longer names rarely occur twice, and some are as long as a file. */
export const longestKept = 64;

/** Copies a part of a text: a slice would keep the whole text in memory. */
export function ownText(part: string): string {
  return Buffer.from(part).toString();
}

/** Splits at "_", where lowercase meets uppercase, before the last of several capitals, and after digits. */
const asciiParts = /[A-Z]+(?=[A-Z][a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+/g;
const otherParts = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+\p{N}*|\p{Lu}+\p{N}*|\p{N}+|\p{L}+/gu;
const isAscii = /^[\0-\x7f]*$/;
/** Scripts without spaces between words: pairs of characters are used instead. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
const longestWord = 40;

/** The same, without caching the name or keeping its text in memory. */
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
    // "sha256" is searched as such, and "arg1" as "arg". Few words end in a digit, and the pattern is slower than this check.
    if (!endsInDigit(word)) continue;
    const letters = /^(\p{L}{2,})\p{N}+$/u.exec(word)?.[1];
    if (letters !== undefined) words.push(letters);
  }
}

function endsInDigit(word: string): boolean {
  const unit = word.charCodeAt(word.length - 1);
  return (unit >= 48 && unit <= 57) || unit > 127;
}
