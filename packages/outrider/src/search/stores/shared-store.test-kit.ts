import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import {
  createRandom,
  exactNearest,
  fill,
  makeContents,
  makeVectors,
  never,
  placesOf,
  type StoreKit,
  tolerance,
  worstScore,
  writtenNames,
  writtenSeed,
} from "./store-contents.test-kit.ts";

const query = makeVectors(createRandom(78), 1);

/** For every driver: one process writes, another searches. */
export function testTwoProcesses(name: string, makeKit: () => Promise<StoreKit>): void {
  test(
    `${name}: one process writes, another searches meanwhile and never sees a wrong score`,
    { timeout: 60_000 },
    async () => {
      const kit = await makeKit();
      const store = kit.open();
      onTestFinished(async () => await store.close());
      const contents = makeContents(writtenSeed, writtenNames);
      const exact = exactNearest(contents, query);
      expect(await store.follow({ added: writtenNames, removed: [] }, { signal: never })).toEqual(writtenNames);
      const writing = kit.writeElsewhere();
      const seen = new Set<number>();
      while ((await Promise.race([writing, sleep(10, "writing")])) === "writing") {
        const hits = await store.nearest(query, { limit: 999, signal: never });
        expect(worstScore(hits, exact)).toBeLessThan(tolerance);
        seen.add(hits.length);
      }
      expect(placesOf(await store.nearest(query, { limit: 999, signal: never }))).toEqual(placesOf(exact));
      expect(await store.follow({ added: writtenNames, removed: [] }, { signal: never })).toEqual([]);
      expect(store.status()).toMatchObject({ contents: writtenNames.length, vectors: exact.length });
      // Some of it was visible before all of it was there.
      expect(seen.size).toBeGreaterThan(2);
    },
  );
}

/** For drivers with a server. */
export function testRestart(name: string, makeKit: () => Promise<Required<StoreKit>>): void {
  test(`${name}: a restart in the middle is waited for, and nothing is lost`, { timeout: 60_000 }, async () => {
    const kit = await makeKit();
    const store = kit.open();
    onTestFinished(async () => await store.close());
    const contents = makeContents(41, ["a", "b", "c"]);
    await fill(store, contents.slice(0, 2));
    const waiting: Promise<unknown>[] = [];
    let answered: unknown;
    await kit.restart(async () => {
      const asked = store.nearest(query, { limit: 99, signal: never });
      const told = fill(store, contents.slice(2)).then(
        async () => await store.follow({ added: [], removed: ["a"] }, { signal: never }),
      );
      waiting.push(
        asked.then((hits) => (answered = hits)),
        told,
      );
      // A caller can stop waiting.
      const stop = new AbortController();
      const impatient = store.nearest(query, { limit: 1, signal: stop.signal }).catch((error: unknown) => error);
      await sleep(100);
      expect(answered).toBeUndefined();
      stop.abort(new Error("enough"));
      expect(await impatient).toEqual(new Error("enough"));
    });
    await Promise.all(waiting);
    expect(placesOf(await store.nearest(query, { limit: 99, signal: never }))).toEqual(
      placesOf(exactNearest(contents.slice(1), query)),
    );
  });
}
