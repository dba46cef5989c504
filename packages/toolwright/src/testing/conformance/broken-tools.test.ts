import { afterAll, expect, test } from "vitest";
import { acceptsAnything } from "../../../test/broken-tools/accepts-anything.ts";
import { blocksLoop } from "../../../test/broken-tools/blocks-loop.ts";
import { breaksOutput } from "../../../test/broken-tools/breaks-output.ts";
import { crashesOnExample } from "../../../test/broken-tools/crashes-on-example.ts";
import { exits } from "../../../test/broken-tools/exits.ts";
import { failsOtherwise } from "../../../test/broken-tools/fails-otherwise.ts";
import { ignoresSignalBriefly } from "../../../test/broken-tools/ignores-signal-briefly.ts";
import { ignoresSignal } from "../../../test/broken-tools/ignores-signal.ts";
import { clearIntervals, leaksInterval } from "../../../test/broken-tools/leaks-interval.ts";
import { endProcesses, leaksProcess } from "../../../test/broken-tools/leaks-process.ts";
import { leaksProcessLate } from "../../../test/broken-tools/leaks-process-late.ts";
import { closeServers, leaksServer } from "../../../test/broken-tools/leaks-server.ts";
import { clearUnrefIntervals, leaksUnrefInterval } from "../../../test/broken-tools/leaks-unref-interval.ts";
import { leavesRejection } from "../../../test/broken-tools/leaves-rejection.ts";
import { misdirectsProgress } from "../../../test/broken-tools/misdirects-progress.ts";
import { namesMissingTool } from "../../../test/broken-tools/names-missing-tool.ts";
import { neverEnds } from "../../../test/broken-tools/never-ends.ts";
import { rejectsOnAbort } from "../../../test/broken-tools/rejects-on-abort.ts";
import { saysNothing } from "../../../test/broken-tools/says-nothing.ts";
import { sharesState } from "../../../test/broken-tools/shares-state.ts";
import { succeedsOnFailing } from "../../../test/broken-tools/succeeds-on-failing.ts";
import { throwsInFormat } from "../../../test/broken-tools/throws-in-format.ts";
import { throwsOnAbort } from "../../../test/broken-tools/throws-on-abort.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { ConformanceOptions } from "./options.ts";
import { formatReport, runConformance } from "./run-conformance.ts";

const table: readonly (readonly [AnyTool, ConformanceOptions, string, RegExp])[] = [
  [ignoresSignal, { graceMs: 5 }, "cancel:during", /still running 5 ms after its signal had aborted/],
  [
    ignoresSignalBriefly,
    {},
    "cancel:during",
    /went on for \d{3,} ms after the cancel and never looked at `call\.signal`/,
  ],
  [blocksLoop, { blockMs: 20 }, "loop:blocked", /blocked the event loop for \d+ ms, in each of 3 runs/],
  [
    leaksUnrefInterval,
    { graceMs: 60 },
    "leak:handles",
    /3 finished calls left these handles open: (Timeout \(unref'd\)(, )?){3}\./,
  ],
  [
    leaksInterval,
    { graceMs: 60 },
    "leak:handles",
    /3 finished calls left these handles open: Timeout, Timeout, Timeout\./,
  ],
  [
    leaksServer,
    { graceMs: 60 },
    "leak:handles",
    /3 finished calls left these handles open: TCPSERVERWRAP, TCPSERVERWRAP/i,
  ],
  [
    leaksProcess,
    { graceMs: 60 },
    "leak:processes",
    /3 finished calls left these processes running: sleep \(pid \d+\), sleep/,
  ],
  [
    leaksProcessLate,
    { graceMs: 100 },
    "leak:processes",
    /3 finished calls left these processes running: sleep \(pid \d+\), sleep/,
  ],
  [leavesRejection, {}, "leak:strays", /a call let an error slip: Error: nobody listens/],
  [throwsOnAbort, {}, "leak:strays", /a call let an error slip: Error: nothing to tidy up/],
  [rejectsOnAbort, {}, "leak:strays", /a call let an error slip: Error: nothing to tidy up/],
  [sharesState, {}, "concurrent:isolation", /when the first of two calls was cancelled, the other ended crashed/],
  [misdirectsProgress, {}, "concurrent:progress", /one reported its progress into another/],
  [breaksOutput, {}, "example:ok", /ended invalid_output .*count/s],
  [throwsInFormat, {}, "example:ok", /ended crashed .*format: RangeError: no words for this/s],
  [exits, {}, "example:ok", /ended crashed .*stray: Error: A handler called process\.exit\(\)/s],
  [crashesOnExample, {}, "example:ok", /ended crashed .*handler: TypeError: text was lost/s],
  [neverEnds, { exampleMs: 300 }, "example:ok", /had not ended after 300 ms/],
  [saysNothing, {}, "example:ok", /the text for the model is empty/],
  [
    failsOtherwise,
    {},
    "example:fails",
    /ended tool_error "There is no such text\.", with the code "not_there"\..*not_found/s,
  ],
  [succeedsOnFailing, {}, "example:fails", /with the failing example \{"text":"missing"\}, the call ended ok\./],
  [acceptsAnything, {}, "input:wrong-type", /when `text` is \{"wrong":true\}, the call ended ok/],
  [
    namesMissingTool,
    { registry: [] },
    "error:next-call",
    /names a next call that cannot be made: there is no tool "no_such_tool"/,
  ],
];

afterAll(() => {
  clearIntervals();
  clearUnrefIntervals();
  closeServers();
  endProcesses();
});

for (const [tool, options, id, reason] of table) {
  test(`${tool.name} fails ${id} and nothing else`, async () => {
    const report = await runConformance(tool, options);
    const failures = report.checks.filter((check) => check.verdict === "failed");
    expect(
      failures.map((check) => check.id),
      formatReport(report),
    ).toEqual([id]);
    expect(failures[0]?.reason).toMatch(reason);
  });
}
