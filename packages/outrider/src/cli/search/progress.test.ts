import type { Terminal } from "toolwright/cli";
import { expect, test } from "vitest";
import { createProgress } from "./progress.ts";

function watch(columns = 100) {
  const lines: string[] = [];
  let ms = 0;
  const terminal: Pick<Terminal, "status"> = { status: (compose) => void lines.push(compose?.(columns) ?? "") };
  const progress = createProgress(terminal, () => ms);
  return {
    progress,
    at(time: number, done: number, total: number): string {
      ms = time;
      progress.tell("files", done, total);
      return lines.at(-1) ?? "";
    },
  };
}

test("speed and time left are measured from the first report on, and not too soon", () => {
  const { at } = watch();
  expect(at(0, 100, 1_100)).toBe("[#-------------------]   9%  100 of 1,100 files");
  expect(at(500, 200, 1_100)).not.toContain("/s");
  expect(at(2_000, 600, 1_100)).toBe("[##########----------]  54%  600 of 1,100 files, 250/s, 2 s left");
  expect(at(1_000_000, 601, 30_000)).toContain("1/s, 16 h 19 min left");
});

test("a total never shrinks, and nothing is done before it is", () => {
  const { at, progress } = watch();
  at(0, 0, 1_000);
  expect(at(100, 800, 800)).toContain(" 80%  800 of 1,000 files");
  expect(progress.last).toEqual({ done: 800, total: 1_000 });
});

test("a narrow terminal gets the numbers", () => {
  const { at } = watch(40);
  expect(at(0, 5, 10)).toBe("50%  5 of 10 files");
});
