import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Session } from "./session.ts";

export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

export interface McpClient {
  /** The answer, and what the person was asked on the way to it. */
  request(method: string, params?: unknown): Promise<{ readonly answer: Message; readonly asked: readonly unknown[] }>;
  notify(method: string): void;
  close(): Promise<void>;
}

const longestAnswerMs = 120_000;

/** The program as a client starts it, spoken to without any library: what is compared is what is on the wire. */
export async function openMcpClient(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  person: Session["person"],
): Promise<McpClient> {
  const child = spawn(process.execPath, argv, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<unknown, (answer: Message) => void>();
  const stderr: string[] = [];
  let asked: unknown[] = [];
  let lastId = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  child.stdin.on("error", () => {});
  createInterface(child.stderr).on("line", (line) => stderr.push(line));
  createInterface(child.stdout).on("line", (line) => {
    const message: Message = JSON.parse(line);
    if (message.method === undefined) return waiting.get(message.id)?.(message);
    if (message.id === undefined) return undefined;
    asked.push({ method: message.method, params: message.params });
    return send({ id: message.id, result: { action: person === "accepts" ? "accept" : "decline", content: {} } });
  });
  const ended = once(child, "exit");

  const client: McpClient = {
    async request(method, params) {
      asked = [];
      lastId += 1;
      const id = lastId;
      const answer = await new Promise<Message>((resolve, reject) => {
        const fail = (why: string): void =>
          reject(new Error(`${method} ${JSON.stringify(params)}: ${why}\n${stderr.join("\n")}`));
        const timer = setTimeout(() => fail(`no answer within ${longestAnswerMs / 1000} s`), longestAnswerMs);
        void ended.then(() => fail("the program ended"));
        waiting.set(id, (message) => {
          clearTimeout(timer);
          resolve(message);
        });
        send({ id, method, params });
      });
      waiting.delete(id);
      return { answer, asked };
    },
    notify: (method) => send({ method }),
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
      await ended;
      clearTimeout(timer);
    },
  };
  return client;
}
