import { createProcessRunner } from "toolwright/process";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../command-kit.ts";
import { scriptedServer } from "../scripted-server.ts";
import { connect } from "./connect.ts";

test("places are found in the documents that are open, as they are now", async () => {
  const { ask, connection } = connect({});
  const open = (uri: string, text: string): void =>
    connection.notify("textDocument/didOpen", { textDocument: { uri, languageId: "x", version: 1, text } });
  const find = (): Promise<unknown> =>
    ask("textDocument/references", { textDocument: { uri: "file:///a" }, position: { line: 1, character: 4 } });
  const range = (line: number, character: number) => ({
    start: { line, character },
    end: { line, character: character + 4 },
  });
  open("file:///a", "größe\r\nx = größ + größe\n");
  open("file:///b", "größ");
  expect(await find()).toEqual([
    { uri: "file:///a", range: range(1, 4) },
    { uri: "file:///b", range: range(0, 0) },
  ]);
  const change = { range: { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } }, text: "" };
  connection.notify("textDocument/didChange", {
    textDocument: { uri: "file:///a", version: 2 },
    contentChanges: [change],
  });
  connection.notify("textDocument/didClose", { textDocument: { uri: "file:///b" } });
  expect(await find()).toEqual([
    { uri: "file:///a", range: range(0, 0) },
    { uri: "file:///a", range: range(1, 4) },
  ]);
});

test("each start takes the next script, the last stays", async () => {
  const server = scriptedServer([{ atStart: [{ exit: 3 }] }, { atStart: [{ exit: 4 }] }]);
  const runner = createProcessRunner();
  onTestFinished(async () => void (await runner.close()));
  const scope = runner.openScope();
  const codes: unknown[] = [];
  for (let start = 0; start < 3; start++) codes.push((await scope.spawn(server.file, server.args).exit).exitCode);
  expect(codes).toEqual([3, 4, 4]);
  expect(server.events().filter(({ event }) => event === "started")).toHaveLength(3);
});

test("methods can be answered by turns", async () => {
  const { ask } = connect({ on: { go: [[{ reply: 1 }], [{ error: { code: -32801 } }], [{ reply: 3 }]] } });
  expect(await ask("go")).toBe(1);
  await expect(ask("go")).rejects.toMatchObject({ rpcCode: -32801 });
  expect([await ask("go"), await ask("go")]).toEqual([3, 3]);
});

test.skipIf(process.platform === "win32")("a stubborn one stays until it is forced, its child too", async () => {
  const { ask, child, connection, server } = connect({
    ignoreEnd: true,
    ignoreSignals: ["SIGTERM"],
    on: { shutdown: [], exit: [], go: [{ grandchild: {} }, { eat: 64 * 2 ** 20 }, { reply: 1 }] },
  });
  await ask("go");
  await expect(ask("shutdown", undefined, { timeoutMs: 50 })).rejects.toMatchObject({ code: "timed_out" });
  connection.notify("exit");
  connection.close({ why: "closed", detail: "by the test" });
  expect(await child.memory()).toBeGreaterThan(64 * 2 ** 20);
  expect(await child.kill()).toEqual([]);
  expect(await child.exit).toEqual({ exitCode: null, signal: "SIGKILL" });
  const events = server.events();
  expect(events.map(({ event }) => event)).toEqual(["started", "grandchild", "eaten", "end", "signal"]);
  for (const { pid } of events) expect(pid !== undefined && (await isAlive(pid))).toBe(false);
});
