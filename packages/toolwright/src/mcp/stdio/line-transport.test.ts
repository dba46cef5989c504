import { PassThrough } from "node:stream";
import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { LineTransport } from "./line-transport.ts";

verifies("mcp:unread", "a client that reads nothing is not read from, and after a while taken for gone", async () => {
  const input = new PassThrough();
  const output = new PassThrough({ highWaterMark: 1024 });
  const transport = new LineTransport({ input, output, maxLineBytes: 1024, unreadMs: 50 });
  const faults: string[] = [];
  transport.onerror = (error) => faults.push(error.message);
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  const text = "x".repeat(1024 * 1024);
  for (let sent = 0; sent < 20; sent++) await transport.send({ jsonrpc: "2.0", id: sent, result: { text } });
  expect(input.isPaused()).toBe(true);
  await closed;
  expect(faults).toEqual(["The client has read nothing for 0.05 s; it is taken for gone."]);
});

verifies("mcp:unread", "one that reads again is read from again", async () => {
  const input = new PassThrough();
  const output = new PassThrough({ highWaterMark: 1024 });
  const transport = new LineTransport({ input, output, maxLineBytes: 1024 });
  const received: unknown[] = [];
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  const text = "x".repeat(1024 * 1024);
  for (let sent = 0; sent < 20; sent++) await transport.send({ jsonrpc: "2.0", id: sent, result: { text } });
  expect(input.isPaused()).toBe(true);
  const drained = new Promise((resolve) => {
    output.once("drain", resolve);
  });
  output.resume();
  await drained;
  expect(input.isPaused()).toBe(false);
  const arrived = new Promise<void>((resolve) => {
    transport.onmessage = () => resolve();
  });
  input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await arrived;
  await transport.close();
});
