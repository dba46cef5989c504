import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { openGrep as open } from "../../../test/support/grep-kit.ts";
import { limitFor } from "../../../../toolwright/test/slowdown.ts";

describe("very much", () => {
  test("attack 31: a million matches are counted exactly, in little memory, with the event loop free", async () => {
    const lines = "some text with an e in it\n".repeat(10_000);
    const { call } = open(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}.txt`, lines])));
    await call({ pattern: "warm up" });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const before = process.memoryUsage().rss;
    const outcome = await call({ pattern: "e" });
    delay.disable();
    expect(outcome).toMatchObject({
      value: { matches: 1_000_000, in_files: 100, overflow: { shown: 50, total: 1_000_000, next_offset: 50 } },
    });
    expect(delay.max / 1e6).toBeLessThan(limitFor(delay.max / 1e6, 100));
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
    const far = await call({ pattern: "e", offset: 999_990 });
    expect(far).toMatchObject({ value: { files: [{ file: "f99.txt", count: 10_000 }] } });
    expect(far.status === "ok" && far.value.files[0]?.lines?.at(-1)?.line).toBe(10_000);
  });

  test("attack 36: a pattern that ruins other engines ends soon, with the event loop free", async () => {
    const { call } = open({ "a.txt": `${"a".repeat(200_000)}b\n`, "b.txt": "aaaa\n" });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    expect(await call({ pattern: "(a+)+$" })).toMatchObject({ value: { matches: 1 } });
    expect(await call({ pattern: "(a*)*(a|aa)+$" })).toMatchObject({ value: { matches: 1 } });
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(limitFor(delay.max / 1e6, 100));
  });

  test("one line of many megabytes is shown as its match", async () => {
    const { text } = open({ "one.js": `${"x".repeat(30_000_000)}needle${"x".repeat(3_000_000)}` });
    const before = process.memoryUsage().rss;
    expect(await text({ pattern: "needle", context: 3 })).toMatch(/\n1:…x{60}needlex{100,200}…$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("where nothing is found in very many files, they are not all counted", async () => {
    const numbered = (directory: string, count: number) =>
      Array.from({ length: count }, (_, index) => [`${directory}/${index}.txt`, "x\n"] as const);
    const { text, call } = open({
      ...Object.fromEntries([...numbered("some", 5_000), ...numbered("out", 6_000)]),
      ".gitignore": "out/**\n",
      "some/.env": "needle\n",
      "out/5999.txt": "hidden needle\n",
    });
    expect(await text({ pattern: "needle", path: "some" })).toMatchInlineSnapshot(`
      "No matches in 5000 files.
      1 with secrets, such as .env, is never searched."
    `);
    expect(await text({ pattern: "needle" })).toMatchInlineSnapshot(`
      "No matches in more than 5000 files.
      Files with secrets, such as .env, are never searched."
    `);
    expect(await call({ pattern: "needle" })).toMatchObject({ value: { searched: 5_000, more: true } });
    expect(await text({ pattern: "needle", path: "out" })).toContain("\n1:hidden needle\ngit ignores this directory");
    expect(await text({ pattern: "nowhere", path: "out" })).toContain("No matches in more than 5000 files.");
  });
});
