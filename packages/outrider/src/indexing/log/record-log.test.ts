import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countedFile as stored, expected, found, openIn, plain, put } from "../../../test/support/record-log-kit.ts";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import type { StoredFile } from "./log-entry.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const never = new AbortController().signal;

test("what was appended is there for the next process, the last of each path, without what was removed", async () => {
  const { temp } = makeTempPlace();
  const log = openIn(temp);
  expect(plain(await log.load())).toEqual({});
  await log.append([put("a.ts", 1), put("größe/🎉.ts", 2), put("c.ts", 3)]);
  await log.append([put("a.ts", 4)], ["c.ts"]);
  const now = expected({ "a.ts": 4, "größe/🎉.ts": 2 });
  expect(plain(log.files)).toEqual(now);
  expect(log.problem).toBeUndefined();
  await log.close();
  expect(await found(temp)).toEqual(now);
  expect(readdirSync(temp)).toEqual(["symbols.log"]);
  await expect(log.append([put("d.ts", 5)])).rejects.toThrow("is closed");
});

test("any appends and removals, with reopening and compacting between, come back as a map would hold them", async () => {
  const path = fc.constantFrom("a", "b", "c/d", "é🎉", "\ud800", "\ud800x\udc00");
  const step = fc.oneof(
    fc.record({
      put: fc.array(fc.tuple(path, fc.nat({ max: 99 }), fc.nat({ max: 50 })), { maxLength: 4 }),
      gone: fc.array(path, { maxLength: 2 }),
    }),
    fc.constantFrom("reopen", "compact", "tear"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { temp } = makeTempPlace();
      const model = new Map<string, StoredFile>();
      let log = openIn(temp);
      await log.load();
      for (const each of steps) {
        if (each === "compact") await log.compact();
        else if (each === "tear") appendFileSync(join(temp, "symbols.log"), "torn");
        else if (each === "reopen") {
          await log.close();
          log = openIn(temp);
          await log.load();
        } else {
          await log.append(
            each.put.map(([name, seed, length]) => put(name, seed, length)),
            each.gone,
          );
          for (const [name, seed, length] of each.put) model.set(name, stored(seed, length));
          for (const name of each.gone) model.delete(name);
        }
        expect(plain(log.files)).toEqual(plain(model));
      }
      await log.close();
      expect(await found(temp)).toEqual(plain(model));
      rmSync(temp, { recursive: true });
    }),
    { numRuns: proofSize(40, 12) },
  );
});

test("a hash of another form is refused before anything changes", async () => {
  const { temp } = makeTempPlace();
  const log = openIn(temp);
  await expect(log.append([put("a", 1), { ...put("b", 3), hash: "abc" }])).rejects.toThrow('"abc" is no hash');
  expect(plain(log.files)).toEqual({});
  expect(readdirSync(temp)).toEqual([]);
});

test("a log of another identity is empty, is replaced by the first append, and the one before stays in memory", async () => {
  const { temp } = makeTempPlace();
  const old = openIn(temp, "project 1");
  await old.append([put("a", 1)]);
  expect(await found(temp, "project 2")).toEqual({});
  expect(await found(temp, "project 1")).toEqual(expected({ a: 1 }));
  const next = openIn(temp, "project 2");
  await next.load();
  await next.append([put("b", 2)]);
  expect(await old.readOn()).toEqual({ changed: [], removed: [] });
  await old.append([put("c", 3)]);
  expect(old.problem).toContain("Another version of Outrider");
  expect(plain(old.files)).toEqual(expected({ a: 1, c: 3 }));
  expect(await found(temp, "project 2")).toEqual(expected({ b: 2 }));
});

test("two logs on one file see each other's changes, through compactions, too", async () => {
  const { temp } = makeTempPlace();
  const one = openIn(temp);
  const two = openIn(temp);
  await Promise.all([one.load(), two.load()]);
  await one.append([put("a", 1), put("b", 2)]);
  expect(await two.readOn()).toEqual({ changed: ["a", "b"], removed: [] });
  expect(await two.readOn()).toEqual({ changed: [], removed: [] });
  await two.append([put("c", 3)], ["a"]);
  expect(await two.readOn()).toEqual({ changed: [], removed: [] });
  expect(await one.readOn()).toEqual({ changed: ["c"], removed: ["a"] });
  await one.append([put("b", 5)], ["c"]);
  await one.compact();
  expect(await two.readOn()).toEqual({ changed: ["b"], removed: ["c"] });
  await two.append([put("d", 6)]);
  // What an append reads on the way is told by the next readOn.
  await one.append([put("e", 7)]);
  expect(await one.readOn()).toEqual({ changed: ["d"], removed: [] });
  await two.readOn();
  expect(plain(one.files)).toEqual(expected({ b: 5, d: 6, e: 7 }));
  expect(plain(two.files)).toEqual(plain(one.files));
});

test("where nothing can be written, everything works in memory and the reason is told", async () => {
  const { temp } = makeTempPlace();
  const missing = join(temp, "not", "there");
  const log = openIn(missing);
  expect(plain(await log.load())).toEqual({});
  await log.append([put("a", 1)]);
  expect(plain(log.files)).toEqual(expected({ a: 1 }));
  expect(log.problem).toContain("symbols.log");
  expect(await log.tryWriter(async () => "built")).toEqual({ value: "built" });
  mkdirSync(missing, { recursive: true });
  await log.append([put("b", 2)]);
  expect(log.problem).toBeUndefined();
  expect(await found(missing)).toEqual(expected({ a: 1, b: 2 }));
  const blocked = join(temp, "blocked");
  mkdirSync(join(blocked, "symbols.log", "full"), { recursive: true });
  const other = openIn(blocked);
  await other.load();
  await other.append([put("a", 1)]);
  expect(other.problem).toContain("symbols.log");
  expect(plain(other.files)).toEqual(expected({ a: 1 }));
  await other.close();
});

test("a file is written anew by itself when more than half of it is outdated", async () => {
  const { temp } = makeTempPlace();
  const log = openIn(temp);
  await log.append([put("keep", 1)]);
  let most = 0;
  for (let round = 0; round < 40; round += 1) {
    await log.append([put("big", round, 50_000)]);
    most = Math.max(most, statSync(join(temp, "symbols.log")).size);
  }
  expect(most).toBeLessThan(400_000);
  await log.append([put("big", 99)]);
  await log.close();
  expect(statSync(join(temp, "symbols.log")).size).toBeLessThan(1000);
  expect(await found(temp)).toEqual(expected({ big: 99, keep: 1 }));
});

test("one builds, the others wait, read what it adds, and have their turn", async () => {
  const { temp } = makeTempPlace();
  const one = openIn(temp);
  const two = openIn(temp);
  const seen: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const building = one.withWriter({ signal: never }, async () => {
    await one.append([put("a", 1)]);
    await held;
    return "one";
  });
  expect(await two.tryWriter(async () => "two")).toBeUndefined();
  const waiting = two.withWriter(
    {
      signal: never,
      onRead: ({ changed }) => {
        seen.push(...changed);
        if (changed.length > 0) release();
      },
    },
    async () => "two",
  );
  expect(await Promise.all([building, waiting])).toEqual(["one", "two"]);
  expect(seen).toEqual(["a"]);
  await expect(two.tryWriter(() => Promise.reject(new Error("of the work")))).rejects.toThrow("of the work");
  expect(await one.tryWriter(async () => "free")).toEqual({ value: "free" });
});

test("waiting for a turn ends with its signal", async () => {
  const { temp } = makeTempPlace();
  const log = openIn(temp);
  const controller = new AbortController();
  await log.withWriter({ signal: never }, async () => {
    const waiting = openIn(temp).withWriter(
      { signal: controller.signal, onRead: () => controller.abort(new Error("enough")) },
      async () => "never",
    );
    await expect(waiting).rejects.toThrow("enough");
  });
  expect(readdirSync(temp)).toEqual([]);
});

test("records of a loaded log are aligned views of one piece of memory", async () => {
  const { temp } = makeTempPlace();
  const log = openIn(temp);
  await log.append(Array.from({ length: 50 }, (_, index) => put("x".repeat(index + 1), index, index * 3)));
  const files = await openIn(temp).load();
  const buffers = new Set([...files.values()].map(({ bytes }) => bytes.buffer));
  expect([files.size, buffers.size]).toEqual([50, 1]);
  for (const { bytes } of files.values()) expect(bytes.byteOffset % 8).toBe(0);
});
