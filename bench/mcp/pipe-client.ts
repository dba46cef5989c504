/**
 * An MCP client of nothing but a pipe, so that only the server is measured. Every wait has a deadline, and every child
 * is ended by its own pid: by end of input first, then by SIGKILL, and at the latest when this process ends.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

export type Era = "legacy" | "modern";

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: {
    readonly tools?: readonly { readonly name: string; readonly inputSchema: { additionalProperties?: unknown } }[];
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: Error) => void;
}

const startDeadlineMs = 30_000;
const callDeadlineMs = 10_000;
const endGraceMs = 2_000;
const clientInfo = { name: "bench", version: "1.0.0" };
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": clientInfo,
};

// What MCP clients hand on; above all no NODE_COMPILE_CACHE, and no NODE_EXTRA_CA_CERTS, which Node 20 reads at start.
const inherited = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "SYSTEMROOT", "APPDATA", "TEMP", "USERPROFILE"];
const environment = Object.fromEntries(
  inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);

const alive = new Set<ChildProcessWithoutNullStreams>();
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.on(signal, () => process.exit(code));

export class PipeClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #era: Era;
  #waiting: Waiting | undefined;
  #ended: string | undefined;
  #unread = "";
  #complaints = "";
  #lastId = 0;

  constructor(script: string, era: Era) {
    this.#era = era;
    this.#child = spawn(process.execPath, [script], { env: environment, stdio: "pipe" });
    alive.add(this.#child);
    this.#child.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#read(chunk));
    this.#child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      this.#complaints = (this.#complaints + chunk).slice(-2_000);
    });
    // A dead server's pipe reports itself through "close".
    this.#child.stdin.on("error", () => {});
    this.#child.on("error", (error) => this.#fail(error.message));
    this.#child.on("close", (code, signal) => {
      alive.delete(this.#child);
      this.#fail(`it ended with ${signal ?? `code ${code}`}`);
    });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error("The server did not start.");
    return this.#child.pid;
  }

  /** The way from a started process to its list of tools. */
  async start(): Promise<void> {
    if (this.#era === "legacy") {
      const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
      await this.#request("initialize", params, startDeadlineMs);
      this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    }
    const answer = await this.#request("tools/list", {}, startDeadlineMs);
    const [tool, ...others] = answer.result?.tools ?? [];
    if (tool?.name !== "echo" || others.length > 0 || tool.inputSchema.additionalProperties !== false)
      throw new Error(`Expected one tool "echo" with a strict schema, got ${JSON.stringify(answer)}`);
  }

  /** One call; microseconds from writing it to having its answer. */
  async echo(): Promise<number> {
    const text = `text of call ${this.#lastId}`;
    const startedAt = performance.now();
    const answer = await this.#request("tools/call", { name: "echo", arguments: { text } }, callDeadlineMs);
    const elapsed = performance.now() - startedAt;
    const { result } = answer;
    if (result === undefined || result.isError === true || result.content?.[0]?.text !== text)
      throw new Error(`Expected the text ${JSON.stringify(text)}, got ${JSON.stringify(answer)}`);
    return elapsed * 1_000;
  }

  /** A server that does not validate would win unfairly. */
  async expectRefusal(input: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await this.#request("tools/call", { name: "echo", arguments: input }, callDeadlineMs);
    if (answer.error === undefined && answer.result?.isError !== true)
      throw new Error(`Expected ${JSON.stringify(input)} to be refused, got ${JSON.stringify(answer)}`);
  }

  /** Resolves when the process is gone. */
  async end(): Promise<void> {
    if (!alive.has(this.#child)) return;
    const closed = new Promise<boolean>((resolve) => this.#child.once("close", () => resolve(true)));
    this.#child.stdin.end();
    if (await within(closed, endGraceMs)) return;
    this.#child.kill("SIGKILL");
    if (!(await within(closed, endGraceMs))) throw new Error(`Process ${this.pid} did not end.`);
  }

  #request(method: string, params: Readonly<Record<string, unknown>>, deadlineMs: number): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    const full = this.#era === "modern" ? { ...params, _meta: envelope } : params;
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(new Error(this.#ended));
      const timer = setTimeout(() => this.#fail(`no answer to ${method} within ${deadlineMs} ms`), deadlineMs);
      const settle =
        <Value>(then: (value: Value) => void) =>
        (value: Value) => {
          clearTimeout(timer);
          then(value);
        };
      this.#waiting = { resolve: settle(resolve), reject: settle(reject) };
      this.#send({ jsonrpc: "2.0", id, method, params: full });
    });
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #read(chunk: string): void {
    this.#unread += chunk;
    for (let end = this.#unread.indexOf("\n"); end !== -1; end = this.#unread.indexOf("\n")) {
      const line = this.#unread.slice(0, end);
      this.#unread = this.#unread.slice(end + 1);
      this.#take(line);
    }
  }

  /** Notifications and the server's own requests pass by; only the answer to the one open request counts. */
  #take(line: string): void {
    // Whoever asked checks the fields; a line that is no JSON ends the run.
    const answer = JSON.parse(line) as Answer;
    if (answer.id !== this.#lastId || answer.method !== undefined) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(answer);
  }

  #fail(reason: string): void {
    this.#ended ??= `${reason}; stderr: ${this.#complaints.trim() || "empty"}`;
    this.#waiting?.reject(new Error(this.#ended));
    this.#waiting = undefined;
  }
}

async function within(closed: Promise<boolean>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const met = await Promise.race([closed, late]);
  clearTimeout(timer);
  return met;
}
