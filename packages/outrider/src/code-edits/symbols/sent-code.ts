import { decodeEscapes, stripNumbers } from "../../edits/readings.ts";
import type { CodeText } from "./text/code-text.ts";

/** The code that was sent, or what was probably meant by it. */
export interface SentCode {
  readonly body: string;
  readonly note?: string;
}

/** Ways to read new code: as it is, then with common mistakes corrected. */
export function readingsOf(sent: string, code: Pick<CodeText, "rules" | "text">): readonly [SentCode, ...SentCode[]] {
  const plain = withoutFence(sent, code);
  const others = [readEscapes, readEntities, readNumbered].flatMap((read) => read(plain.body) ?? []);
  const meant = readOperators(plain, code);
  return meant === undefined ? [plain, ...others] : [meant, plain, ...others];
}

/** Code never begins and ends with a fence; in JavaScript it would even be valid, as three template literals. */
function withoutFence(sent: string, { rules }: Pick<CodeText, "rules">): SentCode {
  const [, body] = /^\s*(?:```|~~~)[^\n`]*\n([^]*?)\n?[ \t]*(?:```|~~~)\s*$/.exec(sent) ?? [];
  if (body === undefined || rules.keepsFences === true) return { body: sent };
  return { body, note: "The Markdown fence around `body` was left out." };
}

function readEscapes(body: string): SentCode | undefined {
  if (/[\r\n]/.test(body.trim()) || !/\\[nt]/.test(body)) return undefined;
  return { body: decodeEscapes(body), note: "`body` had its line ends written out as \\n; they were decoded." };
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", apos: "'" };

function readEntities(body: string): SentCode | undefined {
  const decoded = body.replaceAll(/&(lt|gt|amp|quot|apos|#39);/g, (found, name: string) => entities[name] ?? found);
  if (decoded === body) return undefined;
  return { body: decoded, note: "HTML entities in `body` (such as &lt;) were decoded." };
}

const noCode =
  /"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\*[^]*?\*\/|\/\/[^\n]*|(?<![^\s])#[ !][^\n]*/g;

/**
 * Decodes operators sent as entities, outside strings and comments: `a &lt; b` is valid in many languages, but means something
 * else. If the code itself uses that name, `&lt;` is the address of it and is kept.
 */
function readOperators(
  { body, note }: SentCode,
  { rules: { entities: own }, text }: Pick<CodeText, "rules" | "text">,
): SentCode | undefined {
  if (own === "always" || (own === "with tags" && /<\/|\/>|\?>/.test(body))) return undefined;
  const bare = body.replaceAll(noCode, "");
  const found = Array.from(bare.matchAll(operator), ([, name = ""]) => name);
  const isName = (name: string): boolean =>
    new RegExp(`(?<![&\\w])${name}\\b|\\b${name}\\b(?!;)`).test(`${text}\n${bare}`) || text.includes(`&${name};`);
  if (found.length === 0 || found.some(isName)) return undefined;
  const decoded = decodeOutside(body);
  return {
    body: decoded,
    note: [note, "HTML entities in `body` (such as &lt;) were decoded."].filter(Boolean).join(" "),
  };
}

const operator = /&(lt|gt|amp);/g;

function decodeOutside(body: string): string {
  let at = 0;
  const pieces: string[] = [];
  const decode = (code: string): string => code.replaceAll(operator, (found, name: string) => entities[name] ?? found);
  for (const { 0: kept, index } of body.matchAll(noCode)) {
    pieces.push(decode(body.slice(at, index)), kept);
    at = index + kept.length;
  }
  return pieces.join("") + decode(body.slice(at));
}

function readNumbered(body: string): SentCode | undefined {
  const text = stripNumbers(body.replace(/\n$/, ""))?.text;
  if (text === undefined) return undefined;
  return { body: text, note: "The line numbers in front of the lines of `body` were left out." };
}
