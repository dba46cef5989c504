import { keyShapes } from "./key-shapes.ts";
import { findPrivateKeys, type SecretSpan } from "./private-keys.ts";
import { looksRandom } from "./random-text.ts";

/**
 * Secrets by their look: keys of known vendors, private keys, passwords in URLs, and random values of what is named like a
 * secret. Takes linear time; in order, without overlaps.
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  findKeys(text, found);
  findPrivateKeys(text, found);
  findUrlPasswords(text, found);
  findNamedValues(text, found);
  return found.length < 2 ? found : withoutOverlaps(found);
}

function withoutOverlaps(found: readonly SecretSpan[]): readonly SecretSpan[] {
  const kept: SecretSpan[] = [];
  for (const span of found.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) kept.push(span);
    else if (span.end > last.end) kept[kept.length - 1] = { ...last, end: span.end };
  }
  return kept;
}

/** Every key is a run of these, at least this long, so only every sixteenth character is looked at. */
const stride = 16;
const isRunCharacter = new Uint8Array(65_536);
for (const each of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-/+") {
  isRunCharacter[each.charCodeAt(0)] = 1;
}

/** By the first character: the shapes that begin with it. */
const shapesByFirst = new Map<number, RegExp>();
const shapeSources = keyShapes.flatMap(({ prefixes, body }) =>
  prefixes.map((prefix) => ({ prefix, source: prefix.replaceAll(".", String.raw`\.`) + body })),
);
for (const first of new Set(shapeSources.map(({ prefix }) => prefix.charCodeAt(0)))) {
  const own = shapeSources.filter(({ prefix }) => prefix.charCodeAt(0) === first);
  shapesByFirst.set(first, new RegExp(`(?:${own.map(({ source }) => source).join("|")})(?![A-Za-z0-9])`, "y"));
}
const mayBeginKey = new Uint8Array(65_536);
for (const first of shapesByFirst.keys()) mayBeginKey[first] = 1;

/** How far before a run its key may begin: `ya29.` and `hooks.slack.com/` have dots, which end runs. */
const reach = 12;

function findKeys(text: string, found: SecretSpan[]): void {
  const { length } = text;
  for (let at = stride - 1; at < length; at += stride) {
    if (isRunCharacter[text.charCodeAt(at)] === 0) continue;
    let start = at;
    while (start > 0 && isRunCharacter[text.charCodeAt(start - 1)] === 1) start -= 1;
    let end = at + 1;
    while (end < length && isRunCharacter[text.charCodeAt(end)] === 1) end += 1;
    at = end - 1;
    if (end - start >= stride) at = Math.max(at, findKeysInRun(text, start, end, found) - 1);
  }
}

/** Returns where to look on: a key may go on behind its run. */
function findKeysInRun(text: string, start: number, end: number, found: SecretSpan[]): number {
  const from = text.charCodeAt(start - 1) === dot ? Math.max(0, start - reach) : start;
  let at = from;
  while (at <= end - 2) {
    const first = text.charCodeAt(at);
    if (mayBeginKey[first] === 0 || !isBoundary(text, at)) {
      at += 1;
      continue;
    }
    const shape = shapesByFirst.get(first);
    if (shape === undefined) throw new Error("every first character has its shapes");
    shape.lastIndex = at;
    if (shape.test(text) && !isFileName(text, shape.lastIndex)) {
      found.push({ start: at, end: shape.lastIndex, what: "key" });
      at = shape.lastIndex;
    } else at += 1;
  }
  return Math.max(at, end);
}

const dot = 46;
const backslash = 92;

/** Not in the middle of a word; `\n` in a quoted text is none. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  const isWord = (before >= 48 && before <= 57) || (before >= 65 && before <= 90) || (before >= 97 && before <= 122);
  return !isWord || (at > 1 && text.charCodeAt(at - 2) === backslash);
}

const fileEnding = /\.[a-z]{1,5}(?![\w.-])/y;

/** A file may be named like a key; without its name nobody could ask for it. */
function isFileName(text: string, end: number): boolean {
  fileEnding.lastIndex = end;
  return fileEnding.test(text);
}

/** `scheme://user:password@host`; a variable in its place is no password. */
const urlPassword = /:\/\/[^\s:/@"'`<>{}$\\]{0,100}:([^\s:/@"'`<>{}$\\]{3,200})@[A-Za-z0-9[]/y;
const exampleWords =
  /^(?:abc|xyz|foo|bar|pass|passwd|password|pwd|pw|secret|token|user|username|example|changeme|x+|\*+|\.+|%[sdv])$/i;

function findUrlPasswords(text: string, found: SecretSpan[]): void {
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    urlPassword.lastIndex = at;
    const password = urlPassword.exec(text)?.[1];
    if (password === undefined || exampleWords.test(password)) continue;
    const end = text.indexOf("@", text.indexOf(`:${password}@`, at));
    found.push({ start: end - password.length, end, what: "password in a URL" });
  }
}

const secretName =
  /passw(?:or)?d|passphrase|secret|token|credential|bearer|(?:api|access|private|account|auth|signing|encryption|master|shared)[_-]?key|pwd/gi;
/** The rest of the name, the sign, and what opens the value: `_prod"] = "`, `: `, `>`, ` => r'`. */
const sign =
  /([\w-]{0,40})["'`\]]{0,3}(?:[ \t]{0,20}(?:=>|:=|[:=])[ \t]{0,20}(?:[Bb]earer |[Bb]asic |[a-z](?=["']))?|>| (?=[^ =]))(\\?["'`])?/y;
const plainValue = /[^\s"'`,;(){}<>[\]&|\\=]{16,512}={0,2}/y;
const quotedValue = /[^\n"'`\\]{16,512}(?=\\?["'`])/y;
/** What the name is about is not the secret itself. */
const aboutSecret =
  /^s?[\w-]*(?:^|s|_|-|(?=[A-Z]))(?:name|type|ur[li]|path|file|ref|arn|endpoint|ids?|field|header|prefix|class|hash|digest|label|regex|pattern|version)$|^iz|expir/i;
const beforePageToken = /(?:page|next|continuation|cursor|sync|cancel\w*|csrf|design)[_ -]?$/i;

function findNamedValues(text: string, found: SecretSpan[]): void {
  secretName.lastIndex = 0;
  for (let name = secretName.exec(text); name !== null; name = secretName.exec(text)) {
    const after = secretName.lastIndex;
    sign.lastIndex = after;
    const signed = sign.exec(text);
    if (signed === null) continue;
    const isBearer = name[0].length === 6 && /^bearer$/i.test(name[0]);
    if (signed[0].endsWith(" ") && !/[:=]/.test(signed[0]) && !isBearer) continue;
    if (isAboutSecret(name[0], signed[1] ?? "")) continue;
    if (beforePageToken.test(text.slice(Math.max(0, name.index - 14), name.index))) continue;
    const start = sign.lastIndex;
    const values = signed[2] === undefined ? plainValue : quotedValue;
    values.lastIndex = start;
    const value = values.exec(text)?.[0];
    if (value === undefined || !looksRandom(value) || value.startsWith("@out_")) continue;
    found.push({ start, end: start + value.length, what: `named ${name[0].toLowerCase()}` });
  }
}

/** A secret's id is mostly public; the one of Vault's AppRole is not. */
function isAboutSecret(name: string, rest: string): boolean {
  return aboutSecret.test(rest) && !(/^secret$/i.test(name) && /^_?id$/i.test(rest));
}
