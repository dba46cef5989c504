import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import {
  parsePsEnvironment,
  parsePsTable,
  parseStat,
  psEnvironmentArguments,
  psTableArguments,
} from "./process-stat.ts";

verifies("process:other-systems", "the table of the real ps holds this process with its parent", () => {
  const { stdout } = spawnSync("ps", psTableArguments, { encoding: "utf8" });
  expect(parsePsTable(stdout)).toContainEqual(
    expect.objectContaining({ pid: process.pid, ppid: process.ppid, zombie: false }),
  );
});

verifies("process:other-systems", "a marker in the environment is found by the real ps", () => {
  const marker = `mark-${process.pid}-environment`;
  const [script, ...rest] = psEnvironmentArguments(process.platform);
  const { stdout } = spawnSync("ps", [script ?? "", ...rest], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, TAG: marker },
  });
  // `ps` itself carries the marker, and nobody else.
  expect(parsePsEnvironment(stdout, marker)).toHaveLength(1);
});

verifies("process:other-systems", "macOS is asked for environments by its own letter", () => {
  expect(psEnvironmentArguments("darwin")[0]).toBe("-axEww");
  expect(psEnvironmentArguments("freebsd")[0]).toBe("axeww");
});

verifies("process:pid-reuse", "a process is told by pid and start time, whatever its name holds", (context) => {
  expect(parseStat(`7 (a) (b c) Z 3 5 5 ${"0 ".repeat(15)}4242 0 0`)).toEqual({
    pid: 7,
    ppid: 3,
    pgid: 5,
    zombie: true,
    startedAt: "4242",
  });
  expect(parseStat("")).toBeUndefined();
  context.skip(process.platform !== "linux", "needs /proc");
  expect(parseStat(readFileSync("/proc/self/stat", "latin1"))).toMatchObject({
    pid: process.pid,
    ppid: process.ppid,
    zombie: false,
  });
});
