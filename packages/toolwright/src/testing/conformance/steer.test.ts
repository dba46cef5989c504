import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { sampleKernel, sampleTool } from "../../../test/sample.ts";
import { cancelOnStart, steerTool } from "./steer.ts";

test("a cancel on start comes after the handler's first step, and not from its context", async () => {
  const context = new AsyncLocalStorage<string>();
  const controller = new AbortController();
  const seen: unknown[] = [];
  const cancelling = cancelOnStart(() => {
    seen.push(`cancelled from ${context.getStore() ?? "outside"}`);
    controller.abort();
  });
  const tool = sampleTool(() => void seen.push(`started from ${context.getStore() ?? "outside"}`));
  const { kernel } = sampleKernel([steerTool(tool, cancelling)]);
  const outcome = await context.run("the call", () => kernel.call("sample", {}, { signal: controller.signal }));
  expect(seen).toEqual(["started from the call", "cancelled from outside"]);
  expect(outcome.status).toBe("cancelled");
});
