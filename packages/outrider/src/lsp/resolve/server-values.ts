import type { ServerSpec } from "../../languages/server-spec.ts";

/** The text of a file (real path) that may be quoted, if the server with this program names it; undefined for any other. */
export type ReadQuotable = (path: string, program: string) => Promise<string | undefined>;

/** What a server's text is, which decides where values stand in it. */
export type TextKind =
  /** Markdown of a hover. */
  | { readonly kind: "hover" }
  /** One message; `names` is the quote that this server puts around names and types, so that values stand inside. */
  | { readonly kind: "message"; readonly names?: "'" | '"' };

/** A string or number literal in a server's text. */
export interface ServerValue {
  readonly start: number;
  readonly end: number;
  /** Without quotes. */
  readonly content: string;
}

/** Replaces a value in an answer. */
const mask = "…";

/** Fewer digits say nothing about a secret, and servers count with such numbers. */
const leastDigits = 4;

/**
 * The values in a server's text. Types repeat values: of `const copy = KEY` a server says `const copy: "the key"`, although the
 * key is in a file that nobody may see.
 */
export function findValues(text: string, of: TextKind): readonly ServerValue[] {
  const values: ServerValue[] = [];
  /** The quote around a name or a type that is being read. */
  let around: string | undefined;
  let inFence = false;
  for (let at = 0; at < text.length; at += 1) {
    const isLineStart = at === 0 || text[at - 1] === "\n";
    if (isLineStart) around = undefined;
    if (of.kind === "hover" && isLineStart && text.startsWith("```", at)) {
      inFence = !inFence;
      at = lineEnd(text, at) - 1;
      continue;
    }
    const character = text[at] ?? "";
    if (character === around && !isWord(text[at + 1])) around = undefined;
    else if (around === undefined && isAround(character, of, inFence) && !isWord(text[at - 1])) around = character;
    else {
      const isCounted = of.kind === "hover" || around !== undefined || text.startsWith("constant ", at - 9);
      const value = quotedAt(text, at, around) ?? (isCounted ? numberAt(text, at) : undefined);
      if (value === undefined) continue;
      values.push(value);
      at = value.end - 1;
    }
  }
  return values;
}

/** The text with these values masked. */
export function maskValues(text: string, values: readonly ServerValue[]): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of values) {
    const first = text[start] ?? "";
    const quote = /["'`]/.test(first) ? first : "";
    masked += `${text.slice(at, start)}${quote}${mask}${quote}`;
    at = end;
  }
  return masked + text.slice(at);
}

/** A message of a server, without the values that are not known. */
export function maskMessage(
  message: string,
  { namesIn }: Pick<ServerSpec, "namesIn">,
  isKnown: (value: ServerValue) => boolean,
): string {
  const values = findValues(message, { kind: "message", ...(namesIn === undefined ? {} : { names: namesIn }) });
  return maskValues(
    message,
    values.filter((value) => !isKnown(value)),
  );
}

/** Schemas name types in quotes. */
const typeNames: ReadonlySet<string> = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/** Whether a value stands in one of these texts: then showing it tells nothing new. */
export function createValueCheck(texts: readonly string[]): (value: ServerValue) => boolean {
  const plain = texts.map(unescaped);
  const numbers = new Set(texts.flatMap((text) => (text.match(numerals) ?? []).map(numberOf)));
  return ({ content }) => {
    if (typeNames.has(content)) return true;
    // Servers cut long values.
    const wanted = unescaped(content.replace(/(?:…|\.\.\.)$/, ""));
    if (/^[\d.]/.test(content) && numbers.has(numberOf(content))) return true;
    return wanted === "" || plain.some((text) => text.includes(wanted));
  };
}

const numerals = /(?<![\w.])\d[\w.']*/g;

function numberOf(numeral: string): string {
  return String(Number(numeral.replaceAll(/[_']|n$/g, "")));
}

function unescaped(text: string): string {
  return text.replaceAll("\\", "");
}

function isAround(character: string, of: TextKind, inFence: boolean): boolean {
  if (of.kind === "hover") return character === "`" && !inFence;
  return character === "`" || character === (of.names ?? "'");
}

function quotedAt(text: string, start: number, around: string | undefined): ServerValue | undefined {
  const quote = text[start] ?? "";
  if (!/["'`]/.test(quote) || (quote === "'" && isApostrophe(text, start))) return undefined;
  const last = lineEnd(text, start);
  for (let at = start + 1; at < last; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote && (quote !== "'" || !isWord(text[at + 1])))
      return { start, end: at + 1, content: text.slice(start + 1, at) };
  }
  // A value that was cut, unless it is the mark of a lifetime or an apostrophe.
  return quote === "'" && around !== '"' ? undefined : { start, end: last, content: text.slice(start + 1, last) };
}

/** As in `don't`; but Python marks strings with letters: `b'…'`. */
function isApostrophe(text: string, at: number): boolean {
  return isWord(text[at - 1]) && !/(?<!\w)[bBfFrRuU]{1,2}$/.test(text.slice(Math.max(0, at - 3), at));
}

function numberAt(text: string, start: number): ServerValue | undefined {
  if (!/\d/.test(text[start] ?? "") || /[\w.$]/.test(text[start - 1] ?? "")) return undefined;
  const [content = ""] = /^\d[\w.]*(?<!\.)/.exec(text.slice(start, start + 400)) ?? [];
  const digits = content.replaceAll(/[^\da-f]/gi, "").length;
  const end = start + content.length;
  return digits < leastDigits ? undefined : { start, end, content };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
