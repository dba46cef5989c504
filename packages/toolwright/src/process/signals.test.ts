import { expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { hasGroup } from "./end-trees.ts";
import { createProcessRunner } from "./runner.ts";
import { signalGroup, signalProcess } from "./signals.ts";

verifies("process:never-broad", "no signal goes to everybody, to init or to ourselves", () => {
  // Signal 0 asks only: a hole in the guard shows as true and harms nobody.
  for (const id of [0, 1, -1, -2, 1.5, Number.NaN, Number.POSITIVE_INFINITY, process.pid, process.ppid]) {
    expect({ id, sent: [signalProcess(id, 0), signalGroup(id, 0)] }).toEqual({ id, sent: [false, false] });
  }
});

verifies("process:pid-reuse", "a group whose number was given to a new process is left alone", async () => {
  const runner = createProcessRunner();
  const stranger = runner.openScope().spawn("sleep", ["60"]);
  // As if our leader with this pid had been reaped before the stranger got its number.
  expect(hasGroup({ pid: stranger.pid, hasExited: () => true })).toBe(false);
  expect(hasGroup({ pid: stranger.pid, hasExited: () => false })).toBe(true);
  await runner.close();
});
