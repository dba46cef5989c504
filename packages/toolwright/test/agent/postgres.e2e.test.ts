import { mkdtemp, rm } from "node:fs/promises";
import { connect as connectSocket, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openThread } from "../../src/agent/log/open-thread.ts";
import { openPostgresThreads } from "../../src/thread-postgres/postgres-threads.ts";
import { systemClock } from "../../src/tool/call-context.ts";
import { listPostgres, password, type PostgresCluster, startCluster } from "../postgres-cluster.ts";
import { startProcess } from "../started-process.ts";
import { verifies } from "../verifies.ts";
import { describePostgresThreads, entryAt, freshSchema } from "./postgres-cases.ts";

const [bin] = listPostgres();
const reason = bin === undefined ? " (skipped: no PostgreSQL server is installed)" : "";

describe.skipIf(bin === undefined)(`a PostgreSQL server${reason}`, () => {
  let server: PostgresCluster;
  let pool: pg.Pool;
  let writer = "";

  beforeAll(async () => {
    server = await startCluster(bin ?? "");
    pool = openPool(server.url);
    const folder = await mkdtemp(join(tmpdir(), "toolwright-postgres-"));
    writer = join(folder, "writer.mjs");
    await build({
      entryPoints: [join(import.meta.dirname, "postgres-writer.ts")],
      outfile: writer,
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["pg-native"],
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    });
  });

  afterAll(async () => {
    await pool.end();
    await server.stop();
    await rm(join(writer, ".."), { recursive: true, force: true });
  });

  describePostgresThreads("PostgreSQL", () => pool);

  test("a connection that is ended in the middle of an append leaves nothing of it, and the entries are written once", async () => {
    const schema = freshSchema();
    const store = openPostgresThreads({ client: pool, schema });
    const unwritten = new Map();
    const thread = await openThread(store, "a", systemClock, unwritten);
    await thread.append({ type: "user", content: [{ type: "text", text: "one" }] });
    const watcher = await pool.connect();
    await watcher.query(`begin; lock table ${schema}.thread_entries in exclusive mode`);
    const appended = thread.append({ type: "ended", end: { status: "done" } }).catch((error: unknown) => error);
    const findWaiting = async (): Promise<readonly { pid: number }[]> =>
      (await askServer(server.url, "select pid from pg_stat_activity where wait_event_type = 'Lock'")).map(
        ({ pid }) => ({
          pid: Number(pid),
        }),
      );
    await expect.poll(findWaiting).toHaveLength(1);
    const [waiting] = await findWaiting();
    await watcher.query("select pg_terminate_backend($1)", [waiting?.pid]);
    expect(await appended).toMatchObject({ code: "store_failed" });
    await watcher.query("rollback");
    watcher.release();
    await thread.close();
    expect(await store.read("a")).toHaveLength(1);
    const again = await openThread(store, "a", systemClock, unwritten);
    expect((await store.read("a")).map(({ type }) => type)).toEqual(["user", "ended"]);
    await again.close();
  });

  verifies("agent:postgres-fence", "a confirmation that is lost on its way does not make an entry twice", async () => {
    const schema = freshSchema();
    const proxy = await startProxy(server.url);
    const client = openPool(proxy.url);
    onTestFinished(async () => await client.end());
    const store = openPostgresThreads({ client, schema });
    const unwritten = new Map();
    const thread = await openThread(store, "a", systemClock, unwritten);
    await thread.append({ type: "user", content: [{ type: "text", text: "one" }] });
    proxy.loseReplies(true);
    const failed = thread.append({ type: "ended", end: { status: "done" } });
    await expect(failed).rejects.toMatchObject({ code: "store_failed" });
    proxy.loseReplies(false);
    // It was committed all the same.
    expect(await openPostgresThreads({ client: pool, schema }).read("a")).toHaveLength(2);
    await thread.close();
    const again = await openThread(store, "a", systemClock, unwritten);
    await again.append({ type: "user", content: [{ type: "text", text: "two" }] });
    await again.close();
    expect((await store.read("a")).map(({ seq, type }) => [seq, type])).toEqual([
      [1, "user"],
      [2, "ended"],
      [3, "user"],
    ]);
  });

  verifies("agent:postgres-fence", "processes that write one thread at once make one log without gaps", async () => {
    const schema = freshSchema();
    const place = { cwd: tmpdir(), env: process.env };
    const writers = Array.from({ length: 3 }, () =>
      startProcess(process.execPath, [writer, "append", server.url, schema, "12"], place),
    );
    for (const { ended } of writers) expect(await ended).toMatchObject({ code: 0, stderr: "" });
    const entries = await openPostgresThreads({ client: pool, schema }).read("a");
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 36 }, (_, at) => at + 1));
    expect(new Set(entries.map(({ id }) => id.split("-")[0])).size).toBe(3);
  });

  test("a thread whose writer was killed is free when its lease ends", async () => {
    const schema = freshSchema();
    const place = { cwd: tmpdir(), env: process.env };
    const held = startProcess(process.execPath, [writer, "hold", server.url, schema, "1500"], place);
    await held.shows("held");
    const store = openPostgresThreads({ client: pool, schema });
    await expect(store.open("a")).rejects.toMatchObject({
      code: "thread_busy",
      message: expect.stringMatching(/the lease ends in \d s/),
    });
    held.child.kill("SIGKILL");
    await expect.poll(async () => await store.open("a").catch(() => undefined)).toBeDefined();
  });

  test("a server that went away and came back: the run fails, and the thread is open again at once", async () => {
    const schema = freshSchema();
    const store = openPostgresThreads({ client: pool, schema });
    const log = await store.open("a");
    await log.append([entryAt(1)]);
    await server.restart(async () => {
      await expect(log.append([entryAt(2)])).rejects.toMatchObject({ code: "store_failed", retryable: true });
      await log.close();
    });
    const again = await store.open("a");
    await again.append([entryAt(2)]);
    await again.close();
    expect(await store.read("a")).toEqual([1, 2].map(entryAt));
  });

  test("a role that may not make tables uses those that are there", async () => {
    const schema = freshSchema();
    await pool.query("create role modest login password 'modest'");
    const modest = openPool(server.url.replace(/outrider:[^@]*/, "modest:modest"));
    onTestFinished(async () => await modest.end());
    const store = openPostgresThreads({ client: modest, schema });
    const refused = await store.open("a").catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "store_failed", message: expect.stringContaining("permission denied") });
    expect(String(refused)).not.toContain(password);
    await openPostgresThreads({ client: pool, schema }).list();
    await pool.query(`grant usage on schema ${schema} to modest;
      grant select, insert, update, delete on all tables in schema ${schema} to modest`);
    const log = await store.open("a");
    await log.append([entryAt(1)]);
    await log.close();
    expect(await store.read("a")).toEqual([entryAt(1)]);
  });

  test("a database that confirms before it has written is refused", async () => {
    await pool.query("create role careless login superuser password 'careless'");
    await pool.query("alter role careless set synchronous_commit = off");
    const careless = openPool(server.url.replace(/outrider:[^@]*/, "careless:careless"));
    onTestFinished(async () => await careless.end());
    const store = openPostgresThreads({ client: careless, schema: freshSchema() });
    await expect(store.open("a")).rejects.toMatchObject({ code: "store_not_durable" });
  });
});

/** Connections that were cut while nobody used them are told to the pool, which must not end the process for that. */
function openPool(connectionString: string): pg.Pool {
  const opened = new pg.Pool({ connectionString });
  opened.on("error", () => {});
  return opened;
}

/** On a connection of its own, in no transaction: inside of one, what others do would stay as it was at first. */
async function askServer(connectionString: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Passes everything on, or cuts the connection in place of what the server answers. */
async function startProxy(url: string) {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  let isLosing = false;
  const proxy = createServer((near) => {
    const far = connectSocket(Number(port), "127.0.0.1");
    for (const socket of [near, far]) sockets.add(socket.on("error", () => {}));
    near.on("data", (bytes) => void far.write(bytes));
    far.on("data", (bytes) => void (isLosing ? near.destroy() : near.write(bytes)));
    near.on("close", () => far.end());
    far.on("close", () => near.end());
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = proxy.address();
  const ownPort = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: url.replace(`:${port}/`, `:${ownPort}/`),
    loseReplies(isOn: boolean): void {
      isLosing = isOn;
    },
  };
}
