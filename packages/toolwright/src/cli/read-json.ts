import type { Readable } from "node:stream";
import { usageError } from "./command.ts";
import { textWidth } from "./text-width.ts";
import { makeVisible } from "./visible-text.ts";

/** The input of a call: an argument, all of stdin for `-`, or `{}` if there is none. */
export async function readJsonInput(argument: string | undefined, stdin: Readable): Promise<unknown> {
  if (argument === undefined) return {};
  if (argument === "-") return parseStdin(await readAll(stdin));
  return parseJson(argument, "The input");
}

function parseStdin(text: string): unknown {
  if (text.trim() === "") throw usageError("stdin was empty; give JSON such as {}");
  return parseJson(text, "stdin");
}

async function readAll(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\ufeff/, "");
}

export function parseJson(text: string, source: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const error = locate(text);
    throw usageError(
      error === undefined ? `${source} is not JSON: ${reason}` : describeJsonError(text, source, error),
      cause,
    );
  }
}

/** Errors in input that is nested too deep are reported without a position. */
function locate(text: string): JsonError | undefined {
  try {
    return findJsonError(text);
  } catch {
    return undefined;
  }
}

function describeJsonError(text: string, source: string, { index, expected }: JsonError): string {
  const before = text.slice(0, index).split("\n");
  const line = before.at(-1) ?? "";
  const place = `${before.length === 1 ? "" : `line ${before.length}, `}column ${line.length + 1}`;
  const got = index >= text.length ? "the end" : JSON.stringify(String.fromCodePoint(text.codePointAt(index) ?? 0));
  const left = excerpt(line.slice(-30)).trimStart();
  const right = excerpt(text.slice(index, index + 30).split("\n")[0] ?? "");
  const caret = " ".repeat(textWidth(left));
  return `${source} is not JSON at ${place}: expected ${expected}, got ${got}.\n  ${left}${right}\n  ${caret}^`;
}

function excerpt(text: string): string {
  return makeVisible(text).replaceAll("\t", " ");
}

/** Where a text stops being JSON, and what is expected there. */
export interface JsonError {
  readonly index: number;
  readonly expected: string;
}

/** Undefined if the text is JSON. Needed because `JSON.parse` reports the position only for some errors. */
export function findJsonError(text: string): JsonError | undefined {
  let at = 0;
  let error: JsonError | undefined;

  function fail(expected: string, index = at): false {
    error ??= { index, expected };
    return false;
  }
  function skip(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  }
  function take(character: string): boolean {
    if (text[at] !== character) return false;
    at += 1;
    skip(space);
    return true;
  }
  function value(): boolean {
    if (take("{")) return items("}", member);
    if (take("[")) return items("]", value);
    if (text[at] === '"') return string();
    if (!skip(scalar)) return fail("a value");
    skip(space);
    return true;
  }
  function items(end: "}" | "]", item: () => boolean): boolean {
    if (take(end)) return true;
    do {
      if (!item()) return false;
    } while (take(","));
    return take(end) || fail(`"," or "${end}"`);
  }
  function member(): boolean {
    if (text[at] !== '"') return fail("a name in double quotes");
    return string() && (take(":") || fail('":"')) && value();
  }
  function string(): boolean {
    at += 1;
    skip(characters);
    if (take('"')) return true;
    if (at >= text.length) return fail('a closing "');
    return fail(
      text[at] === "\\"
        ? String.raw`a valid escape such as \n`
        : String.raw`\n or another escape, no control character`,
    );
  }

  skip(space);
  if (value() && at < text.length) fail("the end");
  return error;
}

const space = /[ \t\n\r]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
// oxlint-disable-next-line no-control-regex
const characters = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
