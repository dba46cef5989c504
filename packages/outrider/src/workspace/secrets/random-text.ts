/**
 * Whether a value looks like one that a machine made: long, without words, letters and digits mixed. A placeholder, the name of
 * something, a path, a sentence or a version is none.
 */
export function looksRandom(value: string): boolean {
  if (value.length < minLength || value.length > maxLength) return false;
  if (!/\d/.test(value)) return false;
  const counts = countKinds(value);
  if (counts.letters < 3 || counts.other > value.length / 4) return false;
  if (isPlaceholder(value)) return false;
  if (/^[0-9a-fA-F-]+$/.test(value)) return value.length >= 24 && bitsPerCharacter(value) >= 2.9;
  if (bitsPerCharacter(value) < (value.length < 24 ? 3.4 : 3.7)) return false;
  // Names with a number in them consist of words: "Sha256WithRsaEncryption".
  return counts.inWords < value.length * (counts.digits / value.length > 0.15 ? 0.7 : 0.4);
}

const minLength = 16;
const maxLength = 512;

interface Kinds {
  readonly digits: number;
  readonly letters: number;
  readonly other: number;
  /** Letters in runs of one case, or with a capital in front, at least four long and with a vowel. */
  readonly inWords: number;
}

function countKinds(value: string): Kinds {
  let digits = 0;
  let letters = 0;
  let other = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
    else if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) letters += 1;
    else other += 1;
  }
  let inWords = 0;
  for (const [run] of value.matchAll(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g)) if (/[aeiou]/i.test(run)) inWords += run.length;
  return { digits, letters, other, inWords };
}

const placeholder =
  /example|sample|placeholder|change-?me|replace|your[-_]|dummy|redacted|x{6}|0{8}|12345678|abcdefg|\*{3}|\.{3}/i;
// A variable, a template, a call, a URL, a path or a dotted name stands for a value elsewhere.
const elsewhere =
  /[$%]\{|\{\{|<[a-z]|%[sd]|:\/\/|^[$@~./]|[()\s]|^(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*$|^[\w.-]+(?:\/[\w.-]*[a-z]{4}[\w.-]*)+$/;

function isPlaceholder(value: string): boolean {
  return placeholder.test(value) || elsewhere.test(value);
}

/** Shannon entropy. */
function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
