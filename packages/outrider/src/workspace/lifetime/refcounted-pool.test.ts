import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createRefcountedPool, type OpenLimits } from "./refcounted-pool.ts";

function openKit(limits?: OpenLimits) {
  const events: string[] = [];
  const pool = createRefcountedPool<{ readonly key: string; close(): Promise<void> }>(limits);
  onTestFinished(() => pool.close());
  const open = (key: string) => () => {
    events.push(`open ${key}`);
    return {
      key,
      async close() {
        events.push(`closing ${key}`);
        await sleep(5);
        events.push(`closed ${key}`);
      },
    };
  };
  return {
    pool,
    events,
    use: <Result>(key: string, work: () => Promise<Result>) => pool.use(key, open(key), work),
    touch: (key: string) => pool.use(key, open(key), async (value) => value.key),
    now: () => events.filter((event) => !event.startsWith("closed")),
  };
}

function createGate() {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

const soon = { timeout: 60_000 };
const nothing = async (): Promise<void> => {};

test("beyond the limit the one goes that was used longest ago", async () => {
  const { touch, now } = openKit({ maxOpen: 2, idleMs: 60_000 });
  for (const key of ["a", "b", "a", "c"]) expect(await touch(key)).toBe(key);
  expect(now()).toEqual(["open a", "open b", "open c", "closing b"]);
});

test("one in use is not closed, however many there are; it goes when its turn comes", async () => {
  const { use, touch, now } = openKit({ maxOpen: 1, idleMs: 60_000 });
  const gate = createGate();
  const asked = use("a", () => gate.passed);
  await touch("b");
  await touch("c");
  expect(now()).toEqual(["open a", "open b", "closing b", "open c", "closing c"]);
  gate.open();
  await asked;
  await touch("a");
  expect(now().filter((event) => event.endsWith("a"))).toEqual(["open a"]);
});

test("one that nobody uses is closed after a while, and one that is used meanwhile is not", async () => {
  const { use, touch, events } = openKit({ maxOpen: 9, idleMs: 20 });
  await touch("a");
  const gate = createGate();
  const asked = use("b", () => gate.passed);
  await expect.poll(() => events, soon).toContain("closed a");
  expect(events).not.toContain("closing b");
  gate.open();
  await asked;
  await expect.poll(() => events, soon).toContain("closed b");
});

test("who asks while it closes gets another, after it is closed; who gives up does not wait", async () => {
  const { pool, touch, events } = openKit({ maxOpen: 0, idleMs: 60_000 });
  await touch("a");
  const given = AbortSignal.abort(new Error("given up"));
  await expect(pool.use("a", () => ({ key: "a", close: nothing }), nothing, given)).rejects.toThrow("given up");
  await touch("a");
  expect(events.slice(0, 4)).toEqual(["open a", "closing a", "closed a", "open a"]);
});

test("work that fails gives it back; an open that fails leaves nothing behind", async () => {
  const { pool, use, touch, now } = openKit({ maxOpen: 1, idleMs: 60_000 });
  const fail = async (): Promise<never> => {
    throw new Error("no");
  };
  await expect(use("a", fail)).rejects.toThrow("no");
  const broken = (): never => {
    throw new Error("cannot be opened");
  };
  await expect(pool.use("b", broken, nothing)).rejects.toThrow("cannot be opened");
  await touch("c");
  expect(now()).toEqual(["open a", "open c", "closing a"]);
});

test("nothing outlives the close, and nothing is opened after it", async () => {
  const { pool, use, touch, events } = openKit({ maxOpen: 1, idleMs: 60_000 });
  await touch("a");
  await touch("b");
  const gate = createGate();
  const asked = use("c", () => gate.passed);
  await pool.close();
  expect(events.filter((event) => event.startsWith("closed")).sort()).toEqual(["closed a", "closed b", "closed c"]);
  gate.open();
  await asked;
  await expect(touch("a")).rejects.toThrow("Outrider is closing.");
  expect(events.filter((event) => event === "open a")).toHaveLength(1);
});

test("without limits everything stays open", async () => {
  const { touch, now } = openKit();
  for (const key of ["a", "b", "c"]) await touch(key);
  expect(now()).toEqual(["open a", "open b", "open c"]);
});
