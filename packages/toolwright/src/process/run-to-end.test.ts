import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { createMark, processesWith, sleepers, waitFor } from "./fixtures/process-search.ts";
import { openHosts } from "./fixtures/hosts.ts";
import { createProcessRunner } from "./runner.ts";

const runner = createProcessRunner();
const scope = runner.openScope();
const hosts = openHosts();
afterAll(async () => {
  hosts.close();
  expect(await runner.close()).toEqual([]);
});

verifies("process:timeout", "the tree is gone and what was printed is returned", async () => {
  const mark = createMark();
  const [file, [flag = "", script = ""]] = sleepers(mark);
  const result = await scope.exec(file, [flag, `echo early; ${script}`, mark], { timeoutMs: 2_000 });
  expect(result).toMatchObject({
    timedOut: true,
    exitCode: null,
    signal: "SIGTERM",
    stdout: { text: "early\n", truncated: false },
  });
  expect(result.durationMs).toBeGreaterThanOrEqual(1_990);
  expect(processesWith(mark)).toEqual([]);
});

verifies("process:timeout", "a limit beyond what a timer can hold is no limit", async () => {
  for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 40]) {
    expect(await scope.exec("echo", ["on"], { timeoutMs })).toMatchObject({ timedOut: false, exitCode: 0 });
  }
});

verifies("process:settles-on-exit", "a grandchild that holds stdout delays nobody", async (context) => {
  context.skip(process.platform !== "linux", "needs setsid(1)");
  const mark = createMark();
  const own = runner.openScope();
  // The daemon tells over a second pipe when it has left the group: before that it would end with the command.
  const daemon = `setsid sh -c 'echo up >&3; exec sleep 61.${mark} 3>&-' 3>&1 1>&4 4>&-`;
  const result = await own.exec("sh", ["-c", `{ (${daemon} &) | head -n 1 >/dev/null; } 4>&1; echo done`]);
  expect(result).toMatchObject({ exitCode: 0, stdout: { text: "done\n", bytes: 5, truncated: true } });
  await own.close();
  expect(processesWith(mark)).toEqual([]);
});

verifies("process:settles-on-exit", "output that comes within the drain is kept", async () => {
  const { stdout } = await scope.exec("sh", ["-c", "(sleep 0.02; echo late) & echo soon"]);
  expect(stdout).toEqual({ text: "soon\nlate\n", bytes: 10, leftOutBytes: 0, truncated: false });
});

verifies("process:output-exact", "a long output keeps both ends, its total and its exit", async () => {
  const script = "i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done; exit 4";
  const { stdout, exitCode } = await scope.exec("sh", ["-c", script], { maxOutputBytes: 40 });
  expect(exitCode).toBe(4);
  expect(stdout).toMatchObject({ bytes: 108_890, truncated: true });
  expect(stdout.text).toMatchInlineSnapshot(`
    "0
    1
    2
    3
    4
    5
    6
    7
    8
    9

    [… 108850 bytes left out …]
    6
    19997
    19998
    19999
    "
  `);
});

verifies("process:output-bounded", "a flood leaves the memory of the host where it was", async () => {
  const host = hosts.start(`
    import { createProcessRunner } from "./process.mjs";
    const scope = createProcessRunner().openScope();
    await scope.exec("true", []);
    const before = process.memoryUsage().rss;
    const { stdout, timedOut } = await scope.exec("yes", [], { timeoutMs: 1200, onOutput() {} });
    const grown = Math.max(0, process.resourceUsage().maxRSS * 1024 - before);
    console.log(JSON.stringify({ grown, bytes: stdout.bytes, kept: stdout.text.length, timedOut }));
    await scope.close();
  `);
  const report: unknown = JSON.parse((await host.end).output);
  expect(report).toEqual({
    grown: expect.any(Number),
    bytes: expect.any(Number),
    kept: expect.any(Number),
    timedOut: true,
  });
  expect(report).toHaveProperty(
    "grown",
    expect.toSatisfy((grown: number) => grown < 100 * 1024 * 1024),
  );
  expect(report).toHaveProperty(
    "bytes",
    expect.toSatisfy((bytes: number) => bytes > 20 * 1024 * 1024),
  );
  expect(report).toHaveProperty(
    "kept",
    expect.toSatisfy((kept: number) => kept < 1024 * 1024 + 100),
  );
});

verifies("process:output-decoded", "binary output comes out as text with U+FFFD", async () => {
  const { stdout } = await scope.exec("printf", [String.raw`\377\000x\342\202`]);
  expect(stdout).toEqual({ text: "\uFFFD\0x\uFFFD", bytes: 5, leftOutBytes: 0, truncated: false });
});

verifies("process:output-streamed", "output is handed on before the command ends", async () => {
  const heard = join(tmpdir(), `toolwright-heard-${createMark()}`);
  // The command ends only after its output was heard.
  const script =
    'echo one; echo two >&2; until [ -e "$0.stdout" ] && [ -e "$0.stderr" ]; do sleep 0.01; done; rm "$0".*';
  const seen: string[] = [];
  const result = await scope.exec("sh", ["-c", script, heard], {
    timeoutMs: 60_000,
    onOutput(text, stream) {
      seen.push(`${stream} ${text}`);
      writeFileSync(`${heard}.${stream}`, "");
    },
  });
  expect(result).toMatchObject({ exitCode: 0, timedOut: false });
  expect(seen.toSorted()).toEqual(["stderr two\n", "stdout one\n"]);
});

verifies("process:output-streamed", "a listener that throws ends the command and is heard", async () => {
  const mark = createMark();
  const result = scope.exec("sh", ["-c", `echo x; sleep 61.${mark}`, mark], {
    onOutput() {
      throw new Error("listener broke");
    },
  });
  await expect(result).rejects.toThrow("listener broke");
  expect(processesWith(mark)).toEqual([]);
});

verifies("process:stdin-empty", "a command that reads stdin sees its end", async () => {
  expect(await scope.exec("cat", [])).toMatchObject({ exitCode: 0, stdout: { text: "", bytes: 0 } });
});

verifies("process:input", "text and bytes are written and ended", async () => {
  expect((await scope.exec("cat", [], { input: "grüße" })).stdout.text).toBe("grüße");
  expect((await scope.exec("wc", ["-c"], { input: new Uint8Array(1_000_000) })).stdout.text.trim()).toBe("1000000");
});

verifies("process:input", "a command that never reads a large input harms nobody", async () => {
  const input = Buffer.alloc(8 * 1024 * 1024, "x");
  expect(await scope.exec("true", [], { input })).toMatchObject({ exitCode: 0 });
});

verifies("process:no-terminal", "a password prompt fails at once", async () => {
  const result = await scope.exec("sh", ["-c", "exec 3</dev/tty && read -r password <&3"], { timeoutMs: 60_000 });
  expect(result.timedOut).toBe(false);
  expect(result.exitCode).not.toBe(0);
});

verifies("process:arguments-inert", "what a shell would act on arrives as it is", async () => {
  const victim = join(tmpdir(), `toolwright-victim-${createMark()}`);
  writeFileSync(victim, "");
  const args = [`; rm -rf ${victim}`, `$(rm ${victim})`, `\`rm ${victim}\``, "a b", "", '"', "*", "$HOME", "-n"];
  const { stdout } = await scope.exec(process.execPath, [
    "-e",
    "console.log(JSON.stringify(process.argv.slice(1)))",
    "--",
    ...args,
  ]);
  expect(JSON.parse(stdout.text)).toEqual(args);
  expect(existsSync(victim)).toBe(true);
  await scope.exec("rm", ["--", victim]);
});

verifies(
  "process:flat",
  "two hundred commands leave descriptors, listeners and processes as they were",
  async (context) => {
    context.skip(process.platform !== "linux", "needs /proc/self/fd");
    const own = runner.openScope();
    await own.exec("true", []);
    const count = (): object => ({
      descriptors: readdirSync("/proc/self/fd").length,
      listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
      children: readdirSync("/proc/self/task").flatMap((task) => childrenOf(task)).length,
    });
    const before = count();
    for (let round = 0; round < 200; round += 1) await own.exec("sh", ["-c", "echo x"], { input: "y" });
    expect(await waitFor(() => JSON.stringify(count()) === JSON.stringify(before))).toBe(true);
    await own.close();
  },
);

function childrenOf(task: string): readonly string[] {
  return readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean);
}
