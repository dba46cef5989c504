// toolwright/testing: Testing tools
import { createKernel, defineTool, reads } from "toolwright";
import {
  type ConformanceOptions,
  createVirtualClock,
  formatReport,
  harness,
  type HarnessOptions,
  markdownAsText,
  type RegisterTest,
  runConformance,
  testTool,
} from "toolwright/testing";
import * as z from "zod";
import { readNote, type Services } from "./define-tool.ts";

const services = (): Services => ({ notes: new Map([["groceries", "Bread, milk."]]) });
const readOnly: HarnessOptions<readonly [typeof readNote]> = { access: { readOnly: true } };

/** In a test file: every check of the suite, a test each. Vitest's `test` fits, and that of `node:test`. */
export function registerChecks(test: RegisterTest): void {
  testTool(readNote, { test, services });
}

/** A single call in a unit test, on the real kernel. */
export async function readInTest(): Promise<string> {
  await using kit = harness([readNote], { services, ...readOnly });
  const outcome = await kit.call("read_note", { title: "groceries" });
  return outcome.status === "ok" ? outcome.text : outcome.status;
}

/** Without a test runner the suite gives a report. */
export async function reportChecks(more: ConformanceOptions = {}): Promise<string> {
  return formatReport(await runConformance(readNote, { services, ...more }));
}

/** Time that a test moves, for a kernel of one's own. */
export async function passDeadline(): Promise<string> {
  const never = defineTool({
    name: "never",
    description: "Never ends by itself.",
    input: z.strictObject({}),
    effects: reads,
    deadlineMs: 60_000,
    handle: (_input, _services, call) =>
      new Promise<string>((resolve) => {
        call.signal.addEventListener("abort", () => resolve("stopped"));
      }),
  });
  const clock = createVirtualClock();
  const kernel = createKernel({ tools: [never], clock });
  const call = kernel.call("never", {});
  await clock.advance(60_000);
  return (await call).status;
}

/** `vitest.config.ts` of a project whose tools import their `description.md`. */
export const vitestConfig = { plugins: [markdownAsText()] };
