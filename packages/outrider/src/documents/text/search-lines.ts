import { once } from "node:events";
import type { Writable } from "node:stream";
import { type ProcessScope, ToolError } from "toolwright";
import { findRipgrep } from "../../workspace/walk/ripgrep.ts";
import type { LineSource } from "./line-source.ts";

export interface FoundLines {
  /** Lines from 0, in order; the first matches from `from` on. */
  readonly lines: readonly number[];
  /** For each line: the number of UTF-8 bytes before its first match. */
  readonly starts: ReadonlyMap<number, number>;
  /** The total number of matching lines, wherever they are. */
  readonly total: number;
}

export interface LineSearch {
  readonly pattern: string;
  /** Lines before this one are only counted. */
  readonly from: number;
  readonly most: number;
  readonly signal: AbortSignal;
}

/** Lines that match a regular expression. It runs in ripgrep, so that no expression can block the server. */
export async function searchLines(
  source: LineSource,
  search: LineSearch,
  processes: Pick<ProcessScope, "spawn">,
): Promise<FoundLines> {
  const args = [
    "--no-config",
    "--text",
    "--line-number",
    "--column",
    "--no-heading",
    "--color=never",
    "--encoding=none",
  ];
  // Only prints line and column numbers, for each match; look-around switches to the other engine.
  const what = ["--only-matching", "--replace=", "--engine=auto", `--regexp=${search.pattern}`, "-"];
  const running = processes.spawn(await findRipgrep(), [...args, ...what], { stdin: "pipe" });
  const complaint = collect(running.stderr);
  const feeding = feed(source, running.stdin, search.signal);
  const lines: number[] = [];
  const starts = new Map<number, number>();
  let total = 0;
  let last = -1;
  let rest = "";
  running.stdout.setEncoding("utf8");
  for await (const chunk of running.stdout) {
    const parts = (rest + String(chunk)).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const [line = 0, column = 0] = part.split(":", 2).map((number) => Number.parseInt(number, 10) - 1);
      if (!Number.isInteger(line) || line === last) continue;
      last = line;
      total += 1;
      if (line < search.from || lines.length >= search.most) continue;
      lines.push(line);
      starts.set(line, column);
    }
  }
  const { exitCode } = await running.exit;
  await feeding;
  search.signal.throwIfAborted();
  if (exitCode !== 0 && exitCode !== 1) throw badPattern(search.pattern, complaint());
  return { lines, starts, total };
}

/** A search that ended early because of an invalid pattern no longer reads its input; that is not a separate error. */
async function feed(source: LineSource, stdin: Writable | null, signal: AbortSignal): Promise<void> {
  if (stdin === null) return;
  let broken = false;
  const onError = (): void => void (broken = true);
  stdin.on("error", onError);
  const closed = once(stdin, "close").catch(onError);
  try {
    for await (const piece of source.pieces(signal)) {
      if (broken || stdin.destroyed) return;
      if (stdin.write(piece)) continue;
      await Promise.race([closed, new Promise((resolve) => void stdin.once("drain", resolve))]);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stdin.end();
  }
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    if (text.length < 4000) text += chunk;
  });
  return () => text.trim();
}

function badPattern(pattern: string, complaint: string): ToolError {
  const lines = complaint.split("\n");
  const reason = lines.find((line) => line.startsWith("error:")) ?? lines.findLast((line) => line.includes("PCRE2"));
  const why = reason?.replace(/^(?:rg: |error: )+/, "") ?? "ripgrep could not read it";
  return new ToolError(
    "bad_pattern",
    `The pattern ${JSON.stringify(pattern.slice(0, 200))} is no valid regular expression: ${why}.`,
  );
}
