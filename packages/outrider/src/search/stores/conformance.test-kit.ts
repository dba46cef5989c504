import { describe, expect, onTestFinished, test } from "vitest";
import {
  createRandom,
  dimensions,
  exactNearest,
  fill,
  makeContents,
  makeVectors,
  never,
  placesOf,
  type StoreKit,
  tolerance,
  worstScore,
} from "./store-contents.test-kit.ts";
import type { VectorStore } from "./vector-store.ts";

const query = makeVectors(createRandom(77), 1);
const oddNames = [
  "",
  " ",
  "a'b\"c\\d",
  "$1; drop",
  "größe/🎉",
  "nul\u0000in",
  "half\ud800",
  "a\nb\tc",
  "{x,y}",
  "k".repeat(500),
];

/** The contract of all drivers. `makeKit` creates separate data for each test. */
export function describeStore(name: string, makeKit: () => Promise<StoreKit>): void {
  async function openKit(): Promise<StoreKit> {
    const kit = await makeKit();
    return {
      ...kit,
      open(options) {
        const store = kit.open(options);
        onTestFinished(async () => await store.close());
        return store;
      },
    };
  }

  const openOne = async (): Promise<VectorStore> => (await openKit()).open();

  describe(name, () => {
    test("an empty store has no hits, and everything that it is told of is missing", async () => {
      const store = await openOne();
      expect(await store.nearest(query, { limit: 5, always: ["a"], signal: never })).toEqual([]);
      expect(await store.follow({ added: ["a", "b"], removed: ["c"] }, { signal: never })).toEqual(["a", "b"]);
      expect(await store.nearest(query, { limit: 5, always: ["a"], signal: never })).toEqual([]);
      expect(store.status()).toMatchObject({ contents: 0, vectors: 0 });
    });

    test("hits come best first with the cosine as their score, as many as asked for", async () => {
      const store = await openOne();
      const contents = makeContents(1, ["a", "b", "c", "d"], 5);
      expect(await fill(store, contents)).toEqual(["a", "b", "c", "d"]);
      const exact = exactNearest(contents, query);
      for (const limit of [0, 1, 7, 20, 500]) {
        const hits = await store.nearest(query, { limit, signal: never });
        expect(placesOf(hits)).toEqual(placesOf(exact.slice(0, limit)));
        expect(worstScore(hits, exact)).toBeLessThan(tolerance);
      }
      const louder = await store.nearest(
        query.map((number) => number * 40),
        { limit: 20, signal: never },
      );
      expect(worstScore(louder, exact)).toBeLessThan(tolerance);
      expect(store.status()).toMatchObject({ contents: 4, vectors: 20 });
    });

    test("chunks of `always` come after the nearest, each once, and only those that the project holds", async () => {
      const store = await openOne();
      const contents = makeContents(2, ["a", "b", "c"], 4);
      await fill(store, contents);
      const exact = exactNearest(contents, query);
      const [best] = exact;
      const far = exact.at(-1)?.content ?? "";
      const hits = await store.nearest(query, { limit: 1, always: [far, "unknown", far], signal: never });
      const ofFar = exact.filter(
        ({ content, chunk }) => content === far && !(best?.content === far && best.chunk === chunk),
      );
      expect(placesOf(hits.slice(0, 1))).toEqual(placesOf(exact.slice(0, 1)));
      expect(placesOf(hits.slice(1)).toSorted()).toEqual(placesOf(ofFar).toSorted());
      expect(worstScore(hits, exact)).toBeLessThan(tolerance);
      const only = await store.nearest(query, { limit: 0, always: ["b"], signal: never });
      expect(placesOf(only).toSorted()).toEqual(placesOf(exact.filter(({ content }) => content === "b")).toSorted());
    });

    test("what was removed is not found any more, and comes back without new vectors", async () => {
      const store = await openOne();
      const contents = makeContents(3, ["a", "b", "c"]);
      await fill(store, contents);
      const found = async (): Promise<readonly string[]> =>
        [
          ...new Set(
            (await store.nearest(query, { limit: 99, always: ["b"], signal: never })).map(({ content }) => content),
          ),
        ].toSorted();
      await store.follow({ added: [], removed: ["b"] }, { signal: never });
      expect(await found()).toEqual(["a", "c"]);
      expect(store.status()).toMatchObject({ contents: 2, vectors: 6 });
      expect(await store.follow({ added: ["b"], removed: ["a"] }, { signal: never })).toEqual([]);
      expect(await found()).toEqual(["b", "c"]);
      expect(await store.follow({ added: ["a", "d"], removed: [] }, { signal: never })).toEqual(["d"]);
      expect(await found()).toEqual(["a", "b", "c"]);
    });

    test("what was put without being held is found as soon as it is; a content may have no chunks", async () => {
      const store = await openOne();
      const contents = makeContents(4, ["early"]);
      await store.put([...contents, { content: "empty", vectors: new Float32Array(0) }], { signal: never });
      expect(await store.nearest(query, { limit: 9, signal: never })).toEqual([]);
      expect(await store.follow({ added: ["early", "empty"], removed: [] }, { signal: never })).toEqual([]);
      expect(await store.nearest(query, { limit: 9, always: ["empty"], signal: never })).toHaveLength(3);
      expect(store.status()).toMatchObject({ contents: 2, vectors: 3 });
    });

    test("what was put twice is there once", async () => {
      const store = await openOne();
      const contents = makeContents(5, ["a", "b"]);
      await fill(store, contents);
      await store.put(contents, { signal: never });
      await store.put([], { signal: never });
      expect(placesOf(await store.nearest(query, { limit: 99, signal: never }))).toEqual(
        placesOf(exactNearest(contents, query)),
      );
    });

    test("the next session finds the vectors again, without what the project does not hold by then", async () => {
      const kit = await openKit();
      const contents = makeContents(6, ["a", "b", "c"]);
      const first = kit.open();
      await fill(first, contents);
      await first.close();
      const second = kit.open();
      expect(await second.follow({ added: ["b"], removed: [] }, { signal: never })).toEqual([]);
      const ofB = exactNearest(contents.slice(1, 2), query);
      expect(placesOf(await second.nearest(query, { limit: 2, signal: never }))).toEqual(placesOf(ofB.slice(0, 2)));
      expect(await second.follow({ added: ["c"], removed: [], whole: true }, { signal: never })).toEqual([]);
      expect(placesOf(await second.nearest(query, { limit: 99, signal: never }))).toEqual(
        placesOf(exactNearest(contents.slice(1), query)),
      );
    });

    test("of two at once, each finds what the other has put and keeps to what it holds itself", async () => {
      const kit = await openKit();
      const [one, other] = [kit.open(), kit.open()];
      const contents = makeContents(7, ["a", "b", "c", "d"]);
      await other.follow({ added: ["a", "b"], removed: [] }, { signal: never });
      expect(await other.nearest(query, { limit: 99, signal: never })).toEqual([]);
      await Promise.all([fill(one, contents), fill(other, contents.slice(1, 3))]);
      const hits = await other.nearest(query, { limit: 99, signal: never });
      expect(placesOf(hits)).toEqual(placesOf(exactNearest(contents.slice(0, 3), query)));
      expect(await other.follow({ added: ["d"], removed: [] }, { signal: never })).toEqual([]);
      await one.put(makeContents(8, ["e"]), { signal: never });
      expect(await other.follow({ added: ["e"], removed: [] }, { signal: never })).toEqual([]);
    });

    test("any text is a name of a content", async () => {
      const kit = await openKit();
      const contents = makeContents(8, oddNames, 1);
      const store = kit.open();
      expect(await fill(store, contents)).toEqual(oddNames);
      expect(placesOf(await store.nearest(query, { limit: 99, always: oddNames, signal: never })).toSorted()).toEqual(
        placesOf(exactNearest(contents, query)).toSorted(),
      );
      await store.close();
      expect(await kit.open().follow({ added: oddNames, removed: [] }, { signal: never })).toEqual([]);
    });

    test("vectors of the wrong length and what is no number are refused, and nothing beside them is stored", async () => {
      const store = await openOne();
      const good = makeContents(9, ["good"]);
      const refused = async (vectors: Float32Array): Promise<string> =>
        await store.put([...good, { content: "bad", vectors }], { signal: never }).then(
          () => "stored",
          (error: unknown) => String(error),
        );
      expect(await refused(new Float32Array(dimensions + 1))).toContain(
        `${dimensions + 1} numbers, expected ${dimensions}`,
      );
      expect(await refused(new Float32Array(dimensions).fill(NaN))).toContain("not finite");
      await expect(store.nearest(new Float32Array(7), { limit: 1, signal: never })).rejects.toMatchObject({
        code: "wrong_dimensions",
      });
      expect(await store.follow({ added: ["good", "bad"], removed: [] }, { signal: never })).toEqual(["good", "bad"]);
    });

    test("after `clear` everything is missing and may be put again; another model keeps its own", async () => {
      const kit = await openKit();
      const [store, other] = [kit.open(), kit.open({ model: "another" })];
      const contents = makeContents(10, ["a", "b"]);
      await fill(store, contents);
      await fill(other, contents);
      await store.clear();
      expect(await store.nearest(query, { limit: 9, signal: never })).toEqual([]);
      expect(store.status()).toMatchObject({ contents: 0, vectors: 0 });
      expect(await other.nearest(query, { limit: 9, signal: never })).toHaveLength(6);
      await store.put(contents.slice(0, 1), { signal: never });
      expect(await store.nearest(query, { limit: 9, signal: never })).toHaveLength(3);
      expect(await store.follow({ added: ["a", "b"], removed: [] }, { signal: never })).toEqual(["b"]);
      await store.dropOthers();
      expect(await store.nearest(query, { limit: 9, signal: never })).toHaveLength(3);
    });

    test("who cancels is let go at once, with their reason, and the store goes on", async () => {
      const store = await openOne();
      const contents = makeContents(11, ["a", "b"]);
      await fill(store, contents);
      const reason = new Error("enough");
      const gone = AbortSignal.abort(reason);
      await expect(store.nearest(query, { limit: 1, signal: gone })).rejects.toBe(reason);
      await expect(store.put(contents, { signal: gone })).rejects.toBe(reason);
      await expect(store.follow({ added: ["z"], removed: ["a"] }, { signal: gone })).rejects.toBe(reason);
      for (let turn = 0; turn < 8; turn += 1) {
        const stop = new AbortController();
        const asked = store.nearest(query, { limit: 1, signal: stop.signal }).catch((error: unknown) => error);
        const told = store
          .follow({ added: ["a", "b"], removed: [] }, { signal: stop.signal })
          .catch((error: unknown) => error);
        for (let wait = 0; wait < turn; wait += 1) await new Promise(setImmediate);
        const begun = performance.now();
        stop.abort(reason);
        const ends = [await asked, await told];
        expect(performance.now() - begun).toBeLessThan(1000);
        for (const end of ends) expect(end === reason || Array.isArray(end)).toBe(true);
      }
      expect(placesOf(await store.nearest(query, { limit: 99, signal: never }))).toEqual(
        placesOf(exactNearest(contents, query)),
      );
    });

    test("of ten thousand rows, the fifty that are nearest are found", { timeout: 60_000 }, async () => {
      const store = await openOne();
      const contents = makeContents(
        12,
        Array.from({ length: 500 }, (_, at) => `content ${at}`),
        20,
      );
      await fill(store, contents);
      const exact = exactNearest(contents, query);
      const hits = await store.nearest(query, { limit: 50, signal: never });
      expect(worstScore(hits, exact)).toBeLessThan(tolerance);
      // Two hits that differ by less than the tolerance may come in either order.
      const last = (exact[49]?.score ?? 0) - tolerance;
      expect(hits).toHaveLength(50);
      expect(hits.every(({ score }, at) => score >= last && score <= (hits[at - 1]?.score ?? 1))).toBe(true);
    });

    test("closed, it answers nothing more; closing twice does no harm", async () => {
      const store = await openOne();
      await fill(store, makeContents(13, ["a"]));
      await store.close();
      await store.close();
      await expect(store.nearest(query, { limit: 1, signal: never })).rejects.toThrow("closed");
      await expect(store.put(makeContents(13, ["b"]), { signal: never })).rejects.toThrow("closed");
      const unused = await openOne();
      await unused.close();
    });
  });
}
