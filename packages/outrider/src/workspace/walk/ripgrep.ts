import { getDefaultHighWaterMark, setDefaultHighWaterMark } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { isToolError, ToolError, type ProcessScope, type RunningProcess } from "toolwright";

export type Spawner = Pick<ProcessScope, "spawn">;

export interface RipgrepRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Called once if ripgrep ended on its own. */
  readonly onEnd?: (end: RipgrepEnd) => void;
  /** The program. Default: the one from `@vscode/ripgrep`. */
  readonly file?: string;
}

export interface RipgrepEnd {
  /** 0: matches, 1: no matches, 2: an error, though perhaps only with a few files. */
  readonly exitCode: number | null;
  /** Its error message; empty if it merely could not read some files. */
  readonly complaint: string;
}

const longestComplaint = 8_000;
const smallChunk = 16_384;
/** After a longer pause the pipe would be full of small writes, and ripgrep would have to wait. */
const gatherMs = 1;

/** Runs ripgrep and yields its output as it arrives. It ends when its reader stops, or by the signal. */
export async function* readRipgrep(processes: Spawner, run: RipgrepRun): AsyncGenerator<Buffer, void, undefined> {
  run.signal.throwIfAborted();
  const file = run.file ?? (await findRipgrep());
  // No external settings: only we decide what a search excludes.
  const env = { RIPGREP_CONFIG_PATH: undefined };
  const running = withoutReadAhead(() => processes.spawn(file, ["--no-config", ...run.args], { cwd: run.cwd, env }));
  const onAbort = (): void => void running.kill();
  run.signal.addEventListener("abort", onAbort, { once: true });
  const complaint = collectText(running);
  let ended = false;
  try {
    let isFirst = true;
    for await (const chunk of running.stdout) {
      const bytes = toBuffer(chunk);
      yield bytes;
      // Ripgrep writes once per file: a short pause collects several writes.
      if (!isFirst && bytes.length < smallChunk) await pause(gatherMs);
      isFirst = false;
    }
    const { exitCode } = await running.exit;
    ended = true;
    run.signal.throwIfAborted();
    run.onEnd?.({ exitCode, complaint: complaint() });
  } catch (error) {
    run.signal.throwIfAborted();
    throw explainStart(error);
  } finally {
    run.signal.removeEventListener("abort", onAbort);
    if (!ended) await running.kill();
  }
}

/**
 * Streams created by `make` read only on demand. Otherwise Node would wake up for each of ripgrep's
 * thousands of small writes, on the very cores that ripgrep uses, however rarely we read.
 */
function withoutReadAhead<Value>(make: () => Value): Value {
  const usual = getDefaultHighWaterMark(false);
  setDefaultHighWaterMark(false, 1);
  try {
    return make();
  } finally {
    setDefaultHighWaterMark(false, usual);
  }
}

/** The path of the program in the platform package of `@vscode/ripgrep`. */
export async function findRipgrep(): Promise<string> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch (cause) {
    throw noRipgrep("it is not installed", cause);
  }
}

function explainStart(error: unknown): unknown {
  if (!isToolError(error)) return error;
  if (error.code === "command_not_found") return noRipgrep("the program is missing", error);
  if (error.code === "command_not_executable") return noRipgrep("it cannot be run on this system", error);
  return error;
}

function noRipgrep(why: string, cause: unknown): ToolError {
  const wanted = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  return new ToolError(
    "no_ripgrep",
    `Outrider searches with ripgrep, and ${why}. Ask the person to reinstall Outrider with its optional packages (npm install --include=optional), so that ${wanted} is there.`,
    { cause },
  );
}

function collectText(running: RunningProcess): () => string {
  let text = "";
  running.stderr.setEncoding("utf8");
  running.stderr.on("data", (chunk: string) => {
    if (text.length < longestComplaint) text = (text + chunk).slice(0, longestComplaint);
  });
  running.stderr.on("error", () => {});
  return () => text.trim();
}

function toBuffer(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}
