export { type CheckContext } from "./conformance/checks.ts";
export { type ConformanceOptions } from "./conformance/options.ts";
export {
  type CheckReport,
  type ConformanceReport,
  formatReport,
  runConformance,
} from "./conformance/run-conformance.ts";
export { type RegisterTest, testTool, type TestToolOptions } from "./conformance/test-tool.ts";
export { harness, type Harness, type HarnessOptions, type HarnessOutcome } from "./harness.ts";
export { markdownAsText, type MarkdownPlugin } from "./markdown-as-text.ts";
export { type Fault } from "./test-kernel.ts";
export { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";
