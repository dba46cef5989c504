import pg from "pg";
import type { LogEntry } from "../../src/agent/log/entries.ts";
import { openPostgresThreads } from "../../src/thread-postgres/postgres-threads.ts";

/** The other process of the tests: `append URL SCHEMA COUNT` adds entries to the thread "a", `hold URL SCHEMA LEASE_MS` keeps it open. */
const [mode, connectionString, schema = "", number = ""] = process.argv.slice(2);
const client = new pg.Pool({ connectionString, max: 2 });
const store = openPostgresThreads({ client, schema, ...(mode === "hold" ? { leaseMs: Number(number) } : {}) });

if (mode === "hold") {
  await store.open("a");
  console.log("held");
  setInterval(() => {}, 1_000);
} else {
  for (let added = 0; added < Number(number);) {
    const log = await store.open("a").catch(() => undefined);
    if (log === undefined) continue;
    const seq = log.entries.length + 1;
    await log.append([writeEntry(seq)]);
    await log.close();
    added += 1;
  }
  await client.end();
}

function writeEntry(seq: number): LogEntry {
  const text = `process ${process.pid}`;
  return { id: `${process.pid}-${seq}`, seq, time: seq, type: "user", content: [{ type: "text", text }] };
}
