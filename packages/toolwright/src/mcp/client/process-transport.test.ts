import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createProcessRunner } from "../../process/runner.ts";
import { floodServer } from "./fixtures/sources.ts";
import { ProcessTransport } from "./process-transport.ts";

verifies("tool-source:flood", "however much a server writes, only a few pages are read in one turn", async () => {
  const runner = createProcessRunner();
  onTestFinished(async () => void (await runner.close()));
  const transport = new ProcessTransport(floodServer, runner.openScope({}), (text) => text);
  const seen: unknown[] = [];
  transport.onmessage = (message) => void seen.push(message);
  await transport.start();
  await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  let most = 0;
  while (seen.length < 50_000) {
    const before = seen.length;
    await nextTurn();
    most = Math.max(most, seen.length - before);
  }
  // Two chunks of 64 KiB hold fewer than 400 of them.
  expect(most).toBeLessThan(1_000);
  await transport.close();
});

verifies(
  "tool-source:flood",
  "a server that asks all the time and reads no answer is not read from any longer",
  async () => {
    const runner = createProcessRunner();
    onTestFinished(async () => void (await runner.close()));
    const server = { command: process.execPath, args: ["-e", askingServer] };
    const transport = new ProcessTransport(server, runner.openScope({}), (text) => text);
    let asked = 0;
    transport.onmessage = () => {
      asked++;
      // What is on its way when the process ends is lost.
      transport.send({ jsonrpc: "2.0", id: 1, result: { text: "x".repeat(200) } }).catch(() => {});
    };
    await transport.start();
    const growth = async (): Promise<number> => {
      const before = asked;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return asked - before;
    };
    // The first one takes as long as a process needs to start.
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(0);
    while ((await growth()) > 0);
    // A megabyte of answers, and what the pipes hold.
    expect(asked).toBeLessThan(20_000);
    await transport.close();
  },
);

const askingServer = `
  const asking = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) + "\\n";
  const ask = () => (process.stdout.write(asking.repeat(500)) ? setImmediate(ask) : process.stdout.once("drain", ask));
  ask();
  setInterval(() => {}, 1_000_000);
`;

verifies("tool-source:flood", "a server that writes a long answer before it reads on is not waited for", async () => {
  const runner = createProcessRunner();
  onTestFinished(async () => void (await runner.close()));
  const server = { command: process.execPath, args: ["-e", blockingServer] };
  const transport = new ProcessTransport(server, runner.openScope({}), (text) => text);
  const answered: unknown[] = [];
  transport.onmessage = (message) => void answered.push("id" in message ? message.id : undefined);
  await transport.start();
  const sent = [
    transport.send({ jsonrpc: "2.0", id: 1, method: "tools/call" }),
    transport.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { text: "x".repeat(2_000_000) } }),
  ];
  await expect.poll(() => answered, { timeout: 60_000 }).toEqual([1, 2]);
  await Promise.all(sent);
  await transport.close();
});

/** One thing at a time, as simple servers do: each answer is written to its end before the next line is read. */
const blockingServer = `
  const { readSync, writeSync } = require("node:fs");
  const buffer = Buffer.alloc(65536);
  const write = (text) => { for (let bytes = Buffer.from(text), at = 0; at < bytes.length; ) at += writeSync(1, bytes, at); };
  let held = "";
  for (;;) {
    const bytes = readSync(0, buffer);
    if (bytes === 0) break;
    held += buffer.toString("latin1", 0, bytes);
    for (let end = held.indexOf("\\n"); end !== -1; end = held.indexOf("\\n")) {
      const { id } = JSON.parse(held.slice(0, end));
      held = held.slice(end + 1);
      write(JSON.stringify({ jsonrpc: "2.0", id, result: { text: "y".repeat(4_000_000) } }) + "\\n");
    }
  }
`;
