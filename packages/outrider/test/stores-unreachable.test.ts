import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createRandom, makeVectors, never } from "../src/search/stores/store-contents.test-kit.ts";
import { openStore, type StoreSettings } from "../src/search/stores/open-store.ts";
import { openPostgresStore } from "../src/search/stores/postgres.ts";
import { prepareLayout } from "../src/search/stores/postgres/schema.ts";
import { stateIn } from "./stores-kit.ts";
import { makeTempPlace } from "./support/temp-project.ts";

const query = makeVectors(createRandom(81), 1);
const options = { urlName: "TEST_URL", schema: "s", model: "m", dimensions: 32, checkout: "c" };

test("a server that is away is waited for as long as allowed, then told as a passing trouble, and left alone for a while", async () => {
  let connections = 0;
  const hangsUp = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(hangsUp, "listening");
  onTestFinished(() => void hangsUp.close());
  const url = `postgres://me:s3cr3t%2F@127.0.0.1:${portOf(hangsUp)}/db`;
  const store = openPostgresStore({ ...options, url, connectTimeoutMs: 400 });
  onTestFinished(async () => await store.close());
  const ask = async (): Promise<unknown> =>
    await store.nearest(query, { limit: 1, signal: never }).catch((error: unknown) => error);
  const first = await ask();
  expect(first).toMatchObject({ code: "store_unreachable", retryable: true });
  const tried = connections;
  expect(tried).toBeGreaterThan(1);
  expect(await ask()).toMatchObject({ code: "store_unreachable" });
  expect(connections).toBe(tried);
  expect(store.status().place).toContain("does not answer");
  expect(`${String(first)} ${JSON.stringify(first)} ${store.status().place}`).not.toContain("s3cr3t");
});

test("a server that accepts and then says nothing is given up, and closing does not wait for it", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const url = `postgres://me:s3cr3t@127.0.0.1:${portOf(silent)}/db`;
  // Longer than any test may take: only the cancel and the close can end it.
  const store = openPostgresStore({ ...options, url, connectTimeoutMs: 600_000 });
  const stop = new AbortController();
  const asked = store.nearest(query, { limit: 1, signal: stop.signal }).catch((error: unknown) => error);
  await once(silent, "connection");
  stop.abort(new Error("enough"));
  expect(await asked).toEqual(new Error("enough"));
  const unanswered = store.nearest(query, { limit: 1, signal: never }).catch((error: unknown) => String(error));
  await store.close();
  expect(await unanswered).toContain("closed");
});

test("an address that is none is refused without being shown", () => {
  for (const url of ["s3cr3t", "mysql://me:s3cr3t@host/db", "postgres://me:s3cr3t@ho st/db", ""]) {
    const open = (): unknown => openPostgresStore({ ...options, url });
    expect(open).toThrow("What is in TEST_URL is no address");
    expect(open).not.toThrow("s3cr3t");
  }
});

test("a server without pgvector is told how to get it", async () => {
  const refusing = (code: string) => async (text: string) => {
    if (text.startsWith("create extension")) throw Object.assign(new Error("refused"), { code });
    return [];
  };
  await expect(prepareLayout(refusing("58P01"), options)).rejects.toMatchObject({
    code: "no_pgvector",
    message: expect.stringContaining("postgresql-NN-pgvector"),
  });
  await expect(prepareLayout(refusing("42501"), options)).rejects.toMatchObject({
    code: "no_pgvector",
    message: expect.stringContaining("CREATE EXTENSION vector"),
  });
});

test("settings choose the store; the address comes from the variable that they name and from nowhere else", async () => {
  const project = stateIn(makeTempPlace().root);
  const postgres = { url_env: "TEAM_INDEX", schema: "outrider" };
  const open = async (store: StoreSettings["store"], env: Readonly<Record<string, string>>) => {
    const opened = await openStore({ settings: { store, postgres }, env, project, model: "m", dimensions: 32 });
    onTestFinished(async () => await opened.close());
    return opened;
  };
  const embedded = await open("embedded", {});
  await embedded.follow({ added: ["a"], removed: [] }, { signal: never });
  expect(embedded.status().place).toBe("on disk");
  await expect(open("postgres", { DATABASE_URL: "postgres://host/db" })).rejects.toThrow("no TEAM_INDEX");
  const shared = await open("postgres", { TEAM_INDEX: "postgres://me:s3cr3t@db.example:5433/team" });
  expect(shared.status().place).toBe('PostgreSQL at db.example:5433/team, schema "outrider"');
});

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("It does not listen.");
  return address.port;
}
