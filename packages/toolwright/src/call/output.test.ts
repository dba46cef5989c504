import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { OutputOptions } from "./kernel.ts";
import { sampleKernel, sampleTool } from "../../test/sample.ts";
import { createReadOutputTool } from "../spill/read-output.ts";
import { openSpillStore } from "../spill/spill-store.ts";

const long = Array.from({ length: 5_000 }, (_, index) => `line ${index} of a long answer`).join("\n");

async function spillingKernel(output: Pick<OutputOptions, "readInput"> = {}, preview: { previewTokens?: number } = {}) {
  const directory = await mkdtemp(join(tmpdir(), "spilling-"));
  const store = openSpillStore({ directory });
  onTestFinished(async () => {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });
  return sampleKernel([sampleTool(() => long, { budgetTokens: 1_000, ...preview }), createReadOutputTool(store)], {
    output: { store, readWith: "read_output", previewTokens: 200, ...output },
  });
}

test("an answer over budget is spilled whole, shown in part, and every line can be read on", async () => {
  const { kernel } = await spillingKernel();
  const outcome = await kernel.call("sample", {});
  if (outcome.status !== "ok" || outcome.spill === undefined)
    throw new Error(`expected a spill, got ${outcome.status}`);
  expect(outcome.value).toBe(long);
  expect(outcome.text.length).toBeLessThan(4_000);
  expect(outcome.text).toContain(`read_output {"handle":"${outcome.spill.handle}"`);
  let read = "";
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page = await kernel.call("read_output", { handle: outcome.spill.handle, offset, limit: 1000 });
    if (page.status !== "ok") throw new Error(page.error.message);
    const { text, nextOffset } = JSON.parse(JSON.stringify(page.value));
    read += text;
    offset = nextOffset;
  }
  expect(read).toBe(long);
});

test("a tool says how much of its longer answers is shown", async () => {
  const shown = async (preview: { previewTokens?: number }): Promise<number> => {
    const { kernel } = await spillingKernel({}, preview);
    const outcome = await kernel.call("sample", {});
    return outcome.status === "ok" ? outcome.text.length : 0;
  };
  expect(await shown({ previewTokens: 800 })).toBeGreaterThan(2 * (await shown({})));
  expect(() => sampleTool(() => long, { previewTokens: -1 })).toThrow(
    "previewTokens -1 must be a whole number of at least 0",
  );
});

test("the call that reads on has the shape that its tool takes", async () => {
  const { kernel } = await spillingKernel({
    readInput: ({ handle, offset }) => ({ path: handle, line: offset + 1 }),
  });
  const outcome = await kernel.call("sample", {});
  if (outcome.status !== "ok" || outcome.spill === undefined)
    throw new Error(`expected a spill, got ${outcome.status}`);
  const { handle, next } = outcome.spill;
  expect(outcome.spill.readOn).toEqual({ tool: "read_output", input: { path: handle, line: next.offset + 1 } });
  expect(outcome.text).toContain(`read_output ${JSON.stringify(outcome.spill.readOn.input)}`);
});

test("an answer over budget without a store is an explicit error", async () => {
  const { kernel } = sampleKernel([sampleTool(() => long, { budgetTokens: 1_000 })]);
  expect(await kernel.call("sample", {})).toMatchObject({
    status: "tool_error",
    error: { code: "spill_failed", retryable: false },
  });
});

test("nothing to say is an empty text, not an error", async () => {
  const { kernel } = sampleKernel([sampleTool(() => undefined), sampleTool(() => [], { name: "empty" })]);
  expect(await kernel.call("sample", {})).toMatchObject({ status: "ok", text: "" });
  expect(await kernel.call("empty", {})).toMatchObject({ status: "ok", text: "[]" });
});
