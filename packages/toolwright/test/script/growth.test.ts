import { expect, vi } from "vitest";
import { openScriptKernel, textOf } from "../../src/script/fixtures/script-kernel.ts";
import { proofSize, seededRandom } from "../proof-size.ts";
import { verifies } from "../verifies.ts";

/** Ordinary scripts, and those that end in another way than by themselves. */
const scripts: readonly (readonly [code: string, ends: RegExp])[] = [
  ["return (await echo({ text: 'a' })).text", /^a$/],
  ["return (await Promise.all([count({ to: 9 }), count({ to: 8 })])).length", /^2$/],
  ["keep('n', (kept.n ?? 0) + 1); print(kept.n > 0)", /^true$/],
  ["await fail()", /no_luck/],
  ["const a = []; for (;;) a.push(new Uint8Array(1e6))", /out of memory/],
  ["for (;;);", /was ended/],
  ["wait_forever(); return 1", /^1$/],
  ["await write_note({ text: 'x' })", /needs a person's approval/],
];
const parallel = 4;
const allowedMb = 200;
// All thousand take minutes on a busy machine.
vi.setConfig({ testTimeout: 1_800_000 });

verifies("script:growth", "a thousand scripts leave neither threads nor memory behind", async () => {
  const random = seededRandom();
  const limits = { memoryBytes: 20 * 1024 * 1024, steps: 1_000_000 };
  const { run, kernel } = openScriptKernel({ limits });
  const pick = (): readonly [string, RegExp] => scripts[Math.floor(random() * scripts.length)] ?? ["", /./];
  const runMany = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const [code, ends] = pick();
      expect(textOf(await run(code))).toMatch(ends);
    }
  };
  await runMany(8);
  const before = measure();
  const total = proofSize(1_000, 32);
  await Promise.all(Array.from({ length: parallel }, async () => await runMany(total / parallel)));
  expect(await kernel.close()).toEqual({ unfinished: [] });
  const after = measure();
  expect(after.threads).toBe(before.threads);
  expect(after.heapMb - before.heapMb).toBeLessThan(20);
  expect(after.residentMb - before.residentMb).toBeLessThan(allowedMb);
});

function measure(): { readonly threads: number; readonly heapMb: number; readonly residentMb: number } {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  // Every thread has a port to this one.
  const threads = process.getActiveResourcesInfo().filter((name) => name === "MessagePort" || name === "Worker").length;
  return { threads, heapMb: heapUsed / 1024 / 1024, residentMb: rss / 1024 / 1024 };
}
