// toolwright/thread-postgres: Threads in PostgreSQL
import { openPostgresThreads, type PostgresThreadsOptions } from "toolwright/thread-postgres";
import { sendAfterApproval } from "./agent.ts";

/** A `Pool` of `pg`, or a PGlite. Processes on any machine share the threads of a database. */
export async function sendAndShare(client: PostgresThreadsOptions["client"]): Promise<readonly string[]> {
  const store = openPostgresThreads({ client, schema: "mails" });
  await sendAfterApproval({ store });
  return (await store.list()).map(({ thread, entries }) => `${thread}: ${entries} entries`);
}
