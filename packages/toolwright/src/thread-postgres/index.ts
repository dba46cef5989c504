export { type PostgresClient } from "./database.ts";
export { openPostgresThreads, type PostgresThreadsOptions } from "./postgres-threads.ts";
