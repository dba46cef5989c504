import { settleWithin } from "../../process/settle-within.ts";
import { createLineSplitter } from "../../mcp/split-lines.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { RunningProcess } from "../../tool/process-contract.ts";
import { parseJson } from "../parse-json.ts";
import { type Beside, createBeside, createWaiting, isTooDeep, noteUnasked, tooDeep, type Wire } from "./wire.ts";

/** The pipes of a server's process, with what only they can show. */
export interface StdioWire extends Wire {
  /** Closes its input, as a client that leaves does. */
  closeInput(): void;
  /** What it last wrote to stderr. */
  lastWords(): string;
}

const maxLineBytes = 32 * 1024 * 1024;
/** A server that floods is left alone after this much, or it would cost more than it shows. */
const maxReadBytes = 512 * 1024 * 1024;
const maxLines = 200_000;
const keptNoise = 20;
const keptStderr = 4096;
/** Between the end of a process and that of its output, which may come in either order. */
const drainMs = 250;

/** One message a line. What is no message is counted. */
export function openStdioWire(running: RunningProcess): StdioWire {
  const waiting = createWaiting();
  const beside = createBeside();
  let end: string | undefined;
  let words = "";

  function finish(how: string): void {
    end ??= how;
    waiting.end(how);
  }

  function receive(line: string): void {
    if (line.trim() === "") return;
    const message = parse(line);
    if (message === undefined) return addNoise(beside, line);
    if (isTooDeep(message)) return waiting.fail(message["id"], tooDeep);
    if (noteUnasked(beside, message)) return answerQuestion(message);
    waiting.answer(message["id"], message);
  }

  function answerQuestion({ id, method }: JsonObject): void {
    if (id === undefined) return;
    const answer =
      method === "ping" ? { result: {} } : { error: { code: -32_601, message: "The audit answers no questions." } };
    send(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  }

  function send(line: string): void {
    const { stdin } = running;
    // A server that does not read must not fill our memory with its own questions.
    if (stdin === null || !stdin.writable || stdin.writableLength > maxLineBytes * 4) return;
    stdin.write(`${line}\n`);
  }

  readLines(running, beside, receive, finish);
  running.stderr.on("error", () => {});
  running.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-keptStderr);
  });
  const closed = new Promise<void>((resolve) => running.stdout.once("close", () => resolve()));
  const exited = running.exit.then(
    ({ exitCode, signal }) => (signal === null ? `it exited with code ${exitCode}` : `it was ended by ${signal}`),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  // The exit that mostly follows says more than that the output was closed.
  running.stdout.once("end", () => {
    void settleWithin(exited, drainMs).then((how) => finish(how ?? "it closed its output"));
  });
  void exited.then(async (how) => {
    await settleWithin(closed, drainMs);
    finish(how);
  });

  return {
    transport: "stdio",
    beside,
    open(method, params, { timeoutMs }) {
      const request = waiting.open(timeoutMs);
      if (end === undefined) send(JSON.stringify({ jsonrpc: "2.0", id: request.id, method, params }));
      return request;
    },
    notify: (method, params) => send(JSON.stringify({ jsonrpc: "2.0", method, params })),
    sendRaw: send,
    ended: () => end,
    lastWords: () => words,
    closeInput: () => void running.stdin?.end(),
    async close() {
      running.stdin?.end();
      await running.kill();
      finish("the audit ended it");
    },
  };
}

/** Every chunk in a turn of its own, so that no server can keep the audit from its deadlines. */
function readLines(
  { stdout }: RunningProcess,
  beside: Beside,
  receive: (line: string) => void,
  finish: (how: string) => void,
): void {
  let bytes = 0;
  let lines = 0;
  const split = createLineSplitter(maxLineBytes, {
    onLine(line) {
      lines += 1;
      receive(line.toString());
    },
    onSkipped: (start) => addNoise(beside, `${start.toString()}… (more than ${maxLineBytes} bytes)`),
  });
  stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    split(chunk);
    stdout.pause();
    if (bytes > maxReadBytes || lines > maxLines) {
      return finish(`it wrote ${bytes} bytes in ${lines} lines, and the audit stopped reading`);
    }
    setImmediate(() => stdout.resume());
  });
  stdout.on("error", () => {});
}

function parse(line: string): JsonObject | undefined {
  const value = parseJson(line);
  return isJsonObject(value) && value["jsonrpc"] === "2.0" ? value : undefined;
}

function addNoise(beside: Beside, line: string): void {
  beside.noiseLines += 1;
  if (beside.noise.length < keptNoise) beside.noise.push(line.slice(0, 400));
}
