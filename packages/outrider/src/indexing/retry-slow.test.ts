import { expect, test } from "vitest";
import { createSlowRetries } from "./retry-slow.ts";
import { createWorkList } from "./work-list.ts";

test("a file whose retry says nothing is tried once, and again with the next start", async () => {
  const work = createWorkList();
  for (const path of ["a.ts", "b.ts"]) {
    work.apply(path, { kind: "changed" });
    work.apply(path, { kind: "taken", portion: -1 });
    work.apply(path, { kind: "timed-out", portion: -1 });
  }
  const tried: string[] = [];
  const retries = createSlowRetries(work, async (path) => void tried.push(path), new AbortController().signal);
  retries.start();
  await retries.ended();
  expect([tried, [...work.slow]]).toEqual([
    ["a.ts", "b.ts"],
    ["a.ts", "b.ts"],
  ]);
  retries.start();
  await retries.ended();
  expect(tried).toHaveLength(4);
});
