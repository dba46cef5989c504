import { afterAll, expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { parsePsResident, parseResident } from "./process-stat.ts";
import { createProcessRunner } from "./runner.ts";

const runner = createProcessRunner();
const scope = runner.openScope();
afterAll(async () => {
  expect(await runner.close()).toEqual([]);
});

const megabyte = 1024 * 1024;
const eater = `globalThis.held = Buffer.alloc(${100 * megabyte}, 1); console.log("full"); setTimeout(() => {}, 60_000);`;

verifies("process:memory", "what children hold counts, wherever they have gone", async (context) => {
  context.skip(process.platform === "win32", "Windows does not tell");
  const command = `sleep 60 & "$0" -e '${eater}' & wait`;
  const child = scope.spawn("sh", ["-c", command, process.execPath]);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  expect(await child.memory()).toBeGreaterThan(100 * megabyte);
  expect(await child.memory()).toBeLessThan(400 * megabyte);
});

verifies("process:memory", "a child in a session of its own counts, too", async (context) => {
  context.skip(process.platform !== "linux", "needs setsid");
  const child = scope.spawn("sh", ["-c", `setsid "$0" -e '${eater}' & sleep 60`, process.execPath]);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  expect(await child.memory()).toBeGreaterThan(100 * megabyte);
});

verifies("process:memory", "of what is gone or never started nothing is told", async () => {
  const ended = scope.spawn("sleep", ["60"]);
  await ended.kill();
  expect(await ended.memory()).toBeUndefined();
  expect(await scope.spawn("no-such-command", []).memory()).toBeUndefined();
});

verifies("process:memory", "what the system prints is read in its own unit", () => {
  expect(parseResident("Name:\tnode\nVmRSS:\t  2048 kB\nRssAnon:\t 1 kB\n")).toBe(2 * megabyte);
  expect(parseResident("Name:\tkthread\n")).toBeUndefined();
  expect(parsePsResident("  1024\n 2048\n\nps: odd\n")).toEqual([megabyte, 2 * megabyte]);
});
