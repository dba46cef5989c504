import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { settleWithin } from "../../process/settle-within.ts";
import { cleanLine, cleanText } from "../../tool/adopt-tool.ts";
import type { ExitInfo, ProcessScope, RunningProcess } from "../../tool/process-contract.ts";
import { createLineSplitter } from "../split-lines.ts";
import { createInbox } from "./inbox.ts";
import { readMessage, readTooLong, type ReadMessage } from "./read-message.ts";
import type { Redact } from "./redact.ts";
import type { CommandServer } from "./source-options.ts";

/** How a process ended. */
export type ProcessEnd = { readonly exit: ExitInfo } | { readonly failure: unknown };

const maxLineBytes = 16 * 1024 * 1024;
const maxReports = 5;
/** Limit for answers to the server's requests. Our own requests do not count: it may have to write before it reads them. */
const maxUnsent = 1024 * 1024;
const keptStderr = 4096;
const quotedLength = 80;
/** A well-behaved server exits when its input ends; others get a signal. */
const leaveMs = 500;
/** For what a process wrote just before its exit. */
const drainMs = 250;

/**
 * One message per line over the pipes of a process whose whole tree ends with its scope. Unreadable lines are reported
 * and skipped. The SDK treats anything with `pid` and `stderr` as a process and tolerates its silence.
 */
export class ProcessTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  readonly stderr = null;
  readonly #server: CommandServer;
  readonly #scope: ProcessScope;
  readonly #redact: Redact;
  readonly #inbox = createInbox((message) => this.#deliver(message));
  #process: RunningProcess | undefined;
  #lastWords = "";
  #end: ProcessEnd | undefined;
  #ended: Promise<void> = Promise.resolve();
  #reports = 0;
  #unsent = 0;
  #isWaiting = false;

  constructor(server: CommandServer, scope: ProcessScope, redact: Redact) {
    this.#server = server;
    this.#scope = scope;
    this.#redact = redact;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Undefined while the process runs. */
  get end(): ProcessEnd | undefined {
    return this.#end;
  }

  /** What the process last wrote to stderr. */
  get lastWords(): string {
    return this.#redact(cleanText(this.#lastWords)).slice(-keptStderr);
  }

  async start(): Promise<void> {
    const { command, args = [], env = {}, cwd } = this.#server;
    const options = { stdin: "pipe", env, ...(cwd === undefined ? {} : { cwd }) } as const;
    const running = this.#scope.spawn(command, args, options);
    this.#process = running;
    const lines = createLineSplitter(maxLineBytes, {
      onLine: (line) => this.#receiveLine(line.toString()),
      onSkipped: (start, end) => this.#receive(readTooLong(start.toString(), end.toString(), maxLineBytes)),
    });
    running.stdout.on("data", (chunk: Buffer) => {
      lines(chunk);
      // A server that writes faster than we read would starve the host.
      running.stdout.pause();
      setImmediate(() => this.#readOn());
    });
    running.stdout.on("error", (error) => this.#report(error));
    running.stderr.on("error", (error) => this.#report(error));
    running.stderr.setEncoding("utf8").on("data", (text: string) => {
      // Twice as much, so that no secret is cut before it is redacted.
      this.#lastWords = (this.#lastWords + text).slice(-2 * keptStderr);
    });
    this.#ended = this.#waitForEnd(running);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#inbox.sent(message);
    try {
      await this.#writeMessage(message);
    } catch (error) {
      // A pipe breaks a moment before the exit that explains it is known.
      await settleWithin(this.#ended, leaveMs);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#process?.stdin?.end();
    await settleWithin(this.#ended, leaveMs);
    await this.#scope.close();
    // Only a process that the system cannot end takes longer.
    await settleWithin(this.#ended, leaveMs);
  }

  async #writeMessage(message: JSONRPCMessage): Promise<void> {
    const line = `${JSON.stringify(message)}\n`;
    if ("method" in message) return await this.#write(line);
    this.#unsent += line.length;
    try {
      await this.#write(line);
    } finally {
      this.#unsent -= line.length;
      if (this.#isWaiting) this.#readOn();
    }
  }

  /** A server that sends requests but does not read our answers is not read from until it does. */
  #readOn(): void {
    this.#isWaiting = this.#unsent > maxUnsent;
    if (!this.#isWaiting) this.#process?.stdout.resume();
  }

  async #write(line: string): Promise<void> {
    const stdin = this.#process?.stdin;
    if (stdin === undefined || stdin === null || !stdin.writable) throw new Error("The server's input is closed.");
    await new Promise<void>((resolve, reject) => {
      stdin.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }

  async #waitForEnd({ exit, stdout, stderr }: RunningProcess): Promise<void> {
    const closed = [stdout, stderr].map((stream) => new Promise((resolve) => stream.once("close", resolve)));
    const end = await exit.then(
      (info) => ({ exit: info }),
      (failure: unknown) => ({ failure }),
    );
    await settleWithin(Promise.all(closed), drainMs);
    await this.#inbox.emptied();
    this.#end = end;
    // What the server left behind ends with it.
    await this.#scope.close().catch((error: unknown) => this.#report(error));
    this.onclose?.();
  }

  #receiveLine(line: string): void {
    if (line.trim() !== "") this.#receive(readMessage(line));
  }

  #receive(read: ReadMessage): void {
    if ("message" in read) return this.#inbox.add(read.message);
    if (read.answer !== undefined) this.#inbox.add(read.answer);
    const line = cleanLine(this.#redact(cleanLine(read.line.slice(0, keptStderr))), quotedLength);
    this.#report(new Error(`${read.problem} and was skipped: ${JSON.stringify(line)}.`));
  }

  #deliver(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.#report(error);
    }
  }

  /** A server that keeps sending garbage must not fill the log. */
  #report(error: unknown): void {
    this.#reports += 1;
    if (this.#reports > maxReports) return;
    const rest = this.#reports === maxReports ? " Further lines like this are not reported." : "";
    this.onerror?.(new Error(`${error instanceof Error ? error.message : String(error)}${rest}`));
  }
}
