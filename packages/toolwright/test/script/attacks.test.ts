import { describe, expect, test } from "vitest";
import { openScriptKernel, textOf } from "../../src/script/fixtures/script-kernel.ts";
import { proofCases } from "../proof-size.ts";
import { verifies } from "../verifies.ts";
import { escapes, pollution, type Attack } from "./attacks.ts";
import { bombs } from "./bombs.ts";
import { hostileValues } from "./hostile-values.ts";

const all = [...escapes, ...pollution, ...hostileValues, ...bombs];

const limits = {
  memoryBytes: 40 * 1024 * 1024,
  steps: 5_000_000,
  computeMs: 5_000,
  calls: 60,
  answerBytes: 1024 * 1024,
  exchangedBytes: 8 * 1024 * 1024,
};

describe.each([
  ["escapes", escapes],
  ["pollution", pollution],
  ["hostile values", hostileValues],
  // Each takes what it is given.
  ["bombs", proofCases(bombs, 2)],
] as const)("%s", (_kind, attacks) => {
  test.each(attacks)("$name", async ({ code, ends }: Attack) => {
    const { run, kernel, done } = openScriptKernel({ limits, deadlineMs: 8_000, access: { confirm: "allow" } });
    const outcome = await run(code);
    expect(textOf(outcome)).toMatch(ends);
    // The host is alive, and as it was.
    expect(await kernel.call("echo", { text: "alive" })).toMatchObject({ status: "ok", text: '{"text":"alive"}' });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect("polluted" in {}).toBe(false);
    expect(done).toEqual([]);
    expect(await kernel.close()).toEqual({ unfinished: [] });
  });
});

verifies("script:sandbox", "at least sixty kinds are tried, each of its own name", () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});
