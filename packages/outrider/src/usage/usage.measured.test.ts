import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KernelEvent } from "toolwright";
import { expect, onTestFinished, test } from "vitest";
import { openUsageLog } from "./open-usage-log.ts";

test("recording a call takes no longer than to write its answer as JSON fifty times", async () => {
  const folder = mkdtempSync(join(tmpdir(), "outrider-usage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = openUsageLog({ folder: async () => folder, enabled: true, projectOf: () => "/project" });
  const events = Array.from({ length: 60 }, (_, at) => endOf(`c${at}`));
  const [recorded, written]: [number[], number[]] = [[], []];
  for (let round = 0; round < 15; round += 1) {
    recorded.push(timeOf(() => events.forEach(log.record)));
    written.push(timeOf(() => events.forEach((event) => JSON.stringify(event))));
  }
  await log.close();
  expect(Math.min(...recorded)).toBeLessThan(50 * Math.min(...written));
});

function endOf(callId: string): KernelEvent {
  const facts = { callId, tool: "say", durationMs: 1, notes: [] };
  return { type: "call-end", callId, tool: "say", outcome: { ...facts, status: "ok", text: "hello world", value: 1 } };
}

function timeOf(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
