import { expect, onTestFinished, test, vi } from "vitest";
import { createProjectIndex } from "./project-index.ts";
import { createWorkList } from "./work-list.ts";

const { signal } = new AbortController();
const paths = ["a", "b", "c", "d"];

/** An index whose files are read when the test says so. */
function openIndex() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const work = createWorkList();
  const known = new Set<string>();
  let end: () => void = () => {};
  const index = createProjectIndex({
    name: "test",
    source: {
      look: async () => {},
      onChanges(listener) {
        listener({ added: paths.toReversed(), changed: [], removed: [], whole: true });
        return () => {};
      },
    },
    work,
    sink: {
      known,
      load: async () => {},
      wants: () => true,
      forget: () => {},
      hasWork: () => work.left() > 0,
      adopt: async () => {},
      read: (until) =>
        new Promise<void>((resolve) => {
          end = resolve;
          until.addEventListener("abort", () => resolve());
        }),
      clear: async () => {},
      close: async () => {},
    },
    rank: (path) => path.charCodeAt(0),
  });
  onTestFinished(() => index.close());
  return {
    index,
    work,
    read(...files: readonly string[]) {
      for (const path of files) {
        work.apply(path, { kind: "gone" });
        known.add(path);
      }
      if (work.left() === 0) end();
    },
  };
}

test("files are on the list by rank, and those of a question before them, in its order", () => {
  const { work } = openIndex();
  expect([...work.waiting]).toEqual(paths);
  work.prefer(["d", "gone", "b"]);
  expect([...work.waiting]).toEqual(["d", "b", "a", "c"]);
  expect(paths.filter(work.isPreferred)).toEqual(["b", "d"]);
  work.prefer((path) => path === "c");
  expect([...work.waiting]).toEqual(["c", "d", "b", "a"]);
});

test("a question's own files are enough after a while, when the rest would not be read in time", async () => {
  const { index, read } = openIndex();
  const waited = index.wait({ signal, waitMs: 8_000, first: ["d"], leastMs: 3_000 });
  read("d");
  vi.advanceTimersByTime(3_000);
  await waited;
  expect(index.progress()).toEqual({ done: 1, left: 3 });
});

test("they are not, when the rest is read in time", async () => {
  const { index, read } = openIndex();
  const counts: number[] = [];
  const told = new Promise<void>((resolve) => {
    const onProgress = (done: number): void => {
      counts.push(done);
      if (done === 3 && performance.now() >= 3_000) resolve();
    };
    void index
      .wait({ signal, waitMs: 8_000, first: ["d"], leastMs: 3_000, onProgress })
      .then(() => counts.push(Number.POSITIVE_INFINITY));
  });
  read("d", "a", "b");
  vi.advanceTimersByTime(3_000);
  await told;
  expect(counts.at(-1)).toBe(3);
  read("c");
  await vi.waitFor(() => expect(counts.at(-1)).toBe(Number.POSITIVE_INFINITY));
  expect(index.progress()).toEqual({ done: 4, left: 0 });
});
