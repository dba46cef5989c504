import { expect, test } from "vitest";
import type { LanguageServer } from "../server/language-server.ts";
import {
  type Crash,
  decide,
  type PoolEntry,
  isIdleFor,
  isForgettable,
  memoryMeasured,
  newEntry,
  questionAnswered,
  questionAsked,
  serverDied,
  serverGone,
  serverStarted,
  serverStopped,
  serverUsed,
  startAbandoned,
  startBegun,
  startCounted,
  startFailed,
} from "./entry-state.ts";
import { defaultPoolLimits as rules } from "./server-pool.ts";

type Step = (entry: PoolEntry<string>) => PoolEntry<string>;

const start = new Promise<LanguageServer>(() => {});
const crashAt = (now: number, cause = "fault"): Crash => ({ cause, moment: { now, chance: 0.5, rules } });
const begin: Step = (entry) => startCounted(startBegun(entry, start));
const run =
  (server: string, now = 0): Step =>
  (entry) =>
    serverStarted(begin(entry), server, now);
const after = (...steps: readonly Step[]): PoolEntry<string> =>
  steps.reduce<PoolEntry<string>>((entry, step) => step(entry), newEntry);
const crashes = (...times: readonly number[]): readonly Step[] =>
  times.map((now) => (entry) => startFailed(begin(entry), crashAt(now)));

const idle = { at: "running", server: "a", questions: 0, usedAt: 0, memoryMb: undefined };
const crashed = { at: "crashed", restartAt: 500 };

test.each<[string, readonly Step[], object]>([
  ["nothing happened", [], { at: "absent" }],
  ["a start", [begin], { at: "starting", start, from: { at: "absent" } }],
  ["a start without room", [begin, startAbandoned], { at: "absent" }],
  ["a start that failed", [begin, (entry) => startFailed(entry, crashAt(0))], crashed],
  ["a start after that", [...crashes(0), begin], { at: "starting", start, from: crashed }],
  ["that start called off: it has to wait all the same", [...crashes(0), begin, startAbandoned], crashed],
  ["the fifth start that failed", crashes(0, 1, 2, 3, 4), { at: "given up", restartAt: 8004, until: 60_004 }],
  ["a start that came up", [run("a")], idle],
  ["handed out again", [run("a"), (entry) => serverUsed(entry, 7)], { ...idle, usedAt: 7 }],
  [
    "two questions, one answered",
    [
      run("a"),
      (entry) => questionAsked(entry, "a", 1),
      (entry) => questionAsked(entry, "a", 2),
      (entry) => questionAnswered(entry, "a", 3),
    ],
    { ...idle, questions: 1, usedAt: 3 },
  ],
  ["its memory looked at", [run("a"), (entry) => memoryMeasured(entry, "a", 12)], { ...idle, memoryMb: 12 }],
  [
    "stopped on purpose",
    [run("a"), (entry) => serverStopped(entry, "a", { note: "idle" })],
    { at: "stopping", server: "a", next: { at: "absent" } },
  ],
  [
    "stopped because it lies",
    [run("a"), (entry) => serverStopped(entry, "a", { note: "liar", crash: crashAt(0) })],
    { at: "stopping", server: "a", next: crashed },
  ],
  ["died", [run("a"), (entry) => serverDied(entry, "a", crashAt(0))], { at: "stopping", server: "a", next: crashed }],
  [
    "ended as it was asked to",
    [run("a"), (entry) => serverDied(entry, "a", undefined)],
    { at: "stopping", server: "a", next: { at: "absent" } },
  ],
  [
    "died, and nothing of it is left",
    [run("a"), (entry) => serverDied(entry, "a", crashAt(0)), (entry) => serverGone(entry, "a")],
    crashed,
  ],
  [
    "started again while the old one is being ended",
    [run("a"), (entry) => serverDied(entry, "a", crashAt(0)), begin],
    { at: "starting", start, from: crashed },
  ],
])("%s", (_, steps, state) => {
  expect(after(...steps).state).toEqual(state);
});

/** Whatever a server does that was replaced, its successor does not feel. */
test.each<[string, Step]>([
  ["a question", (entry) => questionAsked(entry, "old", 9)],
  ["an answer", (entry) => questionAnswered(entry, "old", 9)],
  ["its memory", (entry) => memoryMeasured(entry, "old", 9)],
  ["a stop", (entry) => serverStopped(entry, "old", { note: "late", crash: crashAt(9) })],
  ["its death", (entry) => serverDied(entry, "old", crashAt(9))],
  ["its end", (entry) => serverGone(entry, "old")],
  ["a start that failed", (entry) => startFailed(entry, crashAt(9))],
  ["a start called off", startAbandoned],
  ["a start that begins", (entry) => startBegun(entry, start)],
  ["a start that came up", (entry) => serverStarted(entry, "old", 9)],
])("a running server is not touched by %s of another one", (_, step) => {
  const entry = after(run("a"));
  expect(step(entry)).toBe(entry);
});

test.each<[string, readonly Step[], number, object]>([
  ["absent", [], 0, { do: "start", notBefore: 0 }],
  ["crashed", crashes(0), 100, { do: "start", notBefore: 500 }],
  ["starting", [begin], 0, { do: "join", start }],
  ["running", [run("a")], 0, { do: "use", server: "a" }],
  ["stopping", [run("a"), (entry) => serverStopped(entry, "a", { note: "" })], 0, { do: "start", notBefore: 0 }],
  [
    "stopping after a crash",
    [run("a"), (entry) => serverDied(entry, "a", crashAt(0))],
    0,
    { do: "start", notBefore: 500 },
  ],
  ["given up", crashes(0, 1, 2, 3, 4), 60_003, { do: "refuse", until: 60_004 }],
  ["given up long ago", crashes(0, 1, 2, 3, 4), 60_004, { do: "start", notBefore: 8004 }],
])("who wants one that is %s", (_, steps, now, decision) => {
  expect(decide(after(...steps), now)).toEqual(decision);
});

test("the note says what happened last, and the starts are counted", () => {
  expect(after(...crashes(0))).toMatchObject({ note: "died once lately, last of: fault", starts: 1 });
  expect(after(...crashes(0, 1))).toMatchObject({ note: "died 2 times lately, last of: fault", starts: 2 });
  const stopped = after(...crashes(0), run("a"), (entry) => serverStopped(entry, "a", { note: "stopped: idle" }));
  expect(stopped).toMatchObject({ note: "stopped: idle", starts: 2 });
});

test("it has rested when no question is open and the last one is long enough ago", () => {
  const asked = questionAsked(after(run("a")), "a", 10);
  expect(isIdleFor(asked.state, 5000, 1000)).toBe(false);
  const answered = questionAnswered(asked, "a", 20);
  expect([1019, 1020].map((now) => isIdleFor(answered.state, now, 1000))).toEqual([false, true]);
  expect(isIdleFor(newEntry.state, 5000, 1000)).toBe(false);
});

test("only one without a process and without a crash lately is forgotten", () => {
  expect(isForgettable(newEntry, 0, rules)).toBe(true);
  expect(isForgettable(after(begin), 0, rules)).toBe(false);
  expect(isForgettable(after(run("a")), 0, rules)).toBe(false);
  const dead = after(...crashes(0));
  expect([0, rules.crashWindowMs].map((now) => isForgettable(dead, now, rules))).toEqual([false, true]);
});
