import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { joinPieces, type Pieces, wantsColour } from "./styled-text.ts";
import { fitText } from "./text-width.ts";
import { makeVisible } from "./visible-text.ts";

/** A stream that may be a terminal, with its width. */
export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A stream that may be a terminal. */
export interface InputStream extends Readable {
  readonly isTTY?: boolean;
  /** Keys one by one, without an echo. */
  setRawMode?(isRaw: boolean): unknown;
}

/** The three streams of a program; `process` has them. */
export interface CliStreams {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** What a command writes to and asks questions through. */
export interface Terminal {
  readonly stdin: InputStream;
  /** For an editor of lines, which draws by itself. */
  readonly stderr: OutputStream;
  /** Width of stdout; undefined if it is not a terminal and nothing has to fit. */
  readonly columns: number | undefined;
  /** Whether a person is there to answer. */
  readonly canAsk: boolean;
  /** Writes to stdout and resolves when it is written; escaped on a terminal, as is otherwise. */
  print(text: string): Promise<void>;
  /** The same with styles, which only a terminal shows, unless NO_COLOR is set. */
  printPieces(pieces: Pieces): Promise<void>;
  /** A piece of a text to stdout, without an end of its line. */
  write(text: string): Promise<void>;
  /** Writes a line to stderr. */
  tell(text: string): Promise<void>;
  /** The same with styles. */
  tellPieces(pieces: Pieces): Promise<void>;
  /** Asks on stderr and reads a line; undefined if there is none or `signal` aborts. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
  /** Aborts when nobody reads stdout any more, as in `| head -1`: only a write to it tells. */
  readonly readerGone: AbortSignal;
  /** Replaces or removes the line at the bottom of stderr; does nothing if stderr is not a terminal. */
  status(compose: ((columns: number) => string) | undefined): void;
}

const eraseLine = "\r\u001b[K";
const defaultColumns = 80;

export function openTerminal(
  { stdin, stdout, stderr }: CliStreams,
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  const outIsTerminal = stdout.isTTY === true;
  const errIsTerminal = stderr.isTTY === true;
  const showsStatus = errIsTerminal && env["TERM"] !== "dumb";
  const coloured = outIsTerminal && wantsColour(env);
  const errColoured = errIsTerminal && wantsColour(env);
  const gone = new AbortController();
  const toOutput = (text: string): Promise<void> => write(stdout, text, () => gone.abort());
  let hasStatus = false;
  /** The cursor of the terminal stands behind a text that may go on. */
  let isMidLine = false;
  guard(stdout);
  guard(stderr);

  function clear(): string {
    const prefix = hasStatus ? eraseLine : "";
    hasStatus = false;
    return prefix;
  }

  async function toError(pieces: Pieces): Promise<void> {
    const prefix = isMidLine && errIsTerminal ? "\n" : "";
    if (prefix !== "") isMidLine = false;
    const text = joinPieces(pieces, errColoured, errIsTerminal ? makeVisible : (words) => words);
    // If nothing reads stderr any more, the exit code still tells.
    await write(stderr, clear() + prefix + text).catch(() => {});
  }

  async function printPieces(pieces: Pieces): Promise<void> {
    if (hasStatus) stderr.write(clear());
    const text = joinPieces(pieces, coloured, outIsTerminal ? makeVisible : (words) => words);
    if (text !== "") await toOutput(endLine(text));
  }

  return {
    stdin,
    stderr,
    // A pseudo-terminal may have no size.
    columns: outIsTerminal ? stdout.columns || defaultColumns : undefined,
    canAsk: stdin.isTTY === true && errIsTerminal,
    print: (text) => printPieces([text]),
    printPieces,
    async write(text) {
      if (hasStatus) stderr.write(clear());
      if (text === "") return;
      if (outIsTerminal) isMidLine = !text.endsWith("\n");
      await toOutput(outIsTerminal ? makeVisible(text) : text);
    },
    tell: (text) => toError([endLine(text)]),
    tellPieces: (pieces) => toError([...pieces, "\n"]),
    async ask(question, signal) {
      await toError([question]);
      return await readLine(stdin, signal);
    },
    readerGone: gone.signal,
    status(compose) {
      if (!showsStatus || isMidLine) return;
      if (compose === undefined) {
        if (hasStatus) stderr.write(clear());
        return;
      }
      // The last column stays free: a full line would wrap and could not be erased.
      const columns = (stderr.columns || defaultColumns) - 1;
      hasStatus = true;
      stderr.write(eraseLine + fitText(makeVisible(compose(columns)), columns));
    },
  };
}

const guarded = new WeakSet<Writable>();

/** The writer handles failed writes; an unhandled event would end the process. */
function guard(stream: Writable): void {
  if (guarded.has(stream)) return;
  guarded.add(stream);
  stream.on("error", () => {});
}

// The reader has gone, as in `| head -1`, or the terminal was closed: not our failure.
const readerGone = new Set<unknown>(["EPIPE", "EIO", "ERR_STREAM_DESTROYED"]);

async function write(stream: Writable, text: string, onGone?: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) return resolve();
      if (!("code" in error && readerGone.has(error.code))) return reject(error);
      onGone?.();
      resolve();
    });
  });
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Without our own line editing: the terminal's keeps Ctrl-C a signal. */
async function readLine(stdin: Readable, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return undefined;
  const lines = createInterface({ input: stdin, terminal: false });
  const onAbort = (): void => lines.close();
  signal.addEventListener("abort", onAbort);
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(undefined));
    });
  } finally {
    signal.removeEventListener("abort", onAbort);
    lines.close();
  }
}
