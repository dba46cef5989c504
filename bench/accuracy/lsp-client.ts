/** A language server spoken to plainly: Outrider's wire, and no answer to the server but defaults. */
import { spawn } from "node:child_process";
import { openConnection } from "../../packages/outrider/src/lsp/wire/open-connection.ts";

export interface LspClient {
  readonly request: (method: string, params: unknown) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => void;
  /** Called with every notification of the server. */
  readonly listen: (listener: (method: string, params: unknown) => void) => void;
  readonly close: () => Promise<void>;
}

// A busy machine is slow, not stuck.
const timeoutMs = 300_000;
/** None of ours: what is measured is the server. */
const limits = { maxMessageBytes: 2 ** 29, maxUnreadBytes: 2 ** 29, maxInFlight: Number.MAX_SAFE_INTEGER };

export function startLsp(command: string, args: readonly string[], cwd: string): LspClient {
  const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  let listener: (method: string, params: unknown) => void = () => {};
  const connection = openConnection(
    { input: child.stdin, output: child.stdout },
    { onRequest: answer, onNotification: (method, params) => listener(method, params) },
    limits,
  );
  child.on("error", ({ message }) => connection.close({ why: "ended", detail: message }));
  child.on("close", (code) => connection.close({ why: "ended", detail: `${command} ended with ${code}` }));
  const { signal } = new AbortController();
  return {
    request: (method, params) => connection.request(method, params, { signal, timeoutMs }),
    notify: connection.notify,
    listen: (next) => (listener = next),
    async close() {
      child.kill();
      await ended;
    },
  };
}

/** No settings, no folders, nothing registered: the servers then use their defaults. */
function answer(method: string, params: unknown): unknown {
  if (method !== "workspace/configuration") return null;
  const { items } = Object(params);
  return Array.isArray(items) ? items.map(() => null) : [];
}
