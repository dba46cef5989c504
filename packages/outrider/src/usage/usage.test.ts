import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKernel, defineTool, ToolError, type KernelEvent, reads } from "toolwright";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { formatStats } from "./format-stats.ts";
import { openUsageLog } from "./open-usage-log.ts";
import { readUsage } from "./read-usage.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outrider-usage-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openLog = (enabled = true) =>
  openUsageLog({ folder: async () => folder, enabled, projectOf: () => "/home/me/secret-root" });

const dayMs = 24 * 3600 * 1000;
const today = () => join(folder, `${new Date().toISOString().slice(0, 10)}.jsonl`);

const say = defineTool({
  name: "say",
  description: "Says a text, or fails.",
  input: z.strictObject({ text: z.string().describe("What") }),
  effects: reads,
  handle({ text }) {
    if (text === "fail") throw new ToolError("no_file", "There is no file secret-sentence.");
    return text;
  },
});

function call(at: number, tool = "say", durationMs = 1): KernelEvent {
  const facts = { callId: `c${at}`, tool, durationMs, notes: [] };
  return {
    type: "call-end",
    callId: facts.callId,
    tool,
    outcome: { ...facts, status: "ok", text: "hello world", value: 1 },
  };
}

test("calls of a real kernel are counted, and nothing of what they said is in the files", async () => {
  const log = openLog();
  const kernel = createKernel({ tools: [say], services: () => ({}), onEvent: log.record });
  const caller = { host: "test", session: "secret-session", principal: "tester" };
  await kernel.call("say", { text: "secret-answer" }, { caller });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- wrong on purpose
  await kernel.call("secret-tool" as "say", { text: "x" }, { caller });
  await kernel.call("say", { text: "fail" }, { caller });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- wrong on purpose
  await kernel.call("say", { "secret-key": 1 } as never, { caller });
  await log.close();
  const usage = await readUsage(folder);
  expect(usage).toMatchObject({ calls: 4, sessions: 1, lost: 0 });
  expect(usage.tools).toMatchObject([
    {
      tool: "say",
      calls: 3,
      errors: [
        { outcome: expect.stringMatching(/^invalid_input/), calls: 1 },
        { outcome: "tool_error no_file", calls: 1 },
      ],
    },
    { tool: "(unknown)", calls: 1 },
  ]);
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), "latin1")).not.toContain("secret");
});

test("a table for the terminal", () => {
  const tool = {
    calls: 40,
    errors: [{ outcome: "tool_error not_found", calls: 3 }],
    p50Ms: 12.4,
    p95Ms: 80,
    tokens: 9_000,
    spilled: 1,
  };
  const usage = {
    calls: 42,
    sessions: 3,
    first: "2026-01-02T03:04:05Z",
    last: "2026-01-03T03:04:05Z",
    lost: 2,
    unread: [],
  };
  expect(
    formatStats({
      ...usage,
      tools: [
        { tool: "read_file", ...tool },
        { ...tool, tool: "grep", calls: 2, errors: [], tokens: 100, spilled: 0 },
      ],
    }),
  ).toMatchInlineSnapshot(`
    "42 calls in 3 sessions, 2026-01-02 to 2026-01-03

    tool       calls     failed  p50 ms  p95 ms  ≈ tokens  per call  spilled
    read_file     40  3 (7.5 %)      12      80      9000       225        1
    grep           2          0      12      80       100        50        0

    Failures
      read_file: tool_error not_found, 3

    2 further calls could not be recorded."
  `);
  expect(formatStats({ ...usage, calls: 0, tools: [] })).toBe("No calls have been recorded yet.");
});

test("no log is an empty one, and switched off nothing is written", async () => {
  const log = openLog(false);
  log.record(call(1));
  await log.close();
  expect(readdirSync(folder)).toEqual([]);
  expect(await readUsage(folder)).toMatchObject({ calls: 0, tools: [] });
});

test("percentiles", async () => {
  const log = openLog();
  for (let ms = 1; ms <= 100; ms += 1) log.record(call(ms, "say", ms));
  await log.close();
  expect((await readUsage(folder)).tools).toMatchObject([{ p50Ms: 50, p95Ms: 95, tokens: 400 }]);
});

test("256 calls are written while calls are still under way", async () => {
  const log = openLog();
  log.record({
    type: "call-start",
    callId: "long",
    tool: "say",
    caller: { host: "test", session: "s", principal: "tester" },
  });
  for (let n = 0; n < 256; n += 1) log.record(call(n));
  await expect.poll(() => log.stats().written, { timeout: 60_000 }).toBeGreaterThan(0);
  await log.close();
  expect(log.stats()).toMatchObject({ written: 256, waiting: 0, lost: 0 });
});

test("calls are written together, a second after the first of them", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const log = openLog();
    for (let n = 0; n < 9; n += 1) {
      log.record(call(n));
      vi.advanceTimersByTime(100);
    }
    expect(log.stats()).toMatchObject({ written: 0, waiting: 9 });
    vi.advanceTimersByTime(100);
    await expect.poll(() => log.stats()).toMatchObject({ written: 9, waiting: 0, lost: 0 });
    await log.close();
  } finally {
    vi.useRealTimers();
  }
});

test("a chain of calls without end is written as well as it comes, and none is lost", async () => {
  const log = openLog();
  let recorded = 0;
  for (; recorded < 3_000; recorded += 1) {
    log.record(call(recorded));
    if (recorded % 100 === 0) await log.flush();
  }
  expect(log.stats().lost).toBe(0);
  await log.close();
  expect(log.stats()).toMatchObject({ written: recorded, lost: 0 });
});

test("more than can wait are lost, and the log says how many", async () => {
  const log = openLog();
  for (let n = 0; n < 1_100; n += 1) log.record(call(n));
  expect(log.stats()).toMatchObject({ waiting: 1_024, lost: 76 });
  await log.close();
  expect(await readUsage(folder)).toMatchObject({ calls: 1_024, lost: 76 });
});

test("a line that is damaged or cut off costs that line alone", async () => {
  const log = openLog();
  log.record(call(1));
  await log.flush();
  const file = today();
  const line = readFileSync(file, "utf8").trim();
  appendFileSync(file, `${"\0".repeat(100)}\n[1]\n{"at":1,"tool":"say"}\n${line.slice(0, 40)}`);
  log.record(call(2));
  await log.close();
  expect(log.stats()).toMatchObject({ written: 2, failures: 0 });
  expect(await readUsage(folder)).toMatchObject({ calls: 2, lost: 4 });
});

test("fields of a newer version are passed over", async () => {
  const log = openLog();
  log.record(call(1));
  await log.close();
  writeFileSync(today(), readFileSync(today(), "utf8").replace('"outcome":"ok"', '"outcome":"postponed","model":"x"'));
  expect((await readUsage(folder)).tools).toMatchObject([{ calls: 1, errors: [{ outcome: "postponed", calls: 1 }] }]);
});

test("a place that cannot be written to disturbs nobody", async () => {
  writeFileSync(join(folder, "no-folder"), "");
  const log = openUsageLog({ folder: async () => join(folder, "no-folder"), enabled: true });
  log.record(call(1));
  await log.flush();
  expect(log.stats()).toMatchObject({ written: 0, lost: 1, failures: 1 });
  await log.close();
});

test("after a failure the next that is written tells how many were lost", async () => {
  const log = openUsageLog({ folder: async () => join(folder, "later"), enabled: true });
  log.record(call(1));
  await log.flush();
  expect(log.stats()).toMatchObject({ lost: 1, failures: 1 });
  mkdirSync(join(folder, "later"));
  log.record(call(2));
  await log.close();
  expect(await readUsage(join(folder, "later"))).toMatchObject({ calls: 1, lost: 1 });
});

test("after ninety days a call is forgotten, and so is what an earlier version recorded", async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
  const dayFile = (days: number) => join(folder, `${daysAgo(days).toISOString().slice(0, 10)}.jsonl`);
  const log = openLog();
  log.record(call(1));
  await log.close();
  for (const days of [89, 91]) copyFileSync(today(), dayFile(days));
  for (const name of ["usage.db", "usage.db-wal", "usage.wasm.db", "usage.wasm.db.damaged"]) {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), daysAgo(91), daysAgo(91));
  }
  utimesSync(join(folder, "usage.db-wal"), daysAgo(89), daysAgo(89));
  const record = async () => {
    const next = openLog();
    next.record(call(2));
    await next.close();
  };
  await record();
  expect(existsSync(dayFile(89))).toBe(true);
  expect(existsSync(dayFile(91))).toBe(false);
  expect(readdirSync(folder)).toContain("usage.db");
  utimesSync(join(folder, "usage.db-wal"), daysAgo(91), daysAgo(91));
  await record();
  expect(readdirSync(folder).filter((name) => name.startsWith("usage"))).toEqual([]);
});

test("only what was called since a time is counted", async () => {
  const log = openLog();
  log.record(call(1));
  await log.close();
  const line = readFileSync(today(), "utf8").trim();
  const yesterday = Date.now() - dayMs;
  const old = line.replace(/"at":\d+/, `"at":${yesterday}`);
  writeFileSync(join(folder, `${new Date(yesterday).toISOString().slice(0, 10)}.jsonl`), `${old}\n`);
  expect(await readUsage(folder)).toMatchObject({ calls: 2, first: new Date(yesterday).toISOString() });
  expect(await readUsage(folder, yesterday + 1)).toMatchObject({ calls: 1 });
});
