import { setImmediate as nextTurn } from "node:timers/promises";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { allowingKernel, floodServer, openFixture } from "./fixtures/sources.ts";
import { createInbox, type Inbox } from "./inbox.ts";

const jsonrpc = "2.0";
const log: JSONRPCMessage = { jsonrpc, method: "notifications/message", params: { level: "info", data: "x" } };

function callOf(id: number): JSONRPCMessage {
  return { jsonrpc, id, method: "tools/call", params: { name: "act", _meta: { progressToken: id } } };
}

function progressOf(progressToken: unknown): JSONRPCMessage {
  return { jsonrpc, method: "notifications/progress", params: { progressToken, progress: 1 } };
}

function answerTo(id: number): JSONRPCMessage {
  return { jsonrpc, id, result: {} };
}

/** An inbox with these calls open, and what it has handed on. */
function openInbox(...calls: readonly number[]): { readonly inbox: Inbox; readonly seen: JSONRPCMessage[] } {
  const seen: JSONRPCMessage[] = [];
  const inbox = createInbox((message) => seen.push(message));
  for (const id of calls) inbox.sent(callOf(id));
  return { inbox, seen };
}

verifies("tool-source:flood", "no notification is kept, and an answer among many waits for one moment", async () => {
  const { inbox, seen } = openInbox(1, 2);
  const many = Array.from({ length: 10_000 }, (_, at) => (at % 2 === 0 ? log : progressOf(1)));
  for (const message of [...many, answerTo(2), ...many]) inbox.add(message);
  expect(seen).toEqual([...many, ...many]);
  await nextTurn();
  expect(seen.at(-1)).toEqual(answerTo(2));
});

verifies("tool-source:flood", "progress of a call that is not open is dropped", async () => {
  const { inbox, seen } = openInbox(1, 2, 3);
  inbox.sent({ jsonrpc, id: 4, method: "tools/list" });
  inbox.sent({ jsonrpc, method: "notifications/cancelled", params: { requestId: 2 } });
  inbox.add(answerTo(3));
  for (const token of [1, 2, 3, 4, "elsewhere", undefined]) inbox.add(progressOf(token));
  await inbox.emptied();
  expect(seen).toEqual([answerTo(3), progressOf(1)]);
});

verifies("tool-source:progress", "answers keep their order and follow the progress that came before", async () => {
  const { inbox, seen } = openInbox(1, 2, 3);
  const messages = [answerTo(1), progressOf(2), answerTo(2), answerTo(3)];
  for (const message of messages) inbox.add(message);
  expect(seen).toEqual(messages.slice(0, 2));
  await inbox.emptied();
  expect(seen).toEqual(messages);
});

verifies(
  "tool-source:flood",
  "calls of a server that never stops talking are answered, with their progress",
  async () => {
    const { source, faults } = await openFixture(floodServer, { callTimeoutMs: 120_000 });
    const kernel = allowingKernel(source.tools);
    for (let round = 0; round < 2; round += 1) {
      const reports: unknown[] = [];
      const options = { onProgress: (report: unknown) => reports.push(report) };
      expect(await kernel.call("far__act", {}, options)).toMatchObject({ status: "ok", text: "done" });
      expect(reports.at(-1)).toMatchObject({ done: 3 });
    }
    expect(faults).toEqual([]);
  },
);
