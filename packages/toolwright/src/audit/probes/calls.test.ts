import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contextOf } from "../fixtures/probe-context.ts";
import type { ListedTool, SeenCall } from "../seen.ts";
import { createCommandTarget } from "../subject/command-target.ts";
import { openSubject } from "../subject/open-subject.ts";
import { badMessagesProbe } from "./bad-messages.ts";
import { callsProbe } from "./calls.ts";
import { readListing, readTool } from "./list.ts";
import type { Measured, ProbeContext } from "./probe.ts";

const startMs = 20_000;

test("of a server that ends with every call, the calls up to then count", async () => {
  const measured: Measured = {};
  const context = await open("dying-server.mjs", "exit", "15");
  await expect(callsProbe.run(context, measured)).rejects.toThrow("The server ended 10 times during the audit.");
  expect(kindsOf(measured.calls)).toEqual(Array.from({ length: 10 }, () => "gone"));
});

test("of a server that never answers, nothing says that it ended, and it can be asked on", async () => {
  const measured: Measured = {};
  const context = await open("dying-server.mjs", "silence", "15");
  await expect(callsProbe.run(context, measured)).rejects.toThrow("10 calls got no answer; no other was made.");
  expect(kindsOf(measured.calls)).toEqual(Array.from({ length: 10 }, () => "silence"));
  expect(await (await context.live.get()).request("tools/list", {}, startMs)).toMatchObject({ kind: "result" });
});

test("a tool for which no input can be made costs the others nothing", async () => {
  const measured: Measured = {};
  const context = await open("ship-server.mjs");
  const odd: ListedTool = { ...readTool({}), name: "odd" };
  Object.defineProperty(odd, "inputSchema", {
    get() {
      throw new TypeError("nothing is there");
    },
  });
  const run = callsProbe.run({ ...context, callable: [odd, ...context.callable] }, measured);
  await expect(run).rejects.toThrow("odd could not be called: nothing is there");
  expect(new Set(measured.calls?.map(({ tool }) => tool))).toEqual(new Set(["list_ships", "find_ship"]));
});

test("a call that was under way when the time was up is not the server's fault", async () => {
  const measured: Measured = {};
  const [context, ending] = [await open("dying-server.mjs", "exit", "15"), new AbortController()];
  let calls = 0;
  const get: typeof context.live.get = async () => {
    calls += 1;
    if (calls === 3) ending.abort();
    return await context.live.get();
  };
  const run = callsProbe.run({ ...context, live: { ...context.live, get }, signal: ending.signal }, measured);
  await expect(run).rejects.toThrow("The time of the audit was up.");
  expect(kindsOf(measured.calls)).toEqual(["gone", "gone"]);
});

test("of a server that ends with every bad message, those up to then count", async () => {
  const measured: Measured = {};
  const context = await open("dying-server.mjs", "strict", "1");
  await expect(badMessagesProbe.run(context, measured)).rejects.toThrow("The server ended 10 times");
  expect(measured.badMessages?.map(({ after }) => after)).toContain("gone");
});

/** Every tool of a server of the fixtures may be called. */
async function open(...args: readonly [file: string, ...string[]]): Promise<ProbeContext> {
  const [file, ...rest] = args;
  const path = join(import.meta.dirname, "..", "fixtures", file);
  const subject = await openSubject({ command: process.execPath, args: [path, ...rest], withoutWall: true });
  onTestFinished(() => subject.close());
  const target = createCommandTarget(subject, "legacy", startMs);
  const { session, close } = await target.connect();
  const listing = await readListing(session, startMs);
  await close();
  const callMs = rest.includes("silence") ? 50 : startMs;
  const limits = { startMs, callMs, answerMs: startMs, endMs: startMs };
  return contextOf({ target, listing, callable: listing.tools, limits });
}

function kindsOf(calls: readonly SeenCall[] = []): readonly string[] {
  return calls.map(({ reply }) => reply.kind);
}
