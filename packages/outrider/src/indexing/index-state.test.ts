import { expect, test } from "vitest";
import { type IndexEvent, type IndexState, nextIndexState, problemOf } from "./index-state.ts";

const events = ["adopt", "build", "stop", "clear", "ended", "close"] as const satisfies readonly IndexEvent["kind"][];

test.each([
  //             adopt       build       stop        clear       ended    close
  ["idle", "adopting", "building", "idle", "clearing", "idle", "closed"],
  ["adopting", "adopting", "adopting", "adopting", "adopting", "idle", "closed"],
  ["building", "building", "building", "stopping", "stopping", "idle", "closed"],
  ["stopping", "stopping", "stopping", "stopping", "stopping", "idle", "closed"],
  ["clearing", "clearing", "clearing", "clearing", "clearing", "idle", "closed"],
  ["closed", "closed", "closed", "closed", "closed", "closed", "closed"],
] as const)("from %s it goes on as the table says", (kind, ...expected) => {
  const after = events.map((event) => nextIndexState({ kind }, { kind: event }).kind);
  expect(after).toEqual(expected);
});

function run(...steps: readonly IndexEvent[]): IndexState {
  return steps.reduce(nextIndexState, { kind: "idle" });
}

test("why a build ended early is told until the next one begins", () => {
  const failed = [{ kind: "build" }, { kind: "ended", problem: "no thread left" }] as const;
  expect(problemOf(run(...failed))).toBe("no thread left");
  expect(problemOf(run(...failed, { kind: "adopt" }))).toBe("no thread left");
  expect(problemOf(run(...failed, { kind: "clear" }, { kind: "ended" }))).toBe("no thread left");
  expect(problemOf(run(...failed, { kind: "build" }))).toBeUndefined();
});

test("a build that was stopped has no problem", () => {
  const stopped = run({ kind: "build" }, { kind: "stop" }, { kind: "ended", problem: "aborted" });
  expect(stopped).toEqual({ kind: "idle" });
});
