import type { Readable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { checkMessage, refusal, type BadMessage } from "../check-message.ts";
import { trackRequests } from "../open-requests.ts";
import { createLineSplitter } from "../split-lines.ts";

/** The output: any stream, or a part of one. */
export interface LineOutput {
  write(line: string): unknown;
  readonly writableLength: number;
  on(event: "error" | "drain", listener: (error: Error) => void): unknown;
  off(event: "error" | "drain", listener: (error: Error) => void): unknown;
}

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: LineOutput;
  /** Longer lines are refused and skipped. */
  readonly maxLineBytes: number;
  /** How long a client may read nothing. Default: 10 s. */
  readonly unreadMs?: number;
}

const space = 0x20;
/** Once this many bytes are unread by the client, nothing more is read from it. */
const maxWaitingBytes = 16 * 1024 * 1024;
/** While nothing is read from it, its end goes unnoticed; after this long it is considered gone. */
const defaultUnreadMs = 10_000;

/**
 * One message per line, as MCP uses on pipes. The SDK's own transport drops unreadable input silently and
 * closes on a long line; here all input is answered, and the connection stays open.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;
  readonly #options: LineTransportOptions;
  readonly #requests = trackRequests();
  readonly #lines: (chunk: Buffer) => void;
  #closed = false;
  #unreadTimer: NodeJS.Timeout | undefined;

  constructor(options: LineTransportOptions) {
    this.#options = options;
    this.#lines = createLineSplitter(options.maxLineBytes, {
      onLine: (line) => this.#receive(line),
      onTooLong: () => {
        const message = `A line has more than ${options.maxLineBytes} bytes; it was skipped.`;
        this.#refuse({ code: -32_600, message });
      },
    });
  }

  async start(): Promise<void> {
    const { input, output } = this.#options;
    input.on("data", this.#onData);
    input.on("end", this.#onEnd);
    input.on("close", this.#onEnd);
    input.on("error", this.#onFailure);
    output.on("error", this.#onFailure);
    output.on("drain", this.#onDrain);
    if (input.readableEnded || input.destroyed) queueMicrotask(this.#onEnd);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    this.#requests.sent(message);
    this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#unreadTimer);
    const { input, output } = this.#options;
    input.off("data", this.#onData);
    input.off("end", this.#onEnd);
    input.off("close", this.#onEnd);
    output.off("drain", this.#onDrain);
    // The error listeners stay: a late EPIPE must not end the process before it has cleaned up.
    input.pause();
    this.onclose?.();
  }

  readonly #onData = (chunk: Buffer): void => this.#lines(chunk);

  readonly #onEnd = (): void => void this.close();

  readonly #onFailure = (error: Error): void => {
    if (this.#closed) return;
    this.onerror?.(error);
    void this.close();
  };

  readonly #onDrain = (): void => {
    if (this.#closed) return;
    clearTimeout(this.#unreadTimer);
    this.#unreadTimer = undefined;
    this.#options.input.resume();
  };

  #receive(line: Buffer): void {
    if (this.#closed || isBlank(line)) return;
    const checked = checkMessage(line);
    if ("bad" in checked) return this.#refuse(checked.bad);
    const bad = this.#requests.receive(checked.message);
    if (bad !== undefined) return this.#refuse(bad);
    this.onmessage?.(checked.message);
  }

  #refuse(bad: BadMessage): void {
    if (!this.#closed) this.#write(refusal(bad));
  }

  #write(message: unknown): void {
    const { input, output } = this.#options;
    output.write(`${JSON.stringify(message)}\n`);
    if (output.writableLength <= maxWaitingBytes || this.#unreadTimer !== undefined) return;
    const { unreadMs = defaultUnreadMs } = this.#options;
    input.pause();
    this.#unreadTimer = setTimeout(() => {
      this.#onFailure(new Error(`The client has read nothing for ${unreadMs / 1000} s; it is taken for gone.`));
    }, unreadMs);
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte <= space);
}
