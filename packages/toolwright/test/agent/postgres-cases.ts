import { describe, expect, test } from "vitest";
import { createNoteTools, createTrace } from "../../src/agent/fixtures/notes.ts";
import { scriptModel } from "../../src/agent/fixtures/scripted-model.ts";
import { createAgent } from "../../src/agent/create-agent.ts";
import type { LogEntry } from "../../src/agent/log/entries.ts";
import { threadStoreChecks } from "../../src/agent/log/store-checks.ts";
import { pruneThreads } from "../../src/agent/log/thread-store.ts";
import { createKernel } from "../../src/call/kernel.ts";
import { createVirtualClock } from "../../src/testing/virtual-clock.ts";
import type { PostgresClient } from "../../src/thread-postgres/database.ts";
import { openPostgresThreads } from "../../src/thread-postgres/postgres-threads.ts";
import type { AnyTool } from "../../src/tool/tool.ts";
import { verifies } from "../verifies.ts";

let schemas = 0;

/** A schema that nobody has used. */
export function freshSchema(): string {
  schemas += 1;
  return `threads_${process.pid}_${schemas}`;
}

export function entryAt(seq: number): LogEntry {
  return { id: `e${seq}`, seq, time: seq * 10, type: "user", content: [{ type: "text", text: `entry ${seq} 🙂` }] };
}

/** What threads in PostgreSQL do, whichever client and server it is. */
export function describePostgresThreads(name: string, connect: () => PostgresClient): void {
  describe(`threads in ${name}`, () => {
    test.each(threadStoreChecks)("$title", async ({ run }) => {
      const store = openPostgresThreads({ client: connect(), schema: freshSchema() });
      await expect(run(store)).resolves.toBeUndefined();
      await store.close();
    });

    test("names and texts are only data, whatever is in them", async () => {
      const store = openPostgresThreads({ client: connect(), schema: freshSchema() });
      const names = ["'; drop table threads; --", "\0", "\ud800", "\ufffd", '"', "\\", "$1", "x".repeat(100_000)];
      for (const thread of names) {
        const log = await store.open(thread);
        await log.append([{ ...entryAt(1), type: "user", content: [{ type: "text", text: thread }] }]);
        await log.close();
      }
      expect((await store.list()).map(({ thread }) => thread).toSorted()).toEqual(names.toSorted());
      for (const thread of names) {
        expect(await store.read(thread)).toMatchObject([{ content: [{ text: thread }] }]);
        expect(await store.delete(thread)).toBe(true);
      }
      expect(await store.list()).toEqual([]);
      expect(() => openPostgresThreads({ client: connect(), schema: "a; drop table b" })).toThrow("must be lower-case");
    });

    test("stores that begin together make the tables once", async () => {
      const schema = freshSchema();
      const lists = Array.from({ length: 6 }, () => openPostgresThreads({ client: connect(), schema }).list());
      expect(await Promise.all(lists)).toEqual(lists.map(() => []));
    });

    test("a schema may have the name of a keyword", async () => {
      const store = openPostgresThreads({ client: connect(), schema: "user" });
      const log = await store.open("a");
      await log.append([entryAt(1)]);
      await log.close();
      expect(await store.read("a")).toEqual([entryAt(1)]);
      expect(await store.delete("a")).toBe(true);
    });

    test("a log that is closed twice does not give away what has been opened again", async () => {
      const store = openPostgresThreads({ client: connect(), schema: freshSchema() });
      const first = await store.open("a");
      await first.close();
      const second = await store.open("a");
      await first.close();
      await expect(store.open("a")).rejects.toMatchObject({ code: "thread_busy" });
      await second.append([entryAt(1)]);
      await second.close();
    });

    test.each([0, -1, Number.NaN, Infinity])("a lease of %d ms is refused before anything is asked", (leaseMs) => {
      expect(() => openPostgresThreads({ client: connect(), leaseMs })).toThrow("leaseMs must be a number");
    });

    test("tables of another version are left alone", async () => {
      const [client, schema] = [connect(), freshSchema()];
      await openPostgresThreads({ client, schema }).list();
      await client.query(`update ${schema}.thread_layout set version = 9`);
      await expect(openPostgresThreads({ client, schema }).open("a")).rejects.toMatchObject({
        code: "store_version",
        message: expect.stringContaining("have version 9, and this program knows version 1"),
      });
    });

    verifies(
      "agent:postgres-fence",
      `${name}: a writer whose lease another one took over writes nothing more`,
      async () => {
        const schema = freshSchema();
        // Its clock stands still, so that it never renews.
        const paused = openPostgresThreads({ client: connect(), schema, leaseMs: 50, clock: createVirtualClock() });
        const log = await paused.open("a");
        await log.append([entryAt(1)]);
        const other = openPostgresThreads({ client: connect(), schema });
        await expect.poll(async () => await other.open("a").catch(() => undefined)).toBeDefined();
        await expect(log.append([entryAt(2)])).rejects.toMatchObject({ code: "thread_lost" });
        await log.close();
        // Its close has not ended the other one's lease.
        await expect(paused.open("a")).rejects.toMatchObject({ code: "thread_busy" });
        expect(await other.read("a")).toEqual([entryAt(1)]);
      },
    );

    test("a writer that works keeps its lease, however long it works", async () => {
      const [client, schema, clock] = [connect(), freshSchema(), createVirtualClock()];
      const store = openPostgresThreads({ client, schema, leaseMs: 60_000, clock });
      const log = await store.open("a");
      const until = async (): Promise<unknown> =>
        (await client.query(`select extract(epoch from leased_until)::float8 as at from ${schema}.threads`)).rows[0];
      const first = await until();
      await clock.advance(20_000);
      await expect.poll(until).not.toEqual(first);
      await log.close();
      await clock.advance(60_000);
    });

    test("an entry that does not follow the last one is refused, and nothing of it is written", async () => {
      const store = openPostgresThreads({ client: connect(), schema: freshSchema() });
      const log = await store.open("a");
      await log.append([entryAt(1), entryAt(2)]);
      for (const seqs of [[2], [4], [1, 2]]) {
        await expect(log.append(seqs.map(entryAt))).rejects.toMatchObject({ code: "thread_gap" });
      }
      // The right count, and the same number twice: the key refuses all of it.
      await expect(log.append([entryAt(3), entryAt(3)])).rejects.toMatchObject({ code: "store_failed" });
      await log.append([entryAt(3)]);
      expect(await store.read("a")).toEqual([1, 2, 3].map(entryAt));
    });

    verifies("agent:deletion", `${name}: what is deleted or too old is gone from every table`, async () => {
      const [client, schema] = [connect(), freshSchema()];
      const store = openPostgresThreads({ client, schema });
      for (const thread of ["a", "b", "c"]) {
        const log = await store.open(thread);
        await log.append([entryAt(1), entryAt(2)]);
        await log.close();
      }
      expect(await store.delete("a")).toBe(true);
      expect(await pruneThreads(store, { maxThreads: 0, now: 0 })).toHaveLength(2);
      for (const table of ["threads", "thread_entries"]) {
        expect((await client.query(`select * from ${schema}.${table}`)).rows).toEqual([]);
      }
    });

    test("an approval that one store has asked for is decided and carried out by another", async () => {
      const schema = freshSchema();
      const trace = createTrace();
      const open = () => openPostgresThreads({ client: connect(), schema });
      const kernel = createKernel<readonly AnyTool[]>({
        tools: createNoteTools(trace),
        // oxlint-disable-next-line typescript/consistent-type-assertions -- no tool here asks for any
        services: () => undefined as never,
      });
      const turns = [{ calls: [{ tool: "write_note", input: { name: "milk" }, id: "w" }] }, { text: "Written." }];
      const first = createAgent({ model: scriptModel(...turns), kernel, store: open() });
      expect(await first.run("t", "Write it.").outcome).toMatchObject({ status: "awaiting" });
      const second = createAgent({ model: scriptModel(turns[1] ?? {}), kernel, store: open() });
      await second.decide("t", { w: { verdict: "approved" } });
      expect(await second.resume("t").outcome).toMatchObject({ status: "done", text: "Written." });
      expect(trace.events).toEqual(["write milk begins", "write milk ends"]);
    });
  });
}
