import { describe, expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import { createTaskStore, type TaskLimits } from "./task-store.ts";
import type { Task } from "./task.ts";

const roomy: TaskLimits = { keepMs: 60_000, maxOpen: 10, maxTasks: 10, maxBytes: 10_000 };

function storeWith(limits: Partial<TaskLimits> = {}) {
  const clock = createVirtualClock();
  const store = createTaskStore({ ...roomy, ...limits }, clock);
  const open = (session = "mine"): Task => {
    const task = store.open(session, 1_000);
    if (task === undefined) throw new Error("no room");
    return task;
  };
  const complete = (task: Task, text = ""): void =>
    store.change(task, { status: "completed", result: { content: [{ type: "text", text }] } });
  const isKnown = (task: Task): boolean => store.find(task.id, task.session) === task;
  return { clock, store, open, complete, isKnown };
}

describe("time to live", () => {
  verifies("tasks:expiry", "an ended task stays until the time it was created with, and leaves no timer", async () => {
    const { clock, open, complete, isKnown } = storeWith();
    const task = open();
    expect(task.ttlMs).toBe(1_000 + 10_000 + 60_000);
    await clock.advance(500);
    complete(task);
    expect(task.ttlMs).toBe(71_000);
    await clock.advance(70_499);
    expect(isKnown(task)).toBe(true);
    await clock.advance(1);
    expect([isKnown(task), clock.pendingTimers()]).toEqual([false, 0]);
  });

  verifies("tasks:expiry", "a question may wait, and the round after it gets its time", async () => {
    const { clock, store, open, isKnown } = storeWith();
    const task = open();
    await clock.advance(40_000);
    store.change(task, { status: "input_required", open: {}, answered: {}, resume() {} });
    expect(task.ttlMs).toBe(100_000);
    await clock.advance(50_000);
    store.change(task, { status: "working", stop: new AbortController() });
    expect(task.ttlMs).toBe(90_000 + 71_000);
    await clock.advance(70_999);
    expect([isKnown(task), clock.pendingTimers()]).toEqual([true, 1]);
  });

  verifies("tasks:expiry", "a task that is over before its call stops the call", async () => {
    const { clock, store, open } = storeWith();
    const stop = new AbortController();
    store.change(open(), { status: "working", stop });
    await clock.advance(71_000);
    expect(stop.signal.aborted).toBe(true);
  });

  verifies("tasks:cancel", "the first end holds", () => {
    const { store, open, complete } = storeWith();
    const task = open();
    store.change(task, { status: "cancelled" }, "enough");
    complete(task);
    expect([task.state.status, task.message]).toEqual(["cancelled", "enough"]);
  });
});

describe("room", () => {
  verifies("tasks:caps", "there are never more open tasks than allowed; an ended one makes room", () => {
    const { store, open, complete } = storeWith({ maxOpen: 2 });
    const first = open();
    open();
    expect(store.open("mine", 1_000)).toBeUndefined();
    complete(first);
    expect(store.open("mine", 1_000)).toBeDefined();
  });

  verifies("tasks:caps", "nor more tasks than allowed, ended ones included", async () => {
    const { clock, store, open, complete } = storeWith({ maxTasks: 2 });
    complete(open());
    complete(open());
    expect(store.open("mine", 1_000)).toBeUndefined();
    await clock.advance(71_000);
    expect(store.open("mine", 1_000)).toBeDefined();
  });

  verifies("tasks:caps", "too many bytes: fetched answers go first, then the oldest, never the newest", () => {
    const { open, complete, isKnown } = storeWith({ maxBytes: 1_000 });
    const tasks = [open(), open(), open(), open()] as const;
    const [oldest, fetched, third, newest] = tasks;
    for (const task of [oldest, fetched, third]) complete(task, "x".repeat(250));
    fetched.fetched = true;
    complete(newest, "x".repeat(250));
    expect(tasks.map(isKnown)).toEqual([true, false, true, true]);
    const big = open();
    complete(big, "x".repeat(2_000));
    expect([...tasks, big].map(isKnown)).toEqual([false, false, false, false, true]);
  });
});

describe("sessions", () => {
  verifies("tasks:session", "others do not find a task, and it goes with its session", () => {
    const { clock, store, open, isKnown } = storeWith();
    const [mine, other] = [open("mine"), open("other")];
    const stop = new AbortController();
    store.change(mine, { status: "working", stop });
    expect(store.find(mine.id, "other")).toBeUndefined();
    store.endSessions((session) => session === "mine");
    expect([stop.signal.aborted, isKnown(mine), isKnown(other), clock.pendingTimers()]).toEqual([true, false, true, 1]);
  });
});
