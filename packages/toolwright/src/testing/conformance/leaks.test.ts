import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { reads } from "../../../test/sample.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { createSubject } from "./subject.ts";
import { watchIntervals } from "./leaks.ts";

/** Sets intervals in a handler, where they are watched. */
async function setInHandler(create: () => readonly NodeJS.Timeout[]): Promise<void> {
  const tool = defineTool({
    name: "sets_intervals",
    description: "Sets intervals.",
    input: z.strictObject({}),
    effects: reads,
    handle() {
      const intervals = create();
      onTestFinished(() => intervals.forEach((interval) => clearInterval(interval)));
      return "done";
    },
  });
  await using bench = createSubject(tool, [{}], {}, {}).open();
  await bench.start().outcome;
}

const every = (): NodeJS.Timeout => setInterval(() => {}, 60_000);

test("an interval that runs unseen is listed until it is cleared, and stays unref'd", async () => {
  using watch = watchIntervals();
  let left: NodeJS.Timeout | undefined;
  await setInHandler(() => [(left = every().unref())]);
  expect(watch.listHidden()).toEqual(["Timeout (unref'd)"]);
  expect(left?.hasRef()).toBe(false);
  clearInterval(left);
  expect(watch.listHidden()).toEqual([]);
});

test("what Node lists, what was cleared and what no handler set is not listed", async () => {
  using watch = watchIntervals();
  const outside = every().unref();
  onTestFinished(() => clearInterval(outside));
  await setInHandler(() => {
    const [first, second, third, fourth] = [every().unref(), every().unref(), every().unref(), every().unref()];
    clearInterval(first);
    clearTimeout(Number(second));
    third.close();
    fourth[Symbol.dispose]();
    return [every(), first, second, third, fourth];
  });
  expect(watch.listHidden()).toEqual([]);
});

test("the global functions are put back", () => {
  const list = (): readonly unknown[] => [globalThis.setInterval, globalThis.clearInterval, globalThis.clearTimeout];
  const before = list();
  const watch = watchIntervals();
  expect(list()).not.toEqual(before);
  watch[Symbol.dispose]();
  expect(list()).toEqual(before);
});
