import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { waitFor } from "./fixtures/process-search.ts";
import { buildTaskkill } from "./taskkill.ts";
import { watchdogCommand } from "./watchdog-script.ts";

verifies("process:other-systems", "Windows ends a tree by its pid and by the full path of the command", () => {
  expect(buildTaskkill(4711, { SystemRoot: "D:\\Win" })).toEqual({
    file: "D:\\Win\\System32\\taskkill.exe",
    args: ["/PID", "4711", "/T", "/F"],
  });
  expect(buildTaskkill(4711, {}).file).toBe("C:\\Windows\\System32\\taskkill.exe");
  for (const pid of [0, 4, -1, Number.NaN])
    expect(() => buildTaskkill(pid, {})).toThrow("Refused to end Windows process");
});

verifies(
  "process:other-systems",
  "the Windows watchdog ends what is still listed when its pipe ends",
  async (context) => {
    context.skip(process.platform === "win32", "the stand-in for taskkill is a shell script");
    const folder = mkdtempSync(join(tmpdir(), "toolwright-taskkill-"));
    const taskkill = join(folder, "taskkill");
    writeFileSync(taskkill, `#!/bin/sh\necho "$@" >> ${join(folder, "log")}\n`);
    chmodSync(taskkill, 0o755);
    const { file, args } = watchdogCommand("", "win32");
    const watchdog = spawn(file, [...args.slice(0, -1), taskkill], { stdio: ["pipe", "ignore", "inherit"] });
    watchdog.stdin.end("add 100\nadd 200\ndel 100\nadd 300\n");
    expect(await waitFor(() => watchdog.exitCode === 0)).toBe(true);
    expect(existsSync(join(folder, "log"))).toBe(true);
    expect(readFileSync(join(folder, "log"), "utf8")).toBe("/PID 200 /T /F\n/PID 300 /T /F\n");
    const dismissed = spawn(file, [...args.slice(0, -1), taskkill], { stdio: ["pipe", "ignore", "inherit"] });
    dismissed.stdin.end("add 400\nbye\n");
    expect(await waitFor(() => dismissed.exitCode === 0)).toBe(true);
    expect(readFileSync(join(folder, "log"), "utf8")).not.toContain("400");
    rmSync(folder, { recursive: true });
  },
);
