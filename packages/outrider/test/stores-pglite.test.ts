import { afterAll, beforeAll } from "vitest";
import { describeStore } from "../src/search/stores/conformance.test-kit.ts";
import { testRestart, testTwoProcesses } from "../src/search/stores/shared-store.test-kit.ts";
import { startPglite } from "./stores-pglite.ts";
import { describePostgres } from "./stores-postgres-cases.ts";
import { postgresKit, type TestServer } from "./stores-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startPglite();
});

afterAll(async () => await server.stop());

describeStore("PGlite with pgvector over the wire", async () => postgresKit(server));

describePostgres("PGlite of several machines", () => server);

testTwoProcesses("PGlite", async () => postgresKit(server));

testRestart("PGlite", async () => postgresKit(server));
