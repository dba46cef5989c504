import pg from "pg";
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
} from "../src/search/stores/store-contents.test-kit.ts";
import type { PostgresOptions } from "../src/search/stores/postgres.ts";
import type { VectorStore } from "../src/search/stores/vector-store.ts";
import { postgresKit, type TestServer } from "./stores-server.ts";

const query = makeVectors(createRandom(79), 1);

/** Another user of the same database. */
export async function connectTo(server: TestServer): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  onTestFinished(async () => await client.end());
  return client;
}

export function openIn(kit: StoreKit): VectorStore {
  const store = kit.open();
  onTestFinished(async () => await store.close());
  return store;
}

/** What only a database of several machines has to do. */
export function describePostgres(name: string, server: () => TestServer): void {
  const open = (options: Partial<PostgresOptions>): VectorStore => openIn(postgresKit(server(), options));

  describe(name, () => {
    test("what one machine has put is there for another, whose own list decides what it finds", async () => {
      const contents = makeContents(50, ["a", "b", "c"]);
      const one = open({ model: "shared", checkout: "one" });
      const other = open({ model: "shared", checkout: "other" });
      await fill(one, contents);
      expect(await other.follow({ added: ["b", "new"], removed: [] }, { signal: never })).toEqual(["new"]);
      expect(placesOf(await other.nearest(query, { limit: 99, always: ["a"], signal: never }))).toEqual(
        placesOf(exactNearest(contents.slice(1, 2), query)),
      );
      await one.clear();
      expect(placesOf(await other.nearest(query, { limit: 99, signal: never }))).toHaveLength(3);
      expect(await one.follow({ added: ["a", "b", "c"], removed: [] }, { signal: never })).toEqual(["a", "c"]);
    });

    test("several that put the same at once do not get into each other's way", async () => {
      const contents = makeContents(
        51,
        Array.from({ length: 60 }, (_, at) => `c${at}`),
      );
      const stores = Array.from({ length: 4 }, (_, at) => open({ model: "crowd", checkout: `crowd ${at}` }));
      await Promise.all(
        stores.map(async (store, at) => await fill(store, at % 2 === 0 ? contents : contents.toReversed())),
      );
      const exact = placesOf(exactNearest(contents, query));
      for (const store of stores) {
        expect(placesOf(await store.nearest(query, { limit: 999, signal: never }))).toEqual(exact);
        expect(store.status()).toMatchObject({ contents: 60, vectors: 180 });
      }
    });

    test("a model of the same name with other dimensions is refused", async () => {
      await open({ model: "same name" }).follow({ added: ["a"], removed: [] }, { signal: never });
      const other = open({ model: "same name", dimensions: 7 });
      await expect(other.follow({ added: ["a"], removed: [] }, { signal: never })).rejects.toMatchObject({
        code: "wrong_dimensions",
        message: expect.stringContaining(`have ${dimensions} dimensions, those of the embedder 7`),
      });
    });

    test("tables of another version are left alone", async () => {
      const client = await connectTo(server());
      await client.query(
        "create schema later; create table later.schema_version (version int); insert into later.schema_version values (9)",
      );
      const store = open({ schema: "later" });
      await expect(store.nearest(query, { limit: 1, signal: never })).rejects.toMatchObject({ code: "store_version" });
    });

    test("once a day, contents that nobody holds and nobody used for a month are removed, and no others", async () => {
      const client = await connectTo(server());
      const contents = makeContents(52, ["held", "fresh", "old", "away"]);
      const schema = "tidy";
      const first = open({ schema, checkout: "here", model: "tidy" });
      await fill(first, contents);
      await first.follow({ added: [], removed: ["fresh", "old", "away"] }, { signal: never });
      await fill(open({ schema, checkout: "forgotten", model: "else" }), contents.slice(3));
      await client.query(`update tidy.contents set used = now() - interval '31 days' where content <> 'fresh';
        update tidy.checkouts set seen = now() - interval '31 days' where name = 'forgotten';
        update tidy.schema_version set cleaned = now() - interval '2 days'`);
      const second = open({ schema, checkout: "here", model: "tidy" });
      await second.follow({ added: ["held"], removed: [] }, { signal: never });
      const left = async (): Promise<unknown> =>
        (await client.query("select distinct content from tidy.contents order by content")).rows.map(
          (row) => row.content,
        );
      await expect.poll(left, { timeout: 60_000 }).toEqual(["fresh", "held"]);
      expect((await client.query("select name from tidy.checkouts")).rows).toEqual([{ name: "here" }]);
      expect(await second.nearest(query, { limit: 9, signal: never })).toHaveLength(3);
    });

    test("when other models are dropped, this checkout lets go of them and other checkouts do not", async () => {
      const contents = makeContents(54, ["a", "b"]);
      const [before, elsewhere] = ["here", "there"].map((checkout) =>
        open({ schema: "models", model: "before", checkout }),
      );
      const after = open({ schema: "models", model: "after", checkout: "here" });
      for (const store of [before, elsewhere, after]) await fill(store ?? after, contents);
      await after.dropOthers();
      const counts = [before, elsewhere, after].map(
        async (store) => (await store?.nearest(query, { limit: 9, signal: never }))?.length,
      );
      expect(await Promise.all(counts)).toEqual([0, 6, 6]);
    });

    test("a database that was emptied meanwhile is filled again", async () => {
      const client = await connectTo(server());
      const contents = makeContents(53, ["a", "b"]);
      const store = open({ schema: "fleeting", connectTimeoutMs: 60_000 });
      await fill(store, contents);
      await client.query("drop schema fleeting cascade");
      await expect(store.nearest(query, { limit: 1, signal: never })).rejects.toMatchObject({ code: "store_failed" });
      expect(store.status().place).toContain("does not exist");
      expect(await store.nearest(query, { limit: 1, signal: never })).toEqual([]);
      expect(await fill(store, contents)).toEqual(["a", "b"]);
      expect(await store.nearest(query, { limit: 9, signal: never })).toHaveLength(6);
      expect(store.status().place).not.toContain("does not exist");
    });
  });
}
