import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeStore } from "../src/search/stores/conformance.test-kit.ts";
import { createRandom, fill, makeContents, makeVectors, never } from "../src/search/stores/store-contents.test-kit.ts";
import { testRestart, testTwoProcesses } from "../src/search/stores/shared-store.test-kit.ts";
import { openPostgresStore } from "../src/search/stores/postgres.ts";
import { findPostgres, password, startCluster } from "./stores-cluster.ts";
import { connectTo, describePostgres, openIn } from "./stores-postgres-cases.ts";
import { postgresKit, type TestServer } from "./stores-server.ts";

const found = findPostgres();
const reason = "missing" in found ? ` (skipped: ${found.missing})` : "";
const query = makeVectors(createRandom(80), 1);
const soon = { timeout: 60_000 };

describe.skipIf(reason !== "")(`PostgreSQL with pgvector${reason}`, () => {
  let server: TestServer;

  beforeAll(async () => {
    if ("bin" in found) server = await startCluster(found.bin);
  });

  afterAll(async () => await server.stop());

  describeStore("PostgreSQL", async () => postgresKit(server));
  describePostgres("PostgreSQL of several machines", () => server);
  testTwoProcesses("PostgreSQL", async () => postgresKit(server));
  testRestart("PostgreSQL", async () => postgresKit(server));

  /** The watcher is in no transaction: inside of one, the list would stay what it was at first. */
  const countBackends = async (watcher: pg.Client, where = "true"): Promise<number> => {
    const { rows } = await watcher.query(
      `select count(*)::int as count from pg_stat_activity where application_name = 'outrider' and ${where}`,
    );
    return rows[0].count;
  };

  test("a question that is cancelled ends at once, on the server too, and the connection is used again", async () => {
    const [client, watcher] = [await connectTo(server), await connectTo(server)];
    const store = openIn(postgresKit(server, { schema: "locked" }));
    await fill(store, makeContents(60, ["a"]));
    await client.query("begin; lock table locked.contents in access exclusive mode");
    const stop = new AbortController();
    const asked = store.nearest(query, { limit: 1, signal: stop.signal }).catch((error: unknown) => error);
    await expect.poll(async () => await countBackends(watcher, "wait_event_type = 'Lock'"), soon).toBe(1);
    stop.abort(new Error("enough"));
    expect(await asked).toEqual(new Error("enough"));
    await expect.poll(async () => await countBackends(watcher, "state <> 'idle'"), soon).toBe(0);
    await client.query("commit");
    expect(await store.nearest(query, { limit: 9, signal: never })).toHaveLength(3);
  });

  test("a statement that takes too long is stopped and says so", async () => {
    const client = await connectTo(server);
    const store = openIn(postgresKit(server, { schema: "slow", statementMs: 200 }));
    await fill(store, makeContents(61, ["a"]));
    await client.query("begin; lock table slow.contents in access exclusive mode");
    await expect(store.nearest(query, { limit: 1, signal: never })).rejects.toMatchObject({
      code: "store_slow",
      retryable: true,
    });
    await client.query("rollback");
    expect(await store.nearest(query, { limit: 9, signal: never })).toHaveLength(3);
  });

  test("closing in the middle of a question ends everything: no connection stays", async () => {
    const [client, watcher] = [await connectTo(server), await connectTo(server)];
    const store = openIn(postgresKit(server, { schema: "closed" }));
    await fill(store, makeContents(62, ["a"]));
    await client.query("begin; lock table closed.contents in access exclusive mode");
    const asked = store.nearest(query, { limit: 1, signal: never }).catch((error: unknown) => String(error));
    await expect.poll(async () => await countBackends(watcher, "wait_event_type = 'Lock'"), soon).toBe(1);
    const before = process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    await store.close();
    expect(await asked).toContain("closed");
    await client.query("rollback");
    await expect.poll(async () => await countBackends(watcher), soon).toBe(0);
    await expect
      .poll(() => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length, soon)
      .toBeLessThan(before);
  });

  test("a wrong password is told without the right or the wrong one", async () => {
    const url = server.url.replace(encodeURIComponent(password), "not-the-one");
    const place = { schema: "x", model: "m", dimensions: 32, checkout: "c" };
    const store = openPostgresStore({ url, urlName: "TEST_URL", ...place });
    const error = await store.nearest(query, { limit: 1, signal: never }).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "store_refused", message: expect.stringContaining("TEST_URL") });
    expect(`${String(error)} ${JSON.stringify(error)} ${store.status().place}`).not.toMatch(/not-the-one|pa.{1,3}ss-w/);
    await store.close();
  });

  test("a role that may not make tables uses those that are there; without any rights it says what is needed", async () => {
    const client = await connectTo(server);
    await client.query("create role modest login password 'modest'");
    const url = server.url.replace(/outrider:[^@]*/, "modest:modest");
    const kit = { schema: "made", model: "modest", checkout: "modest" };
    const refused = openIn(postgresKit({ ...server, url }, kit));
    await expect(refused.nearest(query, { limit: 1, signal: never })).rejects.toMatchObject({
      code: "store_refused",
      message: expect.stringContaining("CREATE on the database"),
    });
    await fill(openIn(postgresKit(server, kit)), makeContents(63, ["a"]));
    await client.query(`grant usage on schema made to modest;
      grant select, insert, update, delete on all tables in schema made to modest`);
    const allowed = openIn(postgresKit({ ...server, url }, kit));
    expect(await fill(allowed, makeContents(63, ["a", "b"]))).toEqual(["b"]);
    expect(await allowed.nearest(query, { limit: 9, signal: never })).toHaveLength(6);
  });
});
