import { expect, test } from "vitest";
import { type FileEvent, type FileState, nextFileState } from "./file-state.ts";
import { createWorkList } from "./work-list.ts";

const states: Readonly<Record<string, FileState | undefined>> = {
  current: undefined,
  waiting: { kind: "waiting" },
  reading: { kind: "reading", portion: 1 },
  slow: { kind: "slow" },
  retrying: { kind: "retrying", portion: 1 },
};

const events: readonly FileEvent[] = [
  { kind: "changed" },
  { kind: "gone" },
  { kind: "taken", portion: 1 },
  { kind: "read", portion: 1 },
  { kind: "timed-out", portion: 1 },
  { kind: "given-back", portion: 1 },
];

const nameOf = (state: FileState | undefined): string => state?.kind ?? "current";

test.each([
  //           changed    gone       taken       read       timed-out   given-back
  ["current", "waiting", "current", "current", "current", "current", "current"],
  ["waiting", "waiting", "current", "reading", "waiting", "waiting", "waiting"],
  ["reading", "waiting", "current", "reading", "current", "slow", "waiting"],
  ["slow", "waiting", "current", "retrying", "slow", "slow", "slow"],
  ["retrying", "waiting", "current", "retrying", "current", "current", "slow"],
] as const)("from %s a file goes on as the table says", (name, ...expected) => {
  expect(events.map((event) => nameOf(nextFileState(states[name], event)))).toEqual(expected);
});

test.each(["reading", "retrying"])("what another portion says changes nothing of one that is %s", (name) => {
  const state = states[name];
  for (const kind of ["taken", "read", "timed-out", "given-back"] as const)
    expect(nextFileState(state, { kind, portion: 2 })).toBe(state);
});

test("a file that takes too long twice is tried no more until it changes", () => {
  const work = createWorkList();
  const say = (...kinds: readonly FileEvent["kind"][]): void => {
    for (const kind of kinds) work.apply("a.ts", { kind, portion: 1 });
  };
  say("changed", "taken", "timed-out");
  expect([work.left(), [...work.slow]]).toEqual([0, ["a.ts"]]);
  say("taken", "timed-out");
  expect([work.left(), work.slow.size]).toEqual([0, 0]);
  say("changed");
  expect([work.left(), work.slow.size]).toEqual([1, 0]);
});

test("preferred files come first, and what changes again keeps its turn", () => {
  const work = createWorkList();
  for (const path of ["a", "b", "c"]) work.apply(path, { kind: "changed" });
  work.prefer((path) => path === "c");
  work.apply("a", { kind: "changed" });
  expect([...work.waiting]).toEqual(["c", "a", "b"]);
  work.apply("c", { kind: "taken", portion: work.nextPortion() });
  expect([work.pending(), work.left()]).toEqual([["a", "b", "c"], 3]);
});
