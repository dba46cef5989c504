import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openSpillStore } from "toolwright/spill";
import { expect, onTestFinished, test } from "vitest";
import { openCommandLogs } from "../shell/logs/command-logs.ts";
import { openOutputs } from "./open-outputs.ts";

function open() {
  const base = mkdtempSync(join(tmpdir(), "outrider-outputs-"));
  const spill = openSpillStore({ directory: join(base, "spill") });
  const logs = openCommandLogs({ maxBytes: 1_000_000 });
  const temp = mkdtempSync(join(base, "temp-"));
  const commands = mkdtempSync(join(base, "commands-"));
  onTestFinished(async () => {
    await spill.close();
    rmSync(base, { recursive: true, force: true });
  });
  return { base, spill, logs, temp, commands, outputs: openOutputs({ spill, logs, temp, principal: "tester" }) };
}

function isPrivate(path: string): boolean {
  return process.platform === "win32" || (statSync(path).mode & 0o077) === 0;
}

test("a spilled answer is a private file with every byte of it, gone afterwards", async () => {
  const { spill, outputs, temp } = open();
  const text = `${"line ünd 😀\n".repeat(20_000)}${"x".repeat(200_000)}\nend`;
  const { handle } = await spill.write(text, { tool: "grep", callId: "c", principal: "tester" });
  const path = await outputs.withFile(handle, async (file) => {
    expect(readFileSync(file, "utf8") === text).toBe(true);
    expect([file, dirname(file)].every(isPrivate)).toBe(true);
    return file;
  });
  expect(path.startsWith(temp)).toBe(true);
  expect(readdirSync(temp)).toEqual([]);
  await expect(
    outputs.withFile(handle, async () => {
      throw new Error("reader failed");
    }),
  ).rejects.toThrow("reader failed");
  expect(readdirSync(temp)).toEqual([]);
});

test("a command's log is its own file, and a copy while it grows", async () => {
  const { logs, outputs, commands, temp } = open();
  const log = logs.open("tester", async () => commands);
  await log.add(Buffer.from("small\n"), "stdout");
  expect(await outputs.withFile(log.handle, async (file) => readFileSync(file, "utf8"))).toBe("small\n");
  await log.add(Buffer.alloc(100_000, "x"), "stderr");
  expect(await outputs.withFile(log.handle, async (file) => statSync(file).size)).toBe(100_006);
  await log.finish();
  logs.settle(log);
  await outputs.withFile(log.handle, async (file) => expect(dirname(file)).toBe(commands));
  expect(readdirSync(temp)).toEqual([]);
});

test("no handle leads anywhere else", async () => {
  const { logs, outputs, commands } = open();
  logs.know(commands);
  symlinkSync("/etc/hosts", join(commands, "aaaaaaaaaaaaaaaa.log"));
  for (const handle of [
    "@cmd_aaaaaaaaaaaaaaaa",
    "@cmd_../../etc/hosts",
    "@cmd_",
    "/etc/hosts",
    "@tool_aaaaaaaaaaaaaaaa",
  ]) {
    await expect(outputs.withFile(handle, async (file) => file)).rejects.toThrow("No output is stored");
  }
  await expect(outputs.withFile("@out_aaaaaaaaaaaaaaaa", async (file) => file)).rejects.toThrow("No stored output");
  expect(["@cmd_aaaaaaaaaaaaaaaa", "@out_aaaaaaaaaaaaaaaa"].every(outputs.isHandle)).toBe(true);
  expect(["@cmd_x", "cmd_aaaaaaaaaaaaaaaa", "@cmd_aaaaaaaaaaaaaaaa/x", ""].some(outputs.isHandle)).toBe(false);
});
