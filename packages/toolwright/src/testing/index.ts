export { harness, type Harness, type HarnessOptions, type HarnessOutcome } from "./harness.ts";
export { type Check, type CheckContext, conformanceChecks } from "./conformance/checks.ts";
export { ConformanceError } from "./conformance/require-outcome.ts";
export { type ConformanceOptions } from "./conformance/options.ts";
export { type CheckReport, type ConformanceReport, formatReport } from "./conformance/run-conformance.ts";
export { runConformance } from "./conformance/run-conformance.ts";
export { markdownAsText, type MarkdownPlugin } from "./markdown-as-text.ts";
export { type Fault } from "./test-kernel.ts";
export { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";
