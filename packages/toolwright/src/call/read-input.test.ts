import { expect, test } from "vitest";
import * as z from "zod";
import { reads, sampleKernel, sampleTool } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import { defineTool } from "../tool/define-tool.ts";
import { ToolError } from "../tool/tool-error.ts";

const search = defineTool({
  name: "search_text",
  description: "Searches.",
  input: z.strictObject({
    path: z.string().describe("File to read"),
    limit: z.int().min(1).max(100).optional().describe("How many"),
    ratio: z.number().nullable().optional().describe("Share"),
    deep: z.boolean().optional().describe("Whether to go deep"),
    names: z.array(z.string()).optional().describe("Names"),
    sizes: z.array(z.int()).optional().describe("Sizes"),
    mode: z.enum(["compact", "full"]).optional().describe("Detail"),
    either: z.union([z.string(), z.number()]).optional().describe("Either"),
    where: z
      .strictObject({ line: z.int().describe("Line") })
      .optional()
      .describe("Where"),
  }),
  effects: reads,
  handle: (input) => input,
});

async function call(input: unknown) {
  const { kernel } = sampleKernel([search]);
  return await kernel.call("search_text", input);
}

async function problem(input: unknown): Promise<string> {
  const outcome = await call(input);
  expect(outcome.status).toBe("invalid_input");
  return outcome.status === "invalid_input" ? outcome.error.message : "";
}

verifies("error:unknown-argument", "the nearest valid name and all valid names are told", async () => {
  expect(await problem({ pth: "a" })).toBe(
    'search_text was not run, its input is not valid. Unknown argument "pth". Did you mean "path"? ' +
      "Valid arguments: path, limit, ratio, deep, names, sizes, mode, either, where. `path` is missing (File to read).",
  );
  expect(await problem({ path: "a", where: { line: 1, column: 2 } })).toBe(
    'search_text was not run, its input is not valid. Unknown argument "where.column". Valid arguments: line.',
  );
});

test.each([
  ["file", { file: "a" }, 'Did you mean "path"?'],
  ["max_results", { path: "a", max_results: 3 }, 'Did you mean "limit"?'],
  ["lines, for which there is half of it", { path: "a", lines: "1-3" }, 'Did you mean "limit"?'],
  ["cmd, which is spelt like nothing here", { path: "a", cmd: "ls" }, 'Unknown argument "cmd". Valid arguments'],
])("an argument that other tools have, %s, leads to the one that is meant", async (_name, given, hint) => {
  expect(await problem(given)).toContain(hint);
});

verifies("error:names-value", "path, expectation and value are named", async () => {
  const cases: [unknown, string][] = [
    [{ path: "a", limit: 500 }, "`limit`: Too big: expected number to be <=100, got 500 (number)."],
    [{ path: "a", limit: "many" }, '`limit`: expected number, got "many" (string).'],
    [{ path: ["a"] }, '`path`: expected string, got ["a"] (array).'],
    [{ path: "a", mode: "ful" }, '`mode`: expected one of "compact", "full", got "ful" (string). Did you mean "full"?'],
    [{ path: "a", sizes: [1, "x"] }, '`sizes.1`: expected number, got "x" (string).'],
    [{ path: "a", where: {} }, "`where.line` is missing (Line)."],
    [{}, "`path` is missing (File to read)."],
    [7, "The input must be an object, got 7 (number)."],
    [["a"], 'The input must be an object, got ["a"] (array).'],
    ["not json", 'The input must be an object, got "not json" (string).'],
    [{ path: "a", limit: Number.NaN }, "`limit`: expected number, got NaN (number)."],
  ];
  for (const [input, message] of cases) {
    expect(await problem(input)).toBe(`search_text was not run, its input is not valid. ${message}`);
  }
});

verifies(
  "error:names-value",
  "a thousand mistakes are told as ten and a count, and long values are shortened",
  async () => {
    const sizes = Array.from({ length: 1_000 }, () => "x".repeat(10_000));
    const message = await problem({ path: "a", sizes });
    expect(message.length).toBeLessThan(2_000);
    expect(message).toContain("… and 990 more problems.");
  },
);

verifies("error:unknown-argument", "a hundred thousand of them are answered, ten by name", async () => {
  const unknowns = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown_${index}`, 1]));
  const few = await problem(unknowns(10));
  const message = await problem(unknowns(100_000));
  expect(message.length).toBeLessThan(few.length * 2);
  expect(message).toContain("… and 99991 more problems.");
});

verifies("error:names-value", "however long names and words of the library are, the answer is short", async () => {
  const tool = defineTool({
    name: "keep",
    description: "Keeps.",
    input: z.strictObject({
      rows: z.record(z.string(), z.strictObject({ a: z.string().optional().describe("A") })).describe("Rows"),
    }),
    effects: reads,
    handle: () => "kept",
  });
  const { kernel } = sampleKernel([tool]);
  const flood = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`unknown_${index}`, 1]));
  for (const rows of [{ one: flood }, { ["x".repeat(100_000)]: 5 }]) {
    const outcome = await kernel.call("keep", { rows });
    if (outcome.status !== "invalid_input") throw new Error(`expected invalid_input, got ${outcome.status}`);
    expect(outcome.error.message.length).toBeLessThan(1_000);
  }
});

verifies("error:report", "it is kept when the next call's schema throws", async () => {
  const throwing = defineTool({
    name: "throwing",
    description: "Has a schema that throws.",
    input: z.strictObject({
      path: z
        .string()
        .transform((): string => {
          throw new Error("schema");
        })
        .describe("Path"),
    }),
    effects: reads,
    handle: () => "unrun",
  });
  const next = { tool: "throwing", input: { path: "a" } };
  const fail = sampleTool(() => Promise.reject(new ToolError("no_file", "None.", { next })), { name: "fail" });
  const { kernel } = sampleKernel([throwing, fail]);
  expect(await kernel.call("fail", {})).toMatchObject({ status: "tool_error", error: { code: "no_file" } });
});

verifies("error:next-exists", "a hidden tool is no next call either", async () => {
  const hidden = sampleTool(() => "unseen", { name: "unseen", needs: ["gpu"] });
  const next = { tool: "unseen", input: {} };
  const fail = sampleTool(() => Promise.reject(new ToolError("no", "No.", { next })), { name: "fail" });
  const { kernel, events } = sampleKernel([hidden, fail], {
    capabilities: { gpu: () => ({ available: false, reason: "there is none" }) },
  });
  expect(await kernel.call("fail", {})).not.toHaveProperty("error.next");
  expect(events).toContainEqual(expect.objectContaining({ type: "fault", source: "next-call" }));
});

test("a schema that throws crashes the call and is named in the log", async () => {
  const { kernel, events } = sampleKernel([
    defineTool({
      name: "broken",
      description: "Has a broken schema.",
      input: z.strictObject({
        path: z
          .string()
          .refine((): boolean => {
            throw new Error("schema secret");
          })
          .describe("Path"),
      }),
      effects: reads,
      handle: () => "unrun",
    }),
  ]);
  const outcome = await kernel.call("broken", { path: "a" });
  expect(outcome.status).toBe("crashed");
  expect(JSON.stringify(outcome)).not.toContain("secret");
  expect(events).toContainEqual(expect.objectContaining({ type: "fault", source: "input-schema" }));
});

verifies("error:repaired", "what can be read in one way only is accepted and noted", async () => {
  const cases: [Record<string, unknown>, Record<string, unknown>, string][] = [
    [{ limit: "5" }, { limit: 5 }, '`limit` was given as "5" (string) and read as 5.'],
    [{ ratio: "0.5" }, { ratio: 0.5 }, '`ratio` was given as "0.5" (string) and read as 0.5.'],
    [{ deep: "True" }, { deep: true }, '`deep` was given as "True" (string) and read as true.'],
    [
      { names: '["a","b"]' },
      { names: ["a", "b"] },
      '`names` was given as "[\\"a\\",\\"b\\"]" (string) and read as array.',
    ],
    [
      { where: '{"line":"3"}' },
      { where: { line: 3 } },
      '`where` was given as "{\\"line\\":\\"3\\"}" (string) and read as object.',
    ],
    [{ names: [1] }, { names: ["1"] }, '`names[0]` was given as 1 (number) and read as "1".'],
    [{ limit: null }, {}, "`limit` was null and read as not given."],
  ];
  for (const [given, read, note] of cases) {
    const outcome = await call({ path: "a", ...given });
    expect(outcome).toMatchObject({ status: "ok", value: { path: "a", ...read } });
    expect(outcome.notes[0]).toBe(note);
  }
});

verifies(
  "error:repaired",
  "a whole input written as JSON text is accepted too, and right input carries no note",
  async () => {
    expect(await call('{"path":"a"}')).toMatchObject({
      status: "ok",
      value: { path: "a" },
      notes: [expect.stringContaining("read as object")],
    });
    expect(await call({ path: "a", ratio: null })).toMatchObject({
      status: "ok",
      value: { path: "a", ratio: null },
      notes: [],
    });
  },
);

verifies("error:not-repaired", "a value with two readings, or none, is refused or left alone", async () => {
  expect(await call({ path: "a", either: "5" })).toMatchObject({ value: { either: "5" }, notes: [] });
  for (const limit of ["5 lines", "0x5", "1e999", "1e-400", "", " ", "05", "five", [5], { value: 5 }, true]) {
    expect((await call({ path: "a", limit })).status).toBe("invalid_input");
  }
  for (const limit of ["9007199254740993", "12345678901234567890", "0.12345678901234567"]) {
    expect((await call({ path: "a", limit })).status).toBe("invalid_input");
    expect((await call({ path: "a", ratio: limit })).status).toBe("invalid_input");
  }
  // What JSON has already shortened cannot be written out again: 1.10 would become "1.1".
  for (const path of [1.1, 1e21, 2 ** 60]) expect((await call({ path })).status).toBe("invalid_input");
  for (const names of ["a", "a,b", "[a]", '{"0":"a"}'])
    expect((await call({ path: "a", names })).status).toBe("invalid_input");
  for (const deep of ["yes", "1", 1, "on"]) expect((await call({ path: "a", deep })).status).toBe("invalid_input");
});

verifies("error:prototype-keys", "__proto__ and constructor are unknown arguments and pollute nothing", async () => {
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const input: unknown = JSON.parse(`{"path":"a","${key}":{"polluted":true}}`);
    expect(await problem(input)).toContain(`Unknown argument "${key}".`);
    const nested: unknown = JSON.parse(`{"path":"a","limit":"5","where":{"line":1,"${key}":{"polluted":true}}}`);
    expect(await problem(nested)).toContain(`Unknown argument "where.${key}".`);
  }
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

verifies("error:report", "code, message, retryable and next call reach the caller", async () => {
  const { kernel } = sampleKernel([
    search,
    defineTool({
      name: "fail",
      description: "Fails.",
      input: z.strictObject({}),
      effects: reads,
      handle(): string {
        throw new ToolError("no_file", 'There is no file "b".', {
          retryable: true,
          next: { tool: "search_text", input: { path: "." } },
        });
      },
    }),
  ]);
  expect(await kernel.call("fail", {})).toMatchObject({
    status: "tool_error",
    error: {
      code: "no_file",
      message: 'There is no file "b".',
      retryable: true,
      next: { tool: "search_text", input: { path: "." } },
    },
  });
});

verifies("error:next-step", "a step is told as the call that the kernel's host has given for it", async () => {
  const table = [
    [{ step: "search", input: { path: "." } }, { path: "." }],
    [{ step: "search here", input: {} }, { path: "here" }],
    [{ step: "search here", input: { path: "there" } }, { path: "there" }],
    [{ tool: "search_text", input: { path: "." } }, { path: "." }],
  ] as const;
  for (const [next, input] of table) {
    const fail = sampleTool(() => Promise.reject(new ToolError("no", "No.", { next })), { name: "fail" });
    const { kernel, events } = sampleKernel([search, fail], {
      nextSteps: {
        search: { tool: "search_text", input: {} },
        "search here": { tool: "search_text", input: { path: "here" } },
      },
    });
    const outcome = await kernel.call("fail", {});
    expect(outcome).toHaveProperty("error.next", { tool: "search_text", input });
    expect(events).not.toContainEqual(expect.objectContaining({ type: "fault" }));
  }
});

verifies("error:next-exists", "a next call that cannot be made is dropped and reported", async () => {
  for (const next of [
    { tool: "nowhere", input: {} },
    { tool: "search_text", input: { pth: "a" } },
    { step: "nowhere", input: {} },
    { step: "toString", input: {} },
    { step: "lost", input: {} },
    { step: "search", input: { pth: "a" } },
  ]) {
    const fail = defineTool({
      name: "fail",
      description: "Fails.",
      input: z.strictObject({}),
      effects: reads,
      handle(): string {
        throw new ToolError("no_file", "None.", { next });
      },
    });
    const nextSteps = { lost: { tool: "nowhere", input: {} }, search: { tool: "search_text", input: {} } };
    const { kernel, events } = sampleKernel([search, fail], { nextSteps });
    const outcome = await kernel.call("fail", {});
    expect(outcome).toMatchObject({ status: "tool_error", error: { code: "no_file" } });
    expect(outcome).not.toHaveProperty("error.next");
    expect(events).toContainEqual(expect.objectContaining({ type: "fault", source: "next-call" }));
  }
});

verifies("error:redacted", "an unexpected exception leaves no trace of itself in the outcome", async () => {
  const secret = "postgres://admin:hunter2@db";
  const { kernel, events } = sampleKernel([
    defineTool({
      name: "fail",
      description: "Fails.",
      input: z.strictObject({}),
      effects: reads,
      handle(): string {
        throw Object.assign(new Error(`cannot connect to ${secret}`), { code: secret, cause: secret });
      },
    }),
  ]);
  const outcome = await kernel.call("fail", {});
  expect(JSON.stringify(outcome)).not.toContain("hunter2");
  expect(outcome).toMatchObject({ status: "crashed", error: { code: "crashed", retryable: false } });
  const fault = events.find((event) => event.type === "fault");
  expect(fault).toMatchObject({ callId: outcome.callId, error: { message: `cannot connect to ${secret}` } });
});

test("an asynchronous schema is awaited", async () => {
  const slow = defineTool({
    name: "slow",
    description: "Validates slowly.",
    input: z.strictObject({
      path: z
        .string()
        .refine(async (path) => path !== "bad")
        .describe("Path"),
    }),
    effects: reads,
    handle: ({ path }) => path,
  });
  const { kernel } = sampleKernel([slow]);
  expect((await kernel.call("slow", { path: "good" })).status).toBe("ok");
  expect((await kernel.call("slow", { path: "bad" })).status).toBe("invalid_input");
});
