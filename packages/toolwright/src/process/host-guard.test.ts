import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { hostileTree, hostileTreeEnvironment, hostileTreeSize } from "./fixtures/hostile-tree.ts";
import { openHosts, type Host } from "./fixtures/hosts.ts";
import { createMark, processesWith, sleepers, waitFor, waitForProcesses } from "./fixtures/process-search.ts";
import { createHostGuard } from "./host-guard.ts";
import { createGuardedRunner, createProcessRunner } from "./runner.ts";

const hosts = openHosts();
afterAll(() => hosts.close());

verifies("process:host-exit", "process.exit ends every tree", async () => {
  const mark = createMark();
  const host = startHost(sleepers(mark), "process.exit(5);");
  expect(await waitForProcesses(mark, 3)).toBe(true);
  host.child.kill("SIGUSR2");
  expect(await host.end).toMatchObject({ exitCode: 5 });
  expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
});

verifies("process:host-exit", "process.exit ends every tree without a watchdog too", async () => {
  const mark = createMark();
  const host = startHost(sleepers(mark), 'process.kill(runner.watchdogPid(), "SIGKILL"); process.exit(5);');
  expect(await waitForProcesses(mark, 3)).toBe(true);
  host.child.kill("SIGUSR2");
  expect(await host.end).toMatchObject({ exitCode: 5 });
  expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
});

verifies("process:host-exit", "an uncaught exception ends every tree", async () => {
  const mark = createMark();
  const host = startHost(sleepers(mark), 'throw new Error("crash");');
  expect(await waitForProcesses(mark, 3)).toBe(true);
  host.child.kill("SIGUSR2");
  expect(await host.end).toMatchObject({ exitCode: 1 });
  expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
});

verifies("process:host-signal", "a signal to the host ends every tree", async () => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    const mark = createMark();
    const host = startHost(sleepers(mark));
    expect(await waitForProcesses(mark, 3)).toBe(true);
    host.child.kill(signal);
    expect(await host.end).toMatchObject({ signal });
    expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
  }
});

verifies("process:host-killed", "a killed host leaves no tree", async () => {
  const mark = createMark();
  const host = startHost(sleepers(mark));
  expect(await waitForProcesses(mark, 3)).toBe(true);
  host.child.kill("SIGKILL");
  expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
});

verifies("process:host-killed", "a killed host leaves nobody of a hostile tree that can be known", async (context) => {
  context.skip(process.platform !== "linux", "needs /proc and setsid(1)");
  const mark = createMark();
  const [file, [flag = "", script = ""]] = hostileTree(mark);
  // Nobody but a living host can know a process that left the group, the session and the environment.
  const knowable = script.split("\n").filter((line) => !line.startsWith("env -i"));
  const host = startHost([file, [flag, knowable.join("\n"), mark]]);
  expect(await waitForProcesses(mark, hostileTreeSize - 1)).toBe(true);
  host.child.kill("SIGKILL");
  expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
});

verifies(
  "process:host-killed",
  "the watchdog runs the system's programs, not those on the host's PATH",
  async (context) => {
    context.skip(process.platform !== "linux", "needs /proc and setsid(1)");
    const folder = mkdtempSync(join(tmpdir(), "toolwright-planted-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "grep"), `#!/bin/sh\n: > '${join(folder, "ran")}'\n`, { mode: 0o755 });
    const mark = createMark();
    const command = ["sh", ["-c", `setsid sleep 61.${mark} & wait`, mark]] as const;
    const host = startHost(command, "", ["env", `PATH=${folder}:${process.env["PATH"]}`]);
    expect(await waitForProcesses(mark, 2)).toBe(true);
    host.child.kill("SIGKILL");
    expect(await waitFor(() => processesWith(mark).length === 0 || existsSync(join(folder, "ran")))).toBe(true);
    expect(existsSync(join(folder, "ran"))).toBe(false);
  },
);

verifies("process:watchdog-quiet", "a host ends by itself, and its watchdog after it", async () => {
  const host = hosts.start(`
    import { createProcessRunner } from "./process.mjs";
    const runner = createProcessRunner();
    await runner.openScope().exec("true", []);
    console.log(runner.watchdogPid());
  `);
  const { exitCode, output } = await host.end;
  expect(exitCode).toBe(0);
  expect(Number(output)).toBeGreaterThan(1);
  expect(await waitFor(() => !isAlive(Number(output)))).toBe(true);
});

verifies("process:watchdog-quiet", "the last runner that closes lets the watchdog go", async () => {
  const [first, second] = [createProcessRunner(), createProcessRunner()];
  await first.openScope().exec("true", []);
  const pid = first.watchdogPid();
  expect(pid).toBe(second.watchdogPid());
  await first.close();
  expect(second.watchdogPid()).toBe(pid);
  await second.close();
  expect(second.watchdogPid()).toBeUndefined();
  expect(await waitFor(() => !isAlive(pid))).toBe(true);
});

verifies("process:watchdog-quiet", "a watchdog that was let go ends nobody", async () => {
  for (let round = 0; round < 5; round += 1) {
    const past = createProcessRunner();
    await past.openScope().exec("true", []);
    const pid = past.watchdogPid();
    await past.close();
    const runner = createProcessRunner();
    const child = runner.openScope().spawn("sleep", ["60"]);
    expect(await waitFor(() => !isAlive(pid))).toBe(true);
    expect(isAlive(child.pid)).toBe(true);
    expect(await runner.close()).toEqual([]);
  }
});

verifies("process:watchdog-restart", "a new watchdog takes over the live trees", async () => {
  const mark = createMark();
  const host = startHost(sleepers(mark), "console.log(`watchdog ${runner.watchdogPid()}`);");
  expect(await waitForProcesses(mark, 3)).toBe(true);
  const first = await watchdogOf(host);
  // One that dies within its first second is replaced only at the next start.
  expect(await waitFor(() => ageOf(first) >= 2)).toBe(true);
  process.kill(first, "SIGKILL");
  expect(await waitFor(() => host.output().includes("The process watchdog is gone"))).toBe(true);
  const second = await watchdogOf(host);
  expect(second).not.toBe(first);
  expect(processesWith(mark)).toHaveLength(3);
  host.child.kill("SIGKILL");
  expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
  expect(await waitFor(() => !isAlive(second))).toBe(true);
});

verifies("process:watchdog-restart", "the next start replaces a watchdog that died young", async () => {
  const warnings: string[] = [];
  const runner = createProcessRunner({ onWarning: (message) => warnings.push(message) });
  const scope = runner.openScope();
  await scope.exec("true", []);
  const first = runner.watchdogPid();
  process.kill(first ?? Number.NaN, "SIGKILL");
  expect(await waitFor(() => runner.watchdogPid() === undefined)).toBe(true);
  await scope.exec("true", []);
  expect(runner.watchdogPid()).toBeGreaterThan(1);
  expect(runner.watchdogPid()).not.toBe(first);
  expect(warnings).toEqual([expect.stringContaining("it ended with SIGKILL")]);
  await runner.close();
});

verifies("process:watchdog-optional", "a watchdog that cannot start is told once and fails no call", async () => {
  const warnings: string[] = [];
  const guard = createHostGuard(() => ({ file: "/no/such/shell", args: [] }));
  const runner = createGuardedRunner(guard, { onWarning: (message) => warnings.push(message) });
  const scope = runner.openScope();
  expect((await scope.exec("echo", ["works"])).stdout.text).toBe("works\n");
  expect((await scope.exec("echo", ["still"])).stdout.text).toBe("still\n");
  expect(runner.watchdogPid()).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("spawn /no/such/shell ENOENT")]);
  await runner.close();
});

verifies("process:flat", "the exit listener is there only while something runs", async () => {
  const before = process.listenerCount("exit");
  const runner = createProcessRunner();
  const scope = runner.openScope();
  const child = scope.spawn("sleep", ["60"]);
  scope.spawn("sleep", ["60"]);
  expect(process.listenerCount("exit")).toBe(before + 1);
  await child.kill();
  expect(process.listenerCount("exit")).toBe(before + 1);
  await scope.close();
  expect(process.listenerCount("exit")).toBe(before);
  await runner.close();
});

/** A host that runs the command and lives until it is killed; `onUserSignal` runs at SIGUSR2. */
function startHost(
  command: readonly [string, readonly string[]],
  onUserSignal = "",
  wrap: readonly string[] = [],
): Host {
  const source = `
    import { createProcessRunner } from "./process.mjs";
    const runner = createProcessRunner();
    process.on("SIGUSR2", () => { ${onUserSignal} });
    runner.openScope().spawn(...${JSON.stringify(command)}, { env: ${JSON.stringify(hostileTreeEnvironment)} });
    setInterval(() => {}, 1000);
  `;
  return hosts.start(source, wrap);
}

// Not by signal 0: a dead orphan answers it until init has buried it.
function isAlive(pid: number | undefined): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

async function watchdogOf(host: Host): Promise<number> {
  const known = host.output().length;
  host.child.kill("SIGUSR2");
  expect(await waitFor(() => /watchdog \d+\n/.test(host.output().slice(known)))).toBe(true);
  return Number(/watchdog (\d+)\n/.exec(host.output().slice(known))?.[1]);
}

/** In whole seconds. */
function ageOf(pid: number): number {
  const { stdout } = spawnSync("ps", ["-o", "etime=", "-p", String(pid)], { encoding: "utf8" });
  return Number(stdout.trim().split(":").at(-1));
}
