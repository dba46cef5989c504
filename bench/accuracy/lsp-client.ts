/** The least of a language server's client: frames over stdio, requests, and an answer to whatever the server asks. */
import { spawn } from "node:child_process";

export interface LspClient {
  readonly request: (method: string, params: unknown) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => void;
  /** Called with every notification of the server. */
  readonly listen: (listener: (method: string, params: unknown) => void) => void;
  readonly close: () => Promise<void>;
}

/** Any message of JSON-RPC; of what servers ask only the configuration is looked into. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

// A busy machine is slow, not stuck.
const patience = 300_000;

export function startLsp(command: string, args: readonly string[], cwd: string): LspClient {
  const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, { done: (value: unknown) => void; fail: (error: Error) => void }>();
  const ended = new Promise<void>((done) => child.on("close", () => done()));
  let listener: (method: string, params: unknown) => void = () => {};
  let received = Buffer.alloc(0);
  let next = 1;
  const fail = (error: Error): void => {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  };
  child.on("error", fail);
  child.on("close", (code) => fail(new Error(`${command} ended with ${code}`)));
  child.stdin.on("error", fail);
  child.stdout.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let message = take(); message !== undefined; message = take()) receive(message);
  });

  function take(): Message | undefined {
    const end = received.indexOf("\r\n\r\n");
    if (end === -1) return undefined;
    const length = Number(/content-length: *(\d+)/i.exec(received.toString("latin1", 0, end))?.[1]);
    if (received.length < end + 4 + length) return undefined;
    const body = received.toString("utf8", end + 4, end + 4 + length);
    received = received.subarray(end + 4 + length);
    return JSON.parse(body);
  }

  function receive({ id, method, params, result, error }: Message): void {
    if (method === undefined) {
      const asked = waiting.get(id ?? 0);
      waiting.delete(id ?? 0);
      if (error === undefined) asked?.done(result);
      else asked?.fail(new Error(error.message));
      return;
    }
    if (id === undefined) return listener(method, params);
    // No settings, no folders, nothing registered: the servers then use their defaults.
    send({ id, result: method === "workspace/configuration" ? (params?.items ?? []).map(() => null) : null });
  }

  function send(message: Record<string, unknown>): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  function request(method: string, params: unknown): Promise<unknown> {
    const id = next++;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`${command}: no answer to ${method} in ${patience} ms`)), patience);
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        act();
      };
      waiting.set(id, { done: (value) => settle(() => done(value)), fail: (error) => settle(() => fail(error)) });
      send({ id, method, params });
    });
  }

  async function close(): Promise<void> {
    child.kill();
    await ended;
  }

  return {
    request,
    notify: (method, params) => send({ method, params }),
    listen: (next) => (listener = next),
    close,
  };
}
