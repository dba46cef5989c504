import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** What the server does, in order. Of a method that was not scripted it does what is usual. */
export type Step =
  /** The answer to the request that the steps belong to; twice in a list, it answers twice. */
  | { readonly reply: unknown }
  /** Its params as the answer. */
  | { readonly echo: true }
  /** An answer under an id of the script's choice. */
  | { readonly replyTo: unknown; readonly value?: unknown }
  | { readonly error: { readonly code: unknown; readonly message?: string; readonly data?: unknown } }
  /** Any message as it is, framed. */
  | { readonly message: unknown }
  | { readonly batch: readonly unknown[] }
  /** An answer of so many bytes. */
  | { readonly big: number }
  /** Every place of the word in the opened documents. */
  | { readonly places: true }
  /** Milliseconds; a `$/cancelRequest` ends it with -32800 unless `ignoreCancel`. */
  | { readonly wait: number }
  /** Straight to stdout: log lines, garbage, headers that lie. */
  | { readonly raw: string }
  /** `perSecond`: without end. */
  | { readonly notify: string; readonly params?: unknown; readonly times?: number; readonly perSecond?: number }
  /** A request to the client; the next step waits for the answer, which `answers()` shows. */
  | { readonly ask: string; readonly params?: unknown }
  | { readonly exit: number }
  /** As by SIGKILL. */
  | { readonly crash: true }
  | { readonly stopReading: true }
  | { readonly closeInput: true }
  | { readonly closeOutput: true }
  | { readonly stderr: string }
  /** Blocks the server for so many milliseconds. */
  | { readonly spin: number }
  /** Bytes of memory that it takes and keeps. */
  | { readonly eat: number }
  /** A process in a session of its own that ignores what can be ignored; `events()` has its pid. */
  | { readonly grandchild: { readonly holdsOutput?: boolean } };

export interface Script {
  /** Before it reads anything. */
  readonly atStart?: readonly Step[];
  /** By method, requests and notifications; `[]` does nothing and never answers. A list of lists is taken in turn, the last for ever. */
  readonly on?: Readonly<Record<string, readonly Step[] | readonly (readonly Step[])[]>>;
  readonly capabilities?: unknown;
  readonly serverInfo?: unknown;
  readonly exitCode?: number;
  readonly ignoreSignals?: readonly string[];
  /** Stays when its input ends. */
  readonly ignoreEnd?: boolean;
  readonly ignoreCancel?: boolean;
  /** False: `received()` stays empty, for floods. */
  readonly record?: boolean;
  /** After so long it leaves in any case. */
  readonly lifeMs?: number;
}

export interface Received {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface ScriptedServer {
  /** The program and its arguments. */
  readonly file: string;
  readonly args: readonly string[];
  /** Every message that reached it, over all its runs. */
  received(): readonly Received[];
  /** What the client answered to its requests. */
  answers(): readonly { readonly method: string; readonly result?: unknown; readonly error?: unknown }[];
  /** "started" with `pid`, "grandchild" with `pid`, "signal", "end", "eaten". */
  events(): readonly { readonly event: string; readonly pid?: number; readonly [more: string]: unknown }[];
}

/**
 * A language server that follows a script; of several, each start takes the next and the last stays. Its files go with
 * the test; outside of one, name a directory of your own.
 */
export function scriptedServer(script: Script | readonly Script[] = {}, directory = ownDirectory()): ScriptedServer {
  const [scriptFile, log] = [join(directory, "script.json"), join(directory, "log.jsonl")];
  writeFileSync(scriptFile, JSON.stringify({ runs: Array.isArray(script) ? script : [script] }));
  const entries = (): readonly Entry[] =>
    existsSync(log) ? readFileSync(log, "utf8").split("\n").flatMap(parseEntry) : [];
  return {
    file: process.execPath,
    args: [fileURLToPath(new URL("scripted-server/server.mjs", import.meta.url)), scriptFile, log],
    received: () => entries().flatMap((entry) => entry.message ?? []),
    answers: () => entries().flatMap((entry) => entry.answer ?? []),
    events: () => entries().flatMap(({ event, ...more }) => (event === undefined ? [] : [{ event, ...more }])),
  };
}

function ownDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "scripted-server-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

interface Entry {
  readonly message?: Received;
  readonly answer?: { readonly method: string; readonly result?: unknown; readonly error?: unknown };
  readonly event?: string;
  readonly pid?: number;
}

/** The last line may be half written while the server runs. */
function parseEntry(line: string): readonly Entry[] {
  try {
    const entry: Entry = JSON.parse(line);
    return [entry];
  } catch {
    return [];
  }
}
