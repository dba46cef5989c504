import { expect, test, vi } from "vitest";
import { isAlive, openPoolKit } from "../../../test/support/pool-kit.ts";

const { signal } = new AbortController();
const soon = { backOffMs: 10 };
const crashing = { on: { initialize: [{ stderr: "no license\n" }, { exit: 3 }] } };

test("many that ask at once get one server, and another root gets its own", async () => {
  const { pool, wanted, newRoot, pids } = openPoolKit({
    on: { initialize: [{ wait: 100 }, { reply: { capabilities: {} } }] },
  });
  const asked = await Promise.all(Array.from({ length: 20 }, () => pool.getOrStart(wanted(), new AbortController())));
  expect(new Set(asked).size).toBe(1);
  expect(pool.get("bash", wanted().root)).toBe(asked[0]);
  expect(pool.states()).toMatchObject([{ state: "running", languages: ["bash"] }]);
  const other = await pool.getOrStart(wanted(newRoot()), { signal });
  expect(other).not.toBe(asked[0]);
  expect(pids()).toHaveLength(2);
});

test("one who does not wait any more ends nobody's start, not even the last one", async () => {
  const { pool, wanted, pids } = openPoolKit({ on: { initialize: [{ wait: 200 }, { reply: { capabilities: {} } }] } });
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [first, second].map((each) => pool.getOrStart(wanted(), each).catch((error: unknown) => error));
  first.abort(new Error("gone"));
  expect(await asked[0]).toEqual(new Error("gone"));
  second.abort(new Error("gone, too"));
  expect(await asked[1]).toEqual(new Error("gone, too"));
  expect(pool.states()).toMatchObject([{ state: "starting" }]);
  await vi.waitFor(() => expect(pool.states()).toMatchObject([{ state: "running" }]), { timeout: 60_000 });
  expect(await pool.getOrStart(wanted(), { signal })).toBe(pool.get("bash", wanted().root));
  expect(pids()).toHaveLength(1);
});

test("one that died is replaced, and what was asked is told of its end", async () => {
  const script = {
    on: {
      "x/die": [{ stderr: "panic: out of cheese\n" }, { crash: true as const }],
      "x/echo": [{ echo: true as const }],
    },
  };
  const { pool, wanted, pids } = openPoolKit(script, { limits: soon });
  const first = await pool.getOrStart(wanted(), { signal });
  await expect(first.request("x/die", {}, { signal })).rejects.toMatchObject({ code: "closed" });
  await first.closed;
  const second = await pool.getOrStart(wanted(), { signal });
  expect(second.pid).not.toBe(first.pid);
  expect(await second.request("x/echo", { a: 1 }, { signal })).toEqual({ a: 1 });
  await expect(first.request("x/echo", {}, { signal })).rejects.toThrow("out of cheese");
  expect(pool.states()).toMatchObject([
    { state: "running", restarts: 1, detail: expect.stringContaining("panic: out of cheese") },
  ]);
  expect(pids()).toHaveLength(2);
});

test("one that does not stay up is given up with the reason, and tried again later", async () => {
  let time = 0;
  const { pool, wanted, pids } = openPoolKit([...Array.from({ length: 5 }, () => crashing), {}], {
    limits: { backOffMs: 1 },
    now: () => (time += 2),
  });
  for (let crash = 1; crash <= 5; crash += 1) {
    await expect(pool.getOrStart(wanted(), { signal })).rejects.toThrow("no license");
  }
  const refused = pool.getOrStart(wanted(), { signal });
  await expect(refused).rejects.toMatchObject({ code: "not_ready" });
  await expect(refused).rejects.toThrow(
    /given up after 5 crashes; it is tried again in \d+ s\. Last time: .*no license/s,
  );
  expect(pool.states()).toMatchObject([{ state: "given up", restarts: 4 }]);
  expect(pids()).toHaveLength(5);
  time += 60_000;
  await pool.getOrStart(wanted(), { signal });
  expect(pool.states()).toMatchObject([{ state: "running", restarts: 5 }]);
});

test("a restart waits longer each time", async () => {
  const { pool, wanted } = openPoolKit([crashing, crashing, crashing, {}], {
    limits: { backOffMs: 100 },
    random: () => 0.5,
  });
  for (let attempt = 0; attempt < 3; attempt += 1) await pool.getOrStart(wanted(), { signal }).catch(() => {});
  const asked = pool.getOrStart(wanted(), { signal });
  const [state] = pool.states();
  const startedAt = performance.now();
  await asked;
  expect(state?.detail).toMatch(/^starts in 0\.[34] s; died 3 times lately/);
  expect(performance.now() - startedAt).toBeGreaterThan(350);
});

test("one that is discarded ends, and the next question starts another", async () => {
  const { pool, wanted } = openPoolKit({ on: { "x/hang": [] } }, { limits: soon });
  const liar = await pool.getOrStart(wanted(), { signal });
  const asked = liar.request("x/hang", {}, { signal });
  const discarded = pool.discard(liar, "it finds nothing");
  await expect(asked).rejects.toThrow("Scripted server was stopped: it finds nothing");
  await discarded;
  expect(isAlive(liar.pid)).toBe(false);
  await pool.discard(liar, "again");
  expect((await pool.getOrStart(wanted(), { signal })).pid).not.toBe(liar.pid);
});

test("a shutdown takes those that start along, is bounded in time, and the pool can be used again", async () => {
  const deaf = { on: { shutdown: [], exit: [] }, ignoreSignals: ["SIGTERM"], ignoreEnd: true };
  const slow = { on: { initialize: [] } };
  const { pool, wanted, newRoot, pids } = openPoolKit([deaf, slow, {}], { limits: { shutdownMs: 60_000 } });
  await pool.getOrStart(wanted(), { signal });
  const starting = pool.getOrStart(wanted(newRoot()), { signal }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(pids()).toHaveLength(2), { timeout: 60_000 });
  await pool.shutdownAll();
  expect(await starting).toMatchObject({ code: "closed" });
  expect(pids().filter(isAlive)).toEqual([]);
  await pool.getOrStart(wanted(), { signal });
});
