import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { defineBroken } from "../../../test/broken-tools/define-broken.ts";
import { ToolError } from "../../tool/tool-error.ts";
import type { AnyTool, Example } from "../../tool/tool.ts";
import { tellingChecks } from "./checks.ts";
import type { ConformanceOptions } from "./options.ts";

/** Resolves with the reason when the check does not apply; rejects when it fails. */
async function examine(id: string, tool: AnyTool, options: ConformanceOptions = {}): Promise<string | undefined> {
  const check = tellingChecks(tool, options).find((each) => each.id === id);
  if (check === undefined) throw new Error(`There is no check ${id}.`);
  return await check.examine();
}

const any: Example = { title: "any", input: { text: "hello" } };
const missing: Example = { title: "missing", input: { text: "missing" }, fails: "not_found" };

const notFound = defineBroken(
  "not_found",
  ({ text }) => {
    if (text !== "missing") return text;
    throw new ToolError("not_found", "There is no such text.", { next: { tool: "other_tool", input: {} } });
  },
  { examples: [any, missing] },
);

test("a handler with nothing to stop passes cancel:during", async () => {
  expect(
    await examine(
      "cancel:during",
      defineBroken("at_once", ({ text }) => text),
    ),
  ).toBeUndefined();
  const inPromises = defineBroken("in_promises", async ({ text }) => await Promise.resolve(text));
  expect(await examine("cancel:during", inPromises)).toBeUndefined();
});

test("a handler that ends soon without a look at its signal proves nothing about cancels", async () => {
  const brief = defineBroken("brief", ({ text }) => pause(5, text));
  expect(await examine("cancel:during", brief)).toMatch(
    /^it ended by itself \d+ ms after the cancel, so it is not known whether it would stop$/,
  );
});

test("a handler that spreads its call has no signal, as in the kernel", async () => {
  const spreading = defineBroken("spreading", async ({ text }, _services, call) => {
    const copy: { readonly signal?: AbortSignal } = { ...call };
    for (let step = 0; step < 20; step += 1) await pause(5, undefined, copy);
    return text;
  });
  await expect(examine("cancel:during", spreading)).rejects.toThrow("never looked at `call.signal`");
});

test("a failing example ends in its error and is no example of success", async () => {
  for (const id of ["example:ok", "example:fails"]) expect(await examine(id, notFound)).toBeUndefined();
});

test("a tool with failing examples only has no example", async () => {
  const [check, ...others] = tellingChecks({ ...notFound, examples: [missing] }, {});
  expect(others).toEqual([]);
  await expect(check?.run()).rejects.toThrow("Seen: not_found requires `text` and all its examples fail.");
});

test("a next call to another tool is not judged without the registry", async () => {
  expect(await examine("error:next-call", notFound)).toBe(
    "its errors name other_tool, and no `registry` was given to find that in",
  );
  await expect(examine("error:next-call", notFound, { registry: [notFound] })).rejects.toThrow(
    'there is no tool "other_tool"',
  );
});

test("a step is judged as the call that it stands for", async () => {
  const proposing = (step: string) => ({
    ...notFound,
    handle: () => Promise.reject(new ToolError("not_found", "None.", { next: { step, input: { text: "hello" } } })),
  });
  const nextSteps = {
    again: { tool: notFound.name, input: {} },
    elsewhere: { tool: "other_tool", input: {} },
  };
  const failing = { failing: [{ text: "missing" }], nextSteps };
  expect(await examine("error:next-call", proposing("again"), failing)).toBeUndefined();
  expect(await examine("error:next-call", proposing("elsewhere"), failing)).toBe(
    "its errors name other_tool, other_tool, and no `registry` was given to find that in",
  );
  await expect(examine("error:next-call", proposing("nowhere"), failing)).rejects.toThrow(
    '`nextSteps` has no step "nowhere"',
  );
});

test("an input that was said to fail and does not is a failure", async () => {
  const working = { ...notFound, examples: [any] };
  await expect(examine("error:next-call", working, { failing: [{ text: "hello" }] })).rejects.toThrow(
    'Seen: with {"text":"hello"}, the call ended ok.\nExpected: tool_error.',
  );
});

test("a loop that is blocked for less than 200 ms is not told, one for more is", async () => {
  const blocking = (milliseconds: number): AnyTool =>
    defineBroken("blocking", ({ text }) => {
      const until = performance.now() + milliseconds;
      while (performance.now() < until);
      return text;
    });
  expect(await examine("loop:blocked", blocking(50))).toBeUndefined();
  await expect(examine("loop:blocked", blocking(220))).rejects.toThrow(
    /Seen: the handler blocked the event loop for \d{3,} ms, in each of 3 runs\.\nExpected: at most 200 ms/,
  );
});

test("a block that does not come again is not told", async () => {
  let calls = 0;
  const once = defineBroken("loads_once", ({ text }) => {
    calls += 1;
    const until = performance.now() + (calls === 2 ? 60 : 0);
    while (performance.now() < until);
    return text;
  });
  expect(await examine("loop:blocked", once, { blockMs: 50 })).toBeUndefined();
});
