import { expect, test } from "vitest";
import { type Script, scriptedServer } from "../../../test/support/scripted-server.ts";
import { ServerError } from "../wire/connection.ts";
import { scriptedSpec, startScripted, startScriptedProgram, survivorsOf } from "./scripted.test-kit.ts";
import { startKit } from "./server.test-kit.ts";
import { uriOf } from "./uri.ts";

const failures: readonly [string, Script, Pick<ServerError, "code" | "message">][] = [
  [
    "exits before it answers",
    { on: { initialize: [{ stderr: "no license found\n" }, { wait: 50 }, { exit: 3 }] } },
    { code: "closed", message: "its output ended; it exited with code 3. It last wrote:\nno license found" },
  ],
  ["exits at once without a word", { atStart: [{ exit: 0 }] }, { code: "closed", message: "it exited with code 0." }],
  ["never answers", { on: { initialize: [] } }, { code: "timed_out", message: "had no answer within 1000 ms" }],
  [
    "refuses",
    { on: { initialize: [{ error: { code: -32603, message: "no such root" } }] } },
    { code: "server", message: "no such root" },
  ],
  ["writes no protocol", { atStart: [{ raw: "Content-Length: -5\r\n\r\n" }] }, { code: "closed", message: "-5" }],
  ["has no capabilities", { on: { initialize: [{ reply: {} }] } }, { code: "server", message: "has no capabilities" }],
  [
    "counts columns in bytes",
    { capabilities: { positionEncoding: "utf-8" } },
    { code: "server", message: 'it counts columns in "utf-8", though only "utf-16" was offered' },
  ],
];

test.each(failures)("a server that %s is not started, with the reason", async (_, script, { code, message }) => {
  const program = scriptedServer(script);
  const start = startScriptedProgram(program, { limits: { initialize: 1000 } });
  const error = await start.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ServerError);
  expect(error).toMatchObject({ code });
  expect(String(error)).toContain("Scripted could not be started: ");
  expect(String(error)).toContain(message);
  expect(survivorsOf(program)).toEqual([]);
});

test("a program that is not there is named", async () => {
  const program = { file: "no-such-language-server", args: [] };
  await expect(startKit({ spec: scriptedSpec, program })).rejects.toMatchObject({
    code: "closed",
    message: expect.stringContaining('Cannot run "no-such-language-server": it is not on the PATH'),
  });
});

test("a start that is cancelled leaves nothing behind", async () => {
  const controller = new AbortController();
  const program = scriptedServer({ on: { initialize: [{ wait: 60_000 }] }, ignoreSignals: ["SIGTERM"] });
  const start = startScriptedProgram(program, { signal: controller.signal, limits: { grace: 100 } });
  await expect.poll(() => program.received().length).toBe(1);
  controller.abort();
  await expect(start).rejects.toMatchObject({ code: "cancelled" });
  expect(survivorsOf(program)).toEqual([]);
});

test("a server is introduced to us, its root and its settings", async () => {
  const { script, root, server } = await startScripted({}, { settings: { a: { b: 1 } } });
  await expect.poll(() => script.received().length).toBe(3);
  const [first, ...rest] = script.received();
  expect(first).toMatchObject({
    method: "initialize",
    params: {
      processId: process.pid,
      rootUri: uriOf(root),
      workspaceFolders: [{ uri: uriOf(root), name: "project" }],
      capabilities: { general: { positionEncodings: ["utf-16"] } },
    },
  });
  expect(rest).toMatchObject([
    { method: "initialized", params: {} },
    { method: "workspace/didChangeConfiguration", params: { settings: { a: { b: 1 } } } },
  ]);
  expect(server.version).toBe("scripted 1.0");
  expect(script.events()).toMatchObject([{ event: "started", pid: server.pid, cwd: root }]);
});
