import type { RunningProcess } from "toolwright";
import { createProcessRunner } from "toolwright/process";
import { onTestFinished } from "vitest";
import type { Connection, ConnectionHandlers } from "../../../src/lsp/wire/connection.ts";
import { openConnection, type ConnectionLimits } from "../../../src/lsp/wire/open-connection.ts";
import { scriptedServer, type Script, type ScriptedServer } from "../scripted-server.ts";

export interface Conversation {
  readonly connection: Connection;
  readonly server: ScriptedServer;
  readonly child: RunningProcess;
  /** Asks with a minute of time unless told. */
  ask(
    method: string,
    params?: unknown,
    options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
  ): Promise<unknown>;
}

/** A running scripted server and a connection to it; the whole tree ends with the test. */
export function connect(
  script: Script,
  handlers: Partial<ConnectionHandlers> = {},
  limits: ConnectionLimits = {},
): Conversation {
  const server = scriptedServer(script);
  const runner = createProcessRunner();
  onTestFinished(async () => void (await runner.close()));
  const child = runner.openScope().spawn(server.file, server.args, { stdin: "pipe" });
  if (child.stdin === null) throw new Error("The server has no stdin.");
  const streams = { input: child.stdin, output: child.stdout };
  const connection = openConnection(streams, { onRequest: () => null, onNotification: () => {}, ...handlers }, limits);
  onTestFinished(() => connection.close({ why: "closed", detail: "by the test" }));
  return {
    connection,
    server,
    child,
    ask: (method, params, options) =>
      connection.request(method, params, { signal: new AbortController().signal, timeoutMs: 60_000, ...options }),
  };
}
