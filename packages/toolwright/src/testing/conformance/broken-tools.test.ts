import { afterAll, expect, test } from "vitest";
import { acceptsAnything } from "../../../test/broken-tools/accepts-anything.ts";
import { breaksOutput } from "../../../test/broken-tools/breaks-output.ts";
import { crashesOnExample } from "../../../test/broken-tools/crashes-on-example.ts";
import { exits } from "../../../test/broken-tools/exits.ts";
import { ignoresSignal } from "../../../test/broken-tools/ignores-signal.ts";
import { clearIntervals, leaksInterval } from "../../../test/broken-tools/leaks-interval.ts";
import { endProcesses, leaksProcess } from "../../../test/broken-tools/leaks-process.ts";
import { closeServers, leaksServer } from "../../../test/broken-tools/leaks-server.ts";
import { leavesRejection } from "../../../test/broken-tools/leaves-rejection.ts";
import { misdirectsProgress } from "../../../test/broken-tools/misdirects-progress.ts";
import { namesMissingTool } from "../../../test/broken-tools/names-missing-tool.ts";
import { neverEnds } from "../../../test/broken-tools/never-ends.ts";
import { saysNothing } from "../../../test/broken-tools/says-nothing.ts";
import { sharesState } from "../../../test/broken-tools/shares-state.ts";
import { throwsInFormat } from "../../../test/broken-tools/throws-in-format.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { ConformanceOptions } from "./options.ts";
import { formatReport } from "./report.ts";
import { runConformance } from "./run-conformance.ts";

const table: readonly (readonly [AnyTool, ConformanceOptions, string, RegExp])[] = [
  [ignoresSignal, { graceMs: 60 }, "cancel:during", /still running 60 ms after its signal had aborted/],
  [
    leaksInterval,
    { graceMs: 200 },
    "leak:handles",
    /3 finished calls left these handles open: Timeout, Timeout, Timeout\./,
  ],
  [
    leaksServer,
    { graceMs: 200 },
    "leak:handles",
    /3 finished calls left these handles open: TCPSERVERWRAP, TCPSERVERWRAP/i,
  ],
  [
    leaksProcess,
    { graceMs: 200 },
    "leak:processes",
    /3 finished calls left these processes running: sleep \(pid \d+\), sleep/,
  ],
  [leavesRejection, {}, "leak:strays", /a call let an error slip: Error: nobody listens/],
  [sharesState, {}, "concurrent:isolation", /when the first of two calls was cancelled, the other ended crashed/],
  [misdirectsProgress, {}, "concurrent:progress", /one reported its progress into another/],
  [breaksOutput, {}, "example:ok", /ended invalid_output .*count/s],
  [throwsInFormat, {}, "example:ok", /ended crashed .*format: RangeError: no words for this/s],
  [exits, {}, "example:ok", /ended crashed .*stray: Error: A handler called process\.exit\(\)/s],
  [crashesOnExample, {}, "example:ok", /ended crashed .*handler: TypeError: text was lost/s],
  [neverEnds, { exampleMs: 300 }, "example:ok", /had not ended after 300 ms/],
  [saysNothing, {}, "example:ok", /the text for the model is empty/],
  [acceptsAnything, {}, "input:wrong-type", /when `text` is \{"wrong":true\}, the call ended ok/],
  [
    namesMissingTool,
    { failing: [{ text: "missing" }], registry: [] },
    "error:next-call",
    /names a next call that cannot be made: there is no tool "no_such_tool"/,
  ],
];

afterAll(() => {
  clearIntervals();
  closeServers();
  endProcesses();
});

for (const [tool, options, id, reason] of table) {
  test(`${tool.name} fails ${id} and nothing else`, { timeout: 60_000 }, async () => {
    const report = await runConformance(tool, options);
    const failures = report.checks.filter((check) => check.verdict === "failed");
    expect(
      failures.map((check) => check.id),
      formatReport(report),
    ).toEqual([id]);
    expect(failures[0]?.reason).toMatch(reason);
  });
}
