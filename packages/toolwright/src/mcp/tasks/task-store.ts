import { maxDelayMs, systemClock, type Clock, type Timer } from "../../tool/call-context.ts";
import { hasEnded, type Task, type TaskState } from "./task.ts";

/** The tasks of one server, across connections: modern requests have no other memory. */
export interface TaskStore {
  readonly clock: Clock;
  /** A running task, or undefined if there is no room for one. */
  open(session: string, deadlineMs: number): Task | undefined;
  /** Also undefined for tasks of other sessions: their existence is not revealed. */
  find(id: string, session: string): Task | undefined;
  /** Does nothing to a task that has ended or is forgotten: the first end counts. */
  change(task: Task, state: TaskState, message?: string): void;
  /** Stops it if it is running, and forgets it. */
  forget(task: Task): void;
  /** The clients of these sessions are gone, so no one could fetch an answer. */
  endSessions(isGone: (session: string) => boolean): void;
}

export interface TaskLimits {
  /** How long an answer is kept, and how long a question may wait. */
  readonly keepMs: number;
  /** Limit for tasks that run or wait for an answer. */
  readonly maxOpen: number;
  /** Limit including ended tasks. */
  readonly maxTasks: number;
  /** Limit for the stored answers; those already fetched are dropped first. */
  readonly maxBytes: number;
}

interface Entry {
  readonly task: Task;
  readonly openedAt: number;
  bytes: number;
  timer: Timer;
}

/** How long the kernel may take to end a call after its deadline. */
const deliveryMs = 10_000;

export function createTaskStore(limits: TaskLimits, clock: Clock = hostClock): TaskStore {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  /** A promised time to live is never shortened. */
  function prolong(entry: Entry): void {
    const { task, openedAt } = entry;
    const needed = limits.keepMs + (task.state.status === "working" ? task.deadlineMs + deliveryMs : 0);
    const ttlMs = Math.round(Math.min(clock.now() - openedAt + needed, maxDelayMs));
    if (ttlMs <= task.ttlMs) return;
    task.ttlMs = ttlMs;
    entry.timer.cancel();
    entry.timer = clock.schedule(openedAt + ttlMs - clock.now(), () => forget(task));
  }

  function forget(task: Task): void {
    const entry = entries.get(task.id);
    if (entry === undefined) return;
    entries.delete(task.id);
    entry.timer.cancel();
    bytes -= entry.bytes;
    if (task.state.status === "working") task.state.stop.abort(new Error("The task is over."));
  }

  function keepAnswer(entry: Entry): void {
    const { state } = entry.task;
    entry.bytes = state.status === "completed" ? JSON.stringify(state.result).length : 0;
    bytes += entry.bytes;
    if (bytes <= limits.maxBytes) return;
    const others = [...entries.values()].filter((other) => other !== entry && hasEnded(other.task.state));
    // A map is in creation order, and the sort keeps it among equals.
    for (const { task } of others.toSorted((left, right) => Number(right.task.fetched) - Number(left.task.fetched))) {
      if (bytes <= limits.maxBytes) return;
      forget(task);
    }
  }

  return {
    clock,
    open(session, deadlineMs) {
      const open = [...entries.values()].filter(({ task }) => !hasEnded(task.state)).length;
      if (open >= limits.maxOpen || entries.size >= limits.maxTasks) return undefined;
      const now = clock.wallTime();
      const task: Task = {
        id: crypto.randomUUID(),
        session,
        deadlineMs,
        createdAt: now,
        updatedAt: now,
        ttlMs: 0,
        round: 0,
        state: { status: "working", stop: new AbortController() },
        message: undefined,
        fetched: false,
      };
      const entry = { task, openedAt: clock.now(), bytes: 0, timer: noTimer };
      entries.set(task.id, entry);
      prolong(entry);
      return task;
    },
    find(id, session) {
      const task = entries.get(id)?.task;
      return task?.session === session ? task : undefined;
    },
    change(task, state, message) {
      const entry = entries.get(task.id);
      if (entry === undefined || hasEnded(task.state)) return;
      const isNews = task.state.status !== state.status;
      task.state = state;
      task.message = message;
      task.updatedAt = clock.wallTime();
      if (isNews) prolong(entry);
      if (hasEnded(state)) keepAnswer(entry);
    },
    forget,
    endSessions(isGone) {
      for (const { task } of entries.values()) if (isGone(task.session)) forget(task);
    },
  };
}

const noTimer: Timer = { cancel() {} };

/** Stored answers must not keep the process alive. */
const hostClock: Clock = {
  ...systemClock,
  schedule(delayMs, run) {
    const timeout = setTimeout(run, Math.min(delayMs, maxDelayMs));
    timeout.unref();
    return { cancel: () => clearTimeout(timeout) };
  },
};
