import { execFileSync } from "node:child_process";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import { openTable } from "../../../test/support/table-kit.ts";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { limitFor } from "../../../../toolwright/test/slowdown.ts";

test("20,000 files do not hold the event loop, and a cancel ends the sweep without harm", async () => {
  const { root } = makeTempPlace();
  const { signal } = new AbortController();
  execFileSync("bash", ["-c", "mkdir d{1..20}; for d in d*; do (cd $d; touch f{1..1000}); done"], { cwd: root });
  const table = openTable(root);
  await table.sweep(signal);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  expect(await table.sweep(signal)).toMatchObject({ total: 20_000 });
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(limitFor(delay.max / 1e6, 100));
  const controller = new AbortController();
  const cancelled = table.sweep(controller.signal);
  setImmediate(() => controller.abort());
  await expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
  expect(await table.sweep(signal)).toMatchObject({ added: [], removed: [], total: 20_000 });
});
