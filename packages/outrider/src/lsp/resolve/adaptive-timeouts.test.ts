import { expect, test } from "vitest";
import { adaptTimeouts, whyLate } from "./adaptive-timeouts.ts";

test("after a question that ran into its time, the next ones wait briefly, until the server answers", () => {
  const servers = {};
  adaptTimeouts(servers, undefined).answered();
  const first = adaptTimeouts(servers, undefined);
  expect(first).toMatchObject({ isShort: false, timeouts: { readyMs: 5_000, allMs: 15_000 } });
  first.late();
  const next = adaptTimeouts(servers, undefined);
  expect(next).toMatchObject({
    isShort: true,
    timeouts: { readyMs: 0, allMs: 4_000, requestMs: first.timeouts.requestMs },
  });
  next.late();
  expect([whyLate(first), whyLate(next)]).toEqual([
    "the language server took longer than 15 s",
    "the language server took longer than 4 s, and was slow before; `wait` gives it more",
  ]);
  adaptTimeouts(servers, undefined).answered();
  expect(adaptTimeouts(servers, undefined).isShort).toBe(false);
});

test("who says how long waits that long; another project's servers are others", () => {
  const servers = {};
  adaptTimeouts(servers, undefined).late();
  expect(adaptTimeouts(servers, 45_000)).toMatchObject({ isShort: false, timeouts: { readyMs: 45_000 } });
  expect(adaptTimeouts({}, undefined).isShort).toBe(false);
});

test("a server that has not answered anything yet may still be reading the project, which is told with what to do", () => {
  const servers = {};
  const first = adaptTimeouts(servers, undefined);
  expect(whyLate(first, 25_000)).toBe(
    "the language server took longer than 25 s and has not answered yet: it may still be reading the project, and goes on; ask again in a minute, or give `wait`",
  );
  first.answered();
  expect(whyLate(adaptTimeouts(servers, undefined))).toBe("the language server took longer than 15 s");
});
