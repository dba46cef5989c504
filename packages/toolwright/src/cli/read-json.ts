import type { Readable } from "node:stream";
import { usageError } from "./exit-code.ts";
import { findJsonError, type JsonError } from "./find-json-error.ts";
import { makeVisible } from "./styled-text.ts";
import { textWidth } from "./text-width.ts";

/** The input of a call: an argument, all of stdin for `-`, or `{}` when there is none. */
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
    throw usageError(error === undefined ? `${source} is not JSON: ${reason}` : describe(text, source, error), cause);
  }
}

/** Input that is nested too deep to be searched is told without a place. */
function locate(text: string): JsonError | undefined {
  try {
    return findJsonError(text);
  } catch {
    return undefined;
  }
}

function describe(text: string, source: string, { index, expected }: JsonError): string {
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
