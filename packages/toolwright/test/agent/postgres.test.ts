import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendAndShare } from "../../../../examples/api/thread-postgres.ts";
import { openPostgresThreads } from "../../src/thread-postgres/postgres-threads.ts";
import { createVirtualClock } from "../../src/testing/virtual-clock.ts";
import { describePostgresThreads } from "./postgres-cases.ts";

let database: PGlite;

beforeAll(async () => {
  database = await PGlite.create();
});

afterAll(async () => await database.close());

describePostgresThreads("PGlite", () => database);

test("a database that never answers is given up, and the next call tries again", async () => {
  const clock = createVirtualClock();
  let asked = 0;
  const silent = {
    async query(): Promise<never> {
      asked += 1;
      return await new Promise<never>(() => {});
    },
  };
  const store = openPostgresThreads({ client: silent, clock, statementMs: 5_000 });
  const opened = store.open("a").catch((error: unknown) => error);
  await clock.advance(5_000);
  expect(await opened).toMatchObject({ code: "store_failed", message: expect.stringContaining("for 5 s") });
  const listed = store.list().catch((error: unknown) => error);
  await clock.advance(5_000);
  expect(await listed).toMatchObject({ code: "store_failed", retryable: true });
  expect(asked).toBe(2);
});

test("the example of docs/toolwright-api.md does what it says", async () => {
  expect(await sendAndShare(database)).toEqual([expect.stringMatching(/^thread-1: \d+ entries$/)]);
});
