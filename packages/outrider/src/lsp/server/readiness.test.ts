import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Readiness } from "../../languages/server-spec.ts";
import { ServerError } from "../wire/connection.ts";
import type { Phase } from "./language-server.ts";
import { createReadiness, type ReadinessTracker } from "./readiness.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const { signal } = new AbortController();
const byProgress: Readiness = { by: "progress", text: "index", afterMs: 1000 };
const ready = { state: "ready", detail: "ready" };

function track(readiness: Readiness, canary: readonly (boolean | undefined)[] = []): ReadinessTracker {
  const answers = [...canary];
  return createReadiness({ readiness, askCanary: async () => answers.shift() });
}

const send = (tracker: ReadinessTracker, token: string, kind: string, more: object = {}): void =>
  tracker.receiveProgress({ token, value: { kind, ...more } });

test("a server whose requests wait is ready at once", async () => {
  expect(await track({ by: "answer" }).untilReady({ signal, waitMs: 1000 })).toEqual(ready);
});

test("the awaited progress is told, and its end is readiness", async () => {
  const tracker = track(byProgress);
  const told: Phase[] = [];
  const waiting = tracker.untilReady({ signal, waitMs: 10_000, onProgress: (phase) => told.push(phase) });
  send(tracker, "other", "begin", { title: "linting" });
  send(tracker, "backgroundindexProgress", "begin", { title: "indexing", percentage: 0 });
  send(tracker, "backgroundindexProgress", "report", { message: "34/108", percentage: 31 });
  send(tracker, "other", "end");
  await vi.advanceTimersByTimeAsync(5000);
  expect(tracker.phase()).toEqual({ state: "loading", detail: "indexing 34/108", done: 34, total: 108 });
  send(tracker, "backgroundindexProgress", "end");
  expect(await waiting).toEqual(ready);
  expect(told.map(({ detail }) => detail)).toEqual(["waiting for index", "linting", "indexing 0%", "indexing 34/108"]);
  send(tracker, "index again", "begin", { title: "" });
  expect(tracker.phase().state).toBe("loading");
});

test("no progress for long enough is readiness, counted from the first document", async () => {
  const tracker = track(byProgress);
  let phase: Phase | undefined;
  void tracker.untilReady({ signal, waitMs: 10_000 }).then((now) => (phase = now));
  await vi.advanceTimersByTimeAsync(900);
  tracker.opened();
  await vi.advanceTimersByTimeAsync(500);
  tracker.opened();
  expect(phase).toBeUndefined();
  await vi.advanceTimersByTimeAsync(501);
  expect(phase).toEqual(ready);
});

test("a progress without end is loading, and a flood of them keeps the awaited one", async () => {
  const tracker = track(byProgress);
  send(tracker, "index", "begin", { title: "x".repeat(10_000) });
  for (let count = 0; count < 10_000; count += 1) send(tracker, `noise ${count}`, "begin", { title: "noise" });
  const waiting = tracker.untilReady({ signal, waitMs: 2000 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(await waiting).toEqual({ state: "loading", detail: "x".repeat(200) });
  for (const odd of [null, 3, {}, { token: {}, value: { kind: "end" } }, { token: "index", value: 3 }]) {
    tracker.receiveProgress(odd);
  }
  send(tracker, "index", "end");
  expect(tracker.phase()).toEqual(ready);
});

test("rust-analyzer is ready when it says so, and not when it takes it back", async () => {
  const tracker = track({ by: "quiescent" });
  const waiting = tracker.untilReady({ signal, waitMs: 1000 });
  tracker.receiveStatus({ health: "ok", quiescent: false });
  tracker.receiveStatus({ quiescent: "yes" });
  expect(tracker.phase().state).toBe("loading");
  tracker.receiveStatus({ health: "ok", quiescent: true });
  expect(await waiting).toEqual(ready);
  tracker.receiveStatus({ health: "ok", quiescent: false });
  expect(tracker.phase().state).toBe("loading");
});

test("a log message can be what shows readiness", async () => {
  const tracker = track({ by: "log", text: "source file", afterMs: 5000 });
  const waiting = tracker.untilReady({ signal, waitMs: 1000 });
  tracker.receiveLog("Loading");
  expect(tracker.phase().state).toBe("loading");
  tracker.receiveLog("Found 2 source files");
  expect(await waiting).toEqual(ready);
});

test("the known place is asked about until it is in its own references, and then no more", async () => {
  const tracker = track({ by: "canary" }, [false, false, true]);
  const waiting = tracker.untilReady({ signal, waitMs: 5000 });
  await vi.advanceTimersByTimeAsync(400);
  expect(await waiting).toEqual(ready);
  expect(await tracker.untilReady({ signal, waitMs: 5000 })).toEqual(ready);
});

test("a server that refuses the question at first is asked again", async () => {
  const answers = [Promise.reject(new ServerError("server", "not yet")), Promise.resolve(true)];
  const tracker = createReadiness({ readiness: { by: "canary" }, askCanary: async () => await answers.shift() });
  const waiting = tracker.untilReady({ signal, waitMs: 5000 });
  await vi.advanceTimersByTimeAsync(400);
  expect(tracker.phase()).toEqual(ready);
  expect(await waiting).toEqual(ready);
});

test("nobody waits for a known place where there is none", async () => {
  expect(await track({ by: "canary" }, [undefined]).untilReady({ signal, waitMs: 5000 })).toMatchObject({
    state: "loading",
  });
});

test("a wait ends with its signal or its server, and leaves no listener", async () => {
  const tracker = track({ by: "quiescent" });
  const controller = new AbortController();
  const cancelled = tracker.untilReady({ signal: controller.signal, waitMs: 1000 });
  const ended = tracker.untilReady({ signal, waitMs: 1000 });
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
  tracker.end("it is gone");
  await expect(ended).rejects.toMatchObject({ code: "closed", message: "it is gone" });
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
