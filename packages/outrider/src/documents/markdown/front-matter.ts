import { parse as parseToml } from "smol-toml";
import { parseDocument } from "yaml";
import { isRecord } from "../../workspace/config/is-record.ts";
import { splitLines, withoutEol } from "../../workspace/text/line-ends.ts";

export interface FrontMatter {
  readonly format: "yaml" | "toml";
  /** 0-based line of the opening fence; always the first of the text. */
  readonly startLine: 0;
  /** First line after the closing fence. */
  readonly endLine: number;
  /** The text between the fences, with its line ends. */
  readonly raw: string;
  /** Offsets of `raw` in the text. */
  readonly rawStart: number;
  readonly rawEnd: number;
  /** Undefined if it cannot be parsed; then `problem` says why. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly problem: string | undefined;
}

// Text between two rules far apart is not front matter, and parsing it would be expensive.
const maxLength = 64 * 1024;

/** Front matter at the very start of a Markdown text; undefined if there is none, or just a rule and prose. */
export function findFrontMatter(text: string): FrontMatter | undefined {
  const opened = /^\uFEFF?(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)/.exec(text);
  if (opened === null) return undefined;
  const [opening = "", fence = ""] = opened;
  const body = splitLines(text.slice(opening.length, opening.length + maxLength));
  const closing = body.findIndex((line) => withoutEol(line).trimEnd() === fence);
  if (closing === -1) return undefined;
  const raw = body.slice(0, closing).join("");
  const rawStart = opening.length;
  const parsed = fence === "+++" ? readToml(raw) : readYaml(raw);
  if (parsed === undefined) return undefined;
  const format = fence === "+++" ? "toml" : "yaml";
  return { format, startLine: 0, endLine: closing + 2, raw, rawStart, rawEnd: rawStart + raw.length, ...parsed };
}

type Parsed = Pick<FrontMatter, "data" | "problem">;

/** Undefined for prose between two rules: YAML reads it as a string, or as a comment if it is a heading. */
function readYaml(raw: string): Parsed | undefined {
  if (raw.trim() === "") return { data: {}, problem: undefined };
  const document = parseDocument(raw, { logLevel: "silent" });
  const [error] = document.errors;
  if (error !== undefined) return { data: undefined, problem: firstLine(error.message) };
  const data = readRecord(() => document.toJS({ maxAliasCount: 100 }));
  if (data === undefined) return undefined;
  return { data, problem: undefined };
}

function readToml(raw: string): Parsed {
  try {
    return { data: parseToml(raw), problem: undefined };
  } catch (error) {
    return { data: undefined, problem: firstLine(error instanceof Error ? error.message : String(error)) };
  }
}

function readRecord(read: () => unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = read();
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}
