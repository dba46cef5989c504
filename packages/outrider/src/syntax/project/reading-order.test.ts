import { expect, onTestFinished, test, vi } from "vitest";
import { openTestProject } from "../../../test/support/test-workspace.ts";
import { openParserPool, type ParserPool } from "../workers/open-parser-pool.ts";
import { openProjectSymbols } from "./open-project-symbols.ts";
import { inReadingOrder } from "./reading-rank.ts";

const { signal } = new AbortController();

test("source comes before tests, texts, data, what is generated, and workflows", () => {
  const order = [
    "src/a.ts",
    "pkg/b.go",
    "src/a.test.ts",
    "tests/c.py",
    "docs/d.md",
    "package.json",
    "vendor/e.go",
    "api/f.pb.go",
    ".github/workflows/g.yml",
  ];
  expect(inReadingOrder(order.toReversed())).toEqual([
    "pkg/b.go",
    "src/a.ts",
    "tests/c.py",
    "src/a.test.ts",
    "docs/d.md",
    "package.json",
    "api/f.pb.go",
    "vendor/e.go",
    ".github/workflows/g.yml",
  ]);
});

const many = Object.fromEntries(
  Array.from({ length: 200 }, (_, at) => [`src/f${at}.ts`, `export function work${at}(): void {}\n`]),
);

/** A table with one real thread; `onJob` sees which files each job is about, before it runs. */
async function openOne(
  onJob: (files: readonly string[], signal: AbortSignal) => Promise<void>,
  onEnd: () => void = () => {},
) {
  const { project } = await openTestProject({ ...many, ".github/workflows/a.yml": "on: push\n", "a.json": "{}\n" });
  const real = openParserPool({ size: 1 });
  const pool: ParserPool = {
    ...real,
    size: 1,
    async run(job, options) {
      if (job.kind === "read")
        await onJob(
          job.files.map(({ path }) => path),
          options.signal,
        );
      await real.run(job, options);
      onEnd();
    },
  };
  const table = openProjectSymbols(project, pool);
  onTestFinished(async () => {
    await table.close();
    await real.close();
  });
  return table.of(project);
}

test("files that a question waits for are read alone and first, in their order", async () => {
  const jobs: (readonly string[])[] = [];
  const symbols = await openOne(async (files) => void jobs.push(files));
  const first = ["src/f150.ts", "src/f3.ts", "src/f199.ts"];
  await symbols.view({ signal, first, waitMs: 180_000 });
  expect(jobs[0]).toEqual(first);
  const order = jobs.flat();
  expect(order).toHaveLength(202);
  expect(order.slice(-2)).toEqual(["a.json", ".github/workflows/a.yml"]);
});

test("when the time is up, the files with a text that were read are told, and how many there are", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const waitMs = 8_000;
  let jobs = 0;
  const symbols = await openOne(
    async (_files, until) => {
      jobs += 1;
      if (jobs === 1) return;
      await new Promise<void>((resolve) => until.addEventListener("abort", () => resolve(), { once: true }));
      until.throwIfAborted();
    },
    () => vi.advanceTimersByTime(waitMs),
  );
  const { files, completeness } = await symbols.filesWithin(["work"], { signal, waitMs });
  expect(files.length).toBeGreaterThan(0);
  expect(completeness).toEqual({ state: "partial", done: files.length, total: 200 });
});
