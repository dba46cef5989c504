import type { AnyTool } from "../../tool/tool.ts";
import { type CheckContext, conformanceChecks } from "./checks.ts";
import type { ConformanceOptions } from "./options.ts";

/** How a test runner registers a test; vitest's `test` and that of `node:test` fit. */
export type RegisterTest = (
  title: string,
  run: (context?: CheckContext) => Promise<void>,
  timeoutMs: number,
) => unknown;

/** The options of the checks, and the test runner. */
export interface TestToolOptions extends ConformanceOptions {
  readonly test: RegisterTest;
}

/** Registers every check of the conformance suite for one tool, a test each: `testTool(tool, { test, services })`. */
export function testTool(tool: AnyTool, { test, ...options }: TestToolOptions): void {
  // Runners give a test 5 s by default, which is short for a hundred calls that start processes.
  for (const { title, run, timeoutMs } of conformanceChecks(tool, options)) test(title, run, timeoutMs);
}
