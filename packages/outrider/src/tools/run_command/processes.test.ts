import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Caller, renderOutcome } from "toolwright";
import { harness } from "toolwright/testing";
import { describe, expect, test } from "vitest";
import { isAlive, openCommandKit, type CommandKitOptions } from "../../../test/support/command-kit.ts";
import runCommand from "./index.ts";
import { nextSteps } from "../next-steps.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

function open(options: CommandKitOptions = {}) {
  const kit = openCommandKit({}, options);
  const tools = harness([runCommand], { services: kit.services, nextSteps, realTime: true });
  return { ...kit, tools, [Symbol.asyncDispose]: () => tools.close() };
}

type Kit = ReturnType<typeof open>;

async function call(kit: Kit, input: Readonly<Record<string, unknown>>, caller?: Caller): Promise<string> {
  return renderOutcome(await kit.tools.call("run_command", input, caller === undefined ? {} : { caller }));
}

function handleIn(text: string): string {
  return /@cmd_[a-z2-7]{16}/.exec(text)?.[0] ?? "";
}

/** Pids that a command prints as `pid=…`. */
function pidsIn(text: string): readonly number[] {
  return Array.from(text.matchAll(/pid=(\d+)/g), (match) => Number(match[1]));
}

async function goneWithin(pids: readonly number[], limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const alive = await Promise.all(pids.map(isAlive));
    if (!alive.includes(true)) return true;
    if (performance.now() > deadline) return false;
    await pause(10);
  }
}

/** Starts a background, a nested, a TERM-ignoring, a setsid, a nohup and a double-forked child, and tells their pids. */
const stubbornFamily = [
  "sleep 300 & echo pid=$!",
  "(sleep 300 & echo pid=$!)",
  "sh -c 'trap \"\" TERM; echo pid=$$; while :; do sleep 1; done' &",
  "setsid sh -c 'echo pid=$$; exec sleep 300' &",
  "nohup sleep 300 > /dev/null 2>&1 & echo pid=$!",
  "(setsid sh -c '(echo pid=$(sh -c \"echo \\$PPID\"); sleep 300) &' &)",
  "sleep 0.3; echo ready",
].join("\n");

describe.runIf(process.platform === "linux")("processes", () => {
  test("a time-out returns what was printed, and no child of any kind survives", async () => {
    await using kit = open();
    const text = await call(kit, { command: `${stubbornFamily}\nsleep 300`, timeout_ms: 5_000 });
    expect(text).toMatch(/^timed out after \d+\.\d s; what it printed so far:/);
    expect(text).toContain("ready");
    expect(pidsIn(text).length).toBeGreaterThanOrEqual(5);
    expect(await goneWithin(pidsIn(text), 0)).toBe(true);
  });

  test("an exit ends what was left behind, and tells it", async () => {
    await using kit = open();
    const text = await call(kit, { command: "sleep 300 & echo pid=$!" });
    expect(text).toContain("a process that it left behind was ended");
    expect(await goneWithin(pidsIn(text), 0)).toBe(true);
  });

  test("a cancel ends the whole tree", async () => {
    await using kit = open();
    const cancel = new AbortController();
    const seen: string[] = [];
    const running = kit.tools.call(
      "run_command",
      { command: `${stubbornFamily}\nsleep 300` },
      {
        signal: cancel.signal,
        onProgress: ({ message = "" }) => {
          seen.push(message);
          if (message === "ready") cancel.abort();
        },
      },
    );
    const { status } = await running;
    expect(status).toBe("cancelled");
    expect(seen).toContain("ready");
    const left = await findCommands("sleep 300");
    expect(await goneWithin(left, 60_000)).toBe(true);
  });

  test("a flood without end is cut by the limit, and memory stays where it is", async () => {
    await using kit = open({ outputBytes: 200_000 });
    await call(kit, { command: "true" });
    const before = process.memoryUsage().rss;
    const text = await call(kit, { command: "yes", timeout_ms: 1_500 });
    expect(text).toMatch(/^timed out/);
    expect(text).toMatch(/bytes in the middle not kept/);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test("very much output is counted to the byte in bounded memory", async () => {
    const bytes = proofSize(1_000_000_000, 200_000_000);
    await using kit = open({ outputBytes: 8_000_000 });
    await call(kit, { command: "true" });
    let most = 0;
    const before = process.memoryUsage().rss;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 20);
    const text = await call(kit, { command: `head -c ${bytes} /dev/zero | tr '\\0' x` });
    clearInterval(watch);
    expect(text).toContain(`${bytes} bytes`);
    expect(most).toBeLessThan(200_000_000);
    expect(text.length).toBeLessThan(6_000);
  });

  test("a thousand children at once are gone with the call", async () => {
    await using kit = open();
    const text = await call(kit, {
      command: "for i in $(seq 1 1000); do sleep 301 & done; echo all",
      timeout_ms: 120_000,
    });
    expect(text).toContain("all");
    expect(await goneWithin(await findCommands("sleep 301"), 60_000)).toBe(true);
  });

  test("what stands in a command is inert until the shell reads it, once", async () => {
    await using kit = open();
    expect(await call(kit, { command: "printf '%s\\n' '; rm -rf x' '$(id)' '`id`'" })).toContain(
      "; rm -rf x\n$(id)\n`id`",
    );
  });
});

async function findCommands(command: string): Promise<readonly number[]> {
  const { readdir, readFile } = await import("node:fs/promises");
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return pids.filter((_pid, index) => lines[index]?.replaceAll("\0", " ").trim() === command).map(Number);
}

describe.runIf(process.platform === "linux")("background jobs", () => {
  test("start, status, output, wait, exit code", async () => {
    await using kit = open();
    const command = "echo first; until [ -e go ]; do sleep 0.05; done; echo second; exit 4";
    const started = await call(kit, { command, background: true });
    const job = handleIn(started);
    const hide = (text: string): string => text.replaceAll(/\d+\.\d s\b/g, "T s").replaceAll(job, "@cmd_H");
    expect(hide(started)).toMatchInlineSnapshot(`
      "running for T s
      first
      [job @cmd_H: 1 lines, 6 bytes so far]"
    `);
    expect(hide(await call(kit, { action: "status" }))).toMatchInlineSnapshot(
      `"@cmd_H running for T s: echo first; until [ -e go ]; do sleep 0.05; done; echo second; exit 4"`,
    );
    expect(hide(await call(kit, { job, action: "output" }))).toMatchInlineSnapshot(`
      "running for T s
      first
      [job @cmd_H: 1 lines, 6 bytes so far]"
    `);
    expect(hide(await call(kit, { job, action: "wait", timeout_ms: 100 }))).toMatch(/^running/);
    writeFileSync(join(kit.root, "go"), "");
    expect(hide(await call(kit, { job, action: "wait" }))).toMatchInlineSnapshot(`
      "exit 4 in T s
      first
      second

      [@cmd_H]"
    `);
    expect(hide(await call(kit, { job }))).toMatch(/^exit 4/);
    expect(hide(await call(kit, { command: `cat ${job}` }))).toContain("first\nsecond");
  });

  test("one that fails at once says so in the first answer", async () => {
    await using kit = open();
    expect(await call(kit, { command: "no-such-program", background: true })).toMatch(/^exit 127 in[^]*not found/);
  });

  test("a time limit ends the job with its whole tree, and the job says so", async () => {
    await using kit = open();
    const started = await call(kit, {
      command: `${stubbornFamily}\nsleep 300`,
      background: true,
      timeout_ms: 8_000,
    });
    expect(started).toMatch(/^running for/);
    const ended = await call(kit, { job: handleIn(started), action: "wait", timeout_ms: 120_000 });
    expect(ended).toMatch(/^timed out after \d+\.\d s; what it printed so far:/);
    const pids = pidsIn(`${started}\n${ended}`);
    expect(pids.length).toBeGreaterThanOrEqual(5);
    expect(await goneWithin(pids, 0)).toBe(true);
    expect(await call(kit, { action: "status" })).toMatch(/^@cmd_\w+ timed out after \d+\.\d s: sleep 300 &/);
    const short = await call(kit, { command: "sleep 300", background: true, timeout_ms: 1 });
    expect(short).toContain("timeout_ms 1 was changed to 100");
    expect(await call(kit, { job: handleIn(short), action: "wait", timeout_ms: 120_000 })).toMatch(/^timed out/);
  });

  test("a limit that is longer than a timer can wait does not end the job at once", async () => {
    await using kit = open();
    expect(await call(kit, { command: "sleep 300", background: true, timeout_ms: 1e12 })).toMatch(
      /^running for[^]*timeout_ms 1000000000000 was changed to 2147483647/,
    );
  });

  test("outlives its call, and a kill ends its whole tree", async () => {
    await using kit = open();
    const started = await call(kit, { command: `${stubbornFamily}\nsleep 300`, background: true });
    const pids = await printedPids(kit, handleIn(started));
    expect(await Promise.all(pids.map(isAlive))).not.toContain(false);
    expect(await call(kit, { job: handleIn(started), action: "kill" })).toMatch(/^killed after/);
    expect(await goneWithin(pids, 0)).toBe(true);
    expect(await call(kit, { job: handleIn(started), action: "kill" })).toMatch(/^killed after/);
  });

  test("its output can be read while it grows, also over the cap", async () => {
    await using kit = open({ outputBytes: 100_000 });
    const started = await call(kit, {
      command: "yes 0123456789 | head -c 500000; echo; echo end; sleep 300",
      background: true,
    });
    const job = handleIn(started);
    expect(started).toMatch(/^running[^]*\nend\n/);
    await kit.outputs.withFile(job, async (file) => {
      const { readFile } = await import("node:fs/promises");
      expect(await readFile(file, "utf8")).toMatch(/^0123456789\n[^]*bytes left out[^]*\nend\n$/);
    });
  });

  test("no session sees the jobs of another", async () => {
    await using kit = open();
    const mine = { host: "test", session: "mine", principal: "tester" };
    const theirs = { host: "test", session: "theirs", principal: "tester" };
    const job = handleIn(await call(kit, { command: "sleep 300", background: true }, mine));
    expect(await call(kit, { action: "status" }, mine)).toContain(job);
    expect(await call(kit, { action: "status" }, theirs)).toBe("No background jobs in this session.");
    for (const action of ["status", "wait", "output", "kill"]) {
      expect(await call(kit, { job, action }, theirs)).toContain("No background job");
    }
    expect(await call(kit, { job }, mine)).toMatch(/^running/);
  });

  test("there are sixteen at most; the oldest finished one makes room, its log included", async () => {
    await using kit = open();
    const first = handleIn(await call(kit, { command: "echo gone", background: true }));
    await Promise.all(Array.from({ length: 15 }, () => call(kit, { command: "sleep 300", background: true })));
    const last = handleIn(await call(kit, { command: "sleep 300", background: true }));
    expect(await call(kit, { job: first })).toContain("No background job");
    await expect(kit.outputs.withFile(first, async () => {})).rejects.toThrow("No output is stored");
    expect(await call(kit, { command: "true", background: true })).toContain("16 background jobs are running");
    await call(kit, { job: last, action: "kill" });
    expect(await call(kit, { command: "echo in", background: true })).toContain("in");
  });

  test("all end when the shell closes", async () => {
    const kit = open();
    const text = await call(kit, { command: "echo pid=$$; sleep 300", background: true });
    await kit.tools.close();
    expect(await Promise.all(pidsIn(text).map(isAlive))).toEqual([true]);
    await kit.shell.close();
    expect(await goneWithin(pidsIn(text), 0)).toBe(true);
  });
});

/** Those of the stubborn family, once all have told theirs. */
async function printedPids(kit: Kit, job: string): Promise<readonly number[]> {
  let pids: readonly number[] = [];
  await expect
    .poll(async () => (pids = pidsIn(await call(kit, { job, action: "output" }))).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(5);
  return pids;
}
