import { expect, test } from "vitest";
import { connect } from "../../../test/support/scripted-server/connect.ts";
import type { Script } from "../../../test/support/scripted-server.ts";
import { ServerError } from "./connection.ts";

test("answers twice, under ids never used or of another type, and what is no message are ignored and counted", async () => {
  const { ask, connection } = connect({
    on: {
      go: [
        { replyTo: 77 },
        { replyTo: "1" },
        { replyTo: null },
        { message: 5 },
        { message: { jsonrpc: "2.0", method: "x", id: {} } },
        { message: { jsonrpc: "2.0", method: 3 } },
        { reply: "first" },
        { reply: "second" },
      ],
      after: [{ reply: "fine" }],
    },
  });
  expect(await ask("go")).toBe("first");
  expect(await ask("after")).toBe("fine");
  expect(connection.faults()).toMatchObject({ strayAnswers: 4, malformed: 3 });
});

test("a batch is taken apart", async () => {
  const heard: string[] = [];
  const batch = [{ method: "a" }, { id: 1, result: 7 }, { method: "b" }, [], null];
  const { ask, connection } = connect({ on: { go: [{ batch }] } }, { onNotification: (method) => heard.push(method) });
  expect(await ask("go")).toBe(7);
  expect(heard).toEqual(["a", "b"]);
  expect(connection.faults().malformed).toBe(2);
});

test("log lines on stdout and a few bodies that are no JSON are survived", async () => {
  const { ask, connection } = connect({
    atStart: [{ raw: "Server läuft …\nNode v20\r\n" }],
    on: { go: [{ raw: "working\n" }, { raw: "Content-Length: 4\r\n\r\n{{{{" }, { reply: 1 }] },
  });
  expect(await ask("go")).toBe(1);
  expect(connection.faults()).toMatchObject({ skippedLines: 3, badBodies: 1 });
});

test.each([
  ["a negative length", "Content-Length: -5\r\n\r\n"],
  ["a huge length", "Content-Length: 99999999999\r\n\r\n"],
  ["text on the line of a header", "oops Content-Length: 2\r\n\r\n{}"],
  ["a line without end", "\u0000".repeat(70_000)],
  ["bodies that are no JSON", "Content-Length: 2\r\n\r\n{{".repeat(6)],
])("%s ends the connection, and what is pending is rejected", async (_, raw) => {
  const { ask, connection } = connect({ on: { go: [{ raw }], never: [] } });
  const never = ask("never").catch((error: unknown) => error);
  await expect(ask("go")).rejects.toMatchObject({
    code: "closed",
    message: expect.stringMatching(/^go has no answer: the server sent what is no message, /),
  });
  expect(await never).toMatchObject({ code: "closed" });
  expect(await connection.closed).toMatchObject({ why: "violation" });
  expect(connection.inFlight).toBe(0);
});

test.each<[string, Script, string]>([
  ["exits at once without a word", { atStart: [{ exit: 0 }] }, "its output ended"],
  ["fails at once", { atStart: [{ stderr: "no\n" }, { exit: 1 }] }, "its output ended"],
  ["crashes in the middle of a request", { on: { go: [{ crash: true }] } }, "its output ended"],
  ...closings(),
  [
    "exits in the middle of a message",
    { on: { go: [{ raw: "Content-Length: 500\r\n\r\n{" }, { exit: 0 }] } },
    "its output ended in the middle of a message of which 1 of 500 bytes came",
  ],
  [
    "dies while its child holds its output",
    { on: { go: [{ grandchild: { holdsOutput: true } }, { crash: true }] } },
    "it takes no input any more",
  ],
])("a server that %s is told as gone", async (_, script, detail) => {
  const { ask, connection } = connect({ ...script, on: { never: [], ...script.on } });
  const pending = ["never", "go"].map((method) => ask(method).catch((error: unknown) => error));
  // Writing is what shows that an input is closed.
  connection.notify("padding", "x".repeat(2 ** 20));
  for (const error of await Promise.all(pending)) {
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ message: expect.stringContaining("the server is gone") });
  }
  expect(await connection.closed).toEqual({ why: "ended", detail });
  await expect(ask("late")).rejects.toMatchObject({
    code: "closed",
    message: expect.stringContaining("late was not sent"),
  });
});

test("the last answer of a server that leaves right after it is not lost", async () => {
  const { ask } = connect({ on: { go: [{ big: 2 ** 20 }, { exit: 0 }] } });
  expect(await ask("go")).toHaveLength(2 ** 19);
});

/** Of their own pipes Node programs can close only those of Unix. */
function closings(): [string, Script, string][] {
  if (process.platform === "win32") return [];
  return [
    ["closes its output", { on: { go: [{ closeOutput: true }] } }, "its output ended"],
    ["closes its input", { atStart: [{ closeInput: true }] }, "it takes no input any more"],
  ];
}
