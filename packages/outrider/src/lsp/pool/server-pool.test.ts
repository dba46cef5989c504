import { expect, test, vi } from "vitest";
import { isAlive, openPoolKit } from "../../../test/support/pool-kit.ts";

const { signal } = new AbortController();
const hanging = { on: { "x/hang": [], "x/echo": [{ echo: true as const }] } };

test("one that nobody asks is stopped, one that works is not", async () => {
  const { pool, wanted, newRoot } = openPoolKit(hanging, { limits: { idleMs: 150 } });
  const busyRoot = newRoot();
  const idle = await pool.getOrStart(wanted(), { signal });
  const busy = await pool.getOrStart(wanted(busyRoot), { signal });
  const over = new AbortController();
  const asked = busy.request("x/hang", {}, over).catch(() => "cancelled");
  await idle.closed;
  expect(pool.get("bash", busyRoot)).toBe(busy);
  expect(pool.states()).toMatchObject([
    { state: "stopped", detail: expect.stringContaining("nobody asked it for a while") },
    { state: "running" },
  ]);
  over.abort();
  expect(await asked).toBe("cancelled");
  await busy.closed;
});

test("of thirty roots no more than the limit run at once, and the one idle longest goes first", async () => {
  const { pool, wanted, newRoot, pids } = openPoolKit(hanging, { limits: { maxServers: 3, restMs: 0 } });
  const roots = Array.from({ length: 30 }, newRoot);
  for (const root of roots) {
    await pool.getOrStart(wanted(root), { signal });
    expect(pids().filter(isAlive).length).toBeLessThanOrEqual(3);
  }
  const live = (): readonly (string | undefined)[] => roots.filter((root) => pool.get("bash", root) !== undefined);
  expect(live()).toEqual(roots.slice(-3));
  await pool.get("bash", roots[27] ?? "")?.request("x/echo", {}, { signal });
  await pool.getOrStart(wanted(roots[0]), { signal });
  expect(live()).toEqual([roots[0], roots[27], roots[29]]);
});

test("one that works is never stopped to make room: the next caller gets an error in the end", async () => {
  const { pool, wanted, newRoot } = openPoolKit(hanging, { limits: { maxServers: 1, restMs: 0, roomMs: 300 } });
  const busy = await pool.getOrStart(wanted(), { signal });
  const over = new AbortController();
  const asked = busy.request("x/hang", {}, over).catch(() => "cancelled");
  await expect(pool.getOrStart(wanted(newRoot()), { signal })).rejects.toThrow("1 language servers run, as many as");
  expect(pool.get("bash", busy.root)).toBe(busy);
  over.abort();
  await asked;
});

test("who waits for room gets it when the one that works is done", async () => {
  const { pool, wanted, newRoot } = openPoolKit(hanging, { limits: { maxServers: 1, restMs: 0, roomMs: 60_000 } });
  const busy = await pool.getOrStart(wanted(), { signal });
  const over = new AbortController();
  const asked = busy.request("x/hang", {}, over).catch(() => "cancelled");
  const root = newRoot();
  const waiting = pool.getOrStart(wanted(root), { signal });
  over.abort();
  await asked;
  expect((await waiting).root).toBe(root);
  expect(pool.get("bash", busy.root)).toBeUndefined();
});

const eating = { on: { "x/eat": [{ eat: 300_000_000 }, { reply: null }], "x/hang": [] } };
const mb = { softMb: 150, hardMb: 1_000 };

test.skipIf(process.platform === "win32")("one that has grown is restarted when it has nothing to do", async () => {
  const { pool, wanted } = openPoolKit(eating, { limits: { sampleMs: 50, restMs: 100 }, spec: { memory: mb } });
  const first = await pool.getOrStart(wanted(), { signal });
  await vi.waitFor(() => expect(pool.states()[0]?.memoryMb).toBeGreaterThan(20), { timeout: 60_000 });
  const over = new AbortController();
  const asked = first.request("x/hang", {}, over).catch(() => "cancelled");
  await first.request("x/eat", {}, { signal });
  await vi.waitFor(() => expect(pool.states()[0]?.memoryMb).toBeGreaterThan(300), { timeout: 60_000 });
  expect(pool.states()[0]?.state).toBe("running");
  over.abort();
  await asked;
  await first.closed;
  expect(pool.states()).toMatchObject([
    { state: "stopped", detail: expect.stringMatching(/it held \d+ MB of memory, more than 150/) },
  ]);
  expect((await pool.getOrStart(wanted(), { signal })).pid).not.toBe(first.pid);
});

test.skipIf(process.platform === "win32")(
  "one far too large ends at once, and what waits for it is told why",
  async () => {
    const { pool, wanted } = openPoolKit(eating, {
      limits: { sampleMs: 50 },
      spec: { memory: { softMb: 100, hardMb: 200 } },
    });
    const first = await pool.getOrStart(wanted(), { signal });
    const asked = first.request("x/hang", {}, { signal }).catch((error: unknown) => error);
    await first.request("x/eat", {}, { signal }).catch(() => {});
    expect(await asked).toMatchObject({
      code: "closed",
      message: expect.stringMatching(/^Scripted server was stopped: it held \d+ MB of memory, more than 200$/),
    });
    await first.closed;
    expect(pool.states()).toMatchObject([{ state: "stopped", detail: expect.stringContaining("more than 200") }]);
  },
);
