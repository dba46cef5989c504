import { expect, test } from "vitest";
import type { Embedder } from "../embedders/embedder.ts";
import { TrackedStore } from "../stores/tracked-store.ts";
import type { VectorStore } from "../stores/vector-store.ts";
import {
  closed,
  fillBegun,
  fillEnded,
  modelOf,
  type ModelState,
  openBegun,
  opened,
  problemOf,
  told,
  toldModelOf,
  unopened,
  workFailed,
  workSucceeded,
} from "./model-state.ts";

const embedder: Embedder = {
  id: "tiny",
  dimensions: 1,
  batchSize: 1,
  remote: false,
  embedTexts: async () => await Promise.resolve([]),
  embedQuery: async () => await Promise.resolve(new Float32Array(1)),
  close: async () => {},
};
const store: VectorStore = {
  follow: async () => await Promise.resolve([]),
  put: async () => {},
  nearest: async () => await Promise.resolve([]),
  status: () => ({ contents: 0, vectors: 0, place: "" }),
  clear: async () => {},
  dropOthers: async () => {},
  close: async () => {},
};
const model = { embedder, store: new TrackedStore(store) };

const states: Readonly<Record<string, ModelState>> = {
  unopened,
  opening: { kind: "opening", problem: "old" },
  failed: { kind: "failed", problem: "old" },
  telling: { kind: "telling", model, problem: "old" },
  idle: { kind: "idle", model, problem: "old" },
  filling: { kind: "filling", model, problem: "old" },
  closed,
};
const transitions: Readonly<Record<string, (state: ModelState) => ModelState>> = {
  openBegun,
  opened: (state) => opened(state, model),
  told,
  fillBegun,
  fillEnded,
  workFailed: (state) => workFailed(state, new Error("new")),
  workSucceeded,
};
const show = (state: ModelState): string => [state.kind, problemOf(state)].filter(Boolean).join(": ");

test("each transition changes the states that it is for, and leaves the others as they are", () => {
  const changed = Object.entries(transitions).map(([name, transition]) => [
    name,
    Object.values(states)
      .filter((state) => show(transition(state)) !== show(state))
      .map((state) => `${show(state)} → ${show(transition(state))}`),
  ]);
  expect(Object.fromEntries(changed)).toEqual({
    openBegun: ["unopened → opening", "failed: old → opening: old"],
    opened: ["opening: old → telling"],
    told: ["telling: old → idle: old"],
    fillBegun: ["idle: old → filling"],
    fillEnded: ["filling: old → idle: old"],
    workFailed: [
      "opening: old → failed: new",
      "telling: old → telling: new",
      "idle: old → idle: new",
      "filling: old → filling: new",
    ],
    workSucceeded: ["telling: old → telling", "idle: old → idle", "filling: old → filling"],
  });
});

test("a model can be told of changes as soon as it is open, and asked as soon as it was told everything", () => {
  const those = (has: (state: ModelState) => unknown): readonly string[] =>
    Object.keys(states).filter((name) => has(states[name] ?? closed) !== undefined);
  expect(those(modelOf)).toEqual(["telling", "idle", "filling"]);
  expect(those(toldModelOf)).toEqual(["idle", "filling"]);
});

test("a failure that is not an Error still says what went wrong", () => {
  expect(problemOf(workFailed({ kind: "opening", problem: undefined }, "no key"))).toBe("no key");
});
