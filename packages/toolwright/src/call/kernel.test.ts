import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { deferred, reads, sampleKernel, sampleTool, settled, writes } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import { containHandlers } from "../process/index.ts";
import { defineTool } from "../tool/define-tool.ts";
import { ToolError } from "../tool/tool-error.ts";
import { createKernel, type AnyKernel } from "./kernel.ts";
import { renderOutcome, type Outcome } from "./outcome.ts";

const forever = () => new Promise<never>(() => {});

verifies("call:outcome-union", "each of the thirteen outcomes has its cause", async () => {
  const numbers = z.strictObject({ number: z.number() });
  const { kernel, clock } = sampleKernel(
    [
      sampleTool(() => "fine", { name: "ok" }),
      sampleTool(() => Promise.reject(new ToolError("no_file", 'There is no file "a".')), { name: "tool_error" }),
      sampleTool(() => Reflect.get({ number: "one" }, "self"), { name: "invalid_output", output: numbers }),
      sampleTool(() => "unseen", { name: "hidden", needs: ["gpu"] }),
      sampleTool(() => "unrun", { name: "denied" }),
      sampleTool(() => "unrun", { name: "needs_approval", effects: writes }),
      sampleTool((_input, _services, call) => call.ask({ roots: { kind: "roots" } }), { name: "needs_input" }),
      sampleTool(forever, { name: "cancelled" }),
      sampleTool(forever, { name: "timed_out", deadlineMs: 100 }),
      sampleTool(forever, { name: "stalled", stallMs: 100 }),
      sampleTool(() => Promise.reject(new Error("broken")), { name: "crashed" }),
      sampleTool(() => "unrun", { name: "invalid_input" }),
    ],
    {
      access: { tools: { denied: "deny" } },
      capabilities: { gpu: () => ({ available: false, reason: "there is none" }) },
    },
  );
  const names = [...kernel.toolNames, "unknown_tool"];
  const calls = names.map((name) =>
    kernel.call(name, name === "invalid_input" ? 7 : {}, name === "cancelled" ? { signal: abortSoon() } : {}),
  );
  await clock.advance(100);
  const outcomes = await Promise.all(calls);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(names);
  expect(names).toHaveLength(13);
  expect(clock.pendingTimers()).toBe(0);
  expect(outcomes.map(renderOutcome).map((text) => text.replaceAll(/c_[\w-]+/g, "c_…"))).toMatchInlineSnapshot(`
    [
      "cancelled was cancelled.",
      "crashed failed unexpectedly. The detail is in the server's log under c_….",
      "denied is denied: this server's rules do not allow it.",
      "hidden is not available (it needs gpu): there is none.",
      "invalid_input was not run, its input is not valid. The input must be an object, got 7 (number).",
      "invalid_output returned something that breaks its own contract. This is a bug of the tool; its log has the detail under c_….",
      "needs_approval needs a person's approval: it can destroy data.",
      "needs_input needs answers before it can go on: roots.",
      "fine",
      "stalled showed no sign of work for 100 ms and was ended.",
      "timed_out did not finish within 100 ms and was ended. Ask for less at once.",
      "There is no file "a".",
      "There is no tool "unknown_tool". Tools: cancelled, crashed, denied, invalid_input, invalid_output, needs_approval, needs_input, ok, stalled, timed_out, tool_error.",
    ]
  `);
});

verifies("call:throw-contained", "whatever a handler throws becomes an outcome", async () => {
  for (const thrown of [new Error("x"), "text", undefined, null, 7, { a: 1 }, Symbol("s"), Object.create(null)]) {
    const { kernel } = sampleKernel([
      sampleTool(() => {
        throw thrown;
      }),
      sampleTool(() => Promise.reject(thrown), { name: "later" }),
    ]);
    expect(await kernel.call("sample", {})).toMatchObject({ status: "crashed" });
    expect(await kernel.call("later", {})).toMatchObject({ status: "crashed" });
  }
});

verifies(
  "call:throw-contained",
  "so does a thenable that misbehaves, a format that throws and a value without JSON",
  async () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const { kernel } = sampleKernel([
      sampleTool(
        () =>
          // oxlint-disable-next-line unicorn/no-thenable -- the point of the test
          Object.defineProperty({}, "then", {
            get: () => {
              throw new Error("then");
            },
          }),
        { name: "thenable" },
      ),
      sampleTool(() => "fine", {
        name: "format",
        format: () => {
          throw new Error("format");
        },
      }),
      sampleTool(() => circular, { name: "circular" }),
      sampleTool(() => 10n, { name: "bigint" }),
    ]);
    for (const name of kernel.toolNames) expect((await kernel.call(name, {})).status).toBe("crashed");
  },
);

verifies(
  "call:stray-contained",
  "a stray rejection or a throwing timer ends the call it came from, and only that",
  async () => {
    const containment = containHandlers();
    try {
      const { kernel, events } = sampleKernel(
        [
          sampleTool(
            () => {
              void Promise.reject(new Error("stray secret"));
              return forever();
            },
            { name: "rejects" },
          ),
          sampleTool(
            () => {
              setTimeout(() => {
                throw new Error("timer secret");
              }, 1);
              return forever();
            },
            { name: "throws" },
          ),
          sampleTool(
            async () => {
              await settled();
              await settled();
              return "unharmed";
            },
            { name: "bystander" },
          ),
        ],
        { containment },
      );
      const outcomes = await Promise.all([
        kernel.call("rejects", {}),
        kernel.call("throws", {}),
        kernel.call("bystander", {}),
      ]);
      expect(outcomes.map((outcome) => outcome.status)).toEqual(["crashed", "crashed", "ok"]);
      expect(JSON.stringify(outcomes)).not.toContain("secret");
      expect(events.filter((event) => event.type === "fault").map((event) => [event.tool, event.source])).toEqual([
        ["rejects", "stray"],
        ["throws", "stray"],
      ]);
    } finally {
      containment.close();
    }
  },
);

verifies("call:exit-contained", "a handler that calls process.exit crashes its call and nothing else", async () => {
  const containment = containHandlers();
  try {
    const { kernel } = sampleKernel(
      [
        sampleTool(() => process.exit(3)),
        sampleTool(() => new Promise(() => setImmediate(() => process.exit(4))), { name: "later" }),
      ],
      { containment },
    );
    expect((await kernel.call("sample", {})).status).toBe("crashed");
    expect((await kernel.call("later", {})).status).toBe("crashed");
  } finally {
    containment.close();
  }
});

verifies("call:output-validated", "a value that breaks the output schema is not shown", async () => {
  const { kernel, events } = sampleKernel([
    defineTool({
      name: "sample",
      description: "A sample.",
      input: z.strictObject({}),
      output: z.strictObject({ count: z.number() }),
      effects: reads,
      handle: () => JSON.parse('{"count":"a secret"}'),
    }),
  ]);
  const outcome = await kernel.call("sample", {});
  expect(outcome.status).toBe("invalid_output");
  expect(JSON.stringify(outcome)).not.toContain("secret");
  expect(events).toContainEqual(expect.objectContaining({ type: "fault", source: "output" }));
});

verifies("call:isolated", "a hundred concurrent calls keep their inputs, progress and ids apart", async () => {
  const { kernel } = sampleKernel([
    sampleTool(async (input, _services, call) => {
      call.progress({ message: input.text ?? "" });
      await settled();
      return `${input.text} ${call.id}`;
    }),
  ]);
  const seen: string[][] = [];
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const mine: string[] = [];
      seen.push(mine);
      return kernel.call(
        "sample",
        { text: `t${index}` },
        { onProgress: (report) => void mine.push(report.message ?? "") },
      );
    }),
  );
  expect(new Set(outcomes.map((outcome) => outcome.callId)).size).toBe(100);
  for (const [index, outcome] of outcomes.entries()) {
    expect(outcome).toMatchObject({ status: "ok", value: `t${index} ${outcome.callId}` });
    expect(seen[index]).toEqual([`t${index}`]);
  }
});

verifies("call:fresh-context", "services are made for each call and know their caller", async () => {
  const made: string[] = [];
  const kernel = createKernel({
    tools: [
      defineTool({
        name: "whoami",
        description: "Says who asks.",
        input: z.strictObject({}),
        effects: reads,
        handle: (_input, services: { session: string }) => services.session,
      }),
    ],
    services(caller) {
      made.push(caller.session);
      return { session: caller.session };
    },
  });
  const first = await kernel.call("whoami", {}, { caller: { host: "test", session: "one", principal: "tester" } });
  const second = await kernel.call("whoami", {}, { caller: { host: "test", session: "two", principal: "tester" } });
  expect([first, second]).toMatchObject([{ value: "one" }, { value: "two" }]);
  expect(made).toEqual(["one", "two"]);
});

verifies("call:close", "closing cancels what runs, names what never ends and refuses what comes", async () => {
  const stops = deferred();
  const { kernel, clock } = sampleKernel([
    sampleTool(
      (_input, _services, call) =>
        new Promise((_, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason))),
      { name: "polite" },
    ),
    sampleTool(() => stops.promise, { name: "deaf" }),
  ]);
  const calls = [kernel.call("polite", {}), kernel.call("deaf", {})];
  await settled();
  const closing = kernel.close(500);
  expect((await Promise.all(calls)).map((outcome) => outcome.status)).toEqual(["cancelled", "cancelled"]);
  await clock.advance(500);
  expect(await closing).toEqual({ unfinished: ["deaf"] });
  expect(await kernel.call("polite", {})).toMatchObject({
    status: "cancelled",
    error: { message: "polite was not started: the server is shutting down." },
  });
  stops.resolve();
});

test("a name that is no string is an unknown tool, and nothing ever rejects", async () => {
  const { kernel } = sampleKernel([sampleTool(() => "fine")]);
  for (const name of [undefined, null, 7, {}, []]) {
    const outcome: unknown = await Reflect.apply(kernel.call, undefined, [name, {}]);
    expect(outcome).toMatchObject({ status: "unknown_tool" });
  }
  const aborted = await kernel.call("nowhere", {}, { signal: AbortSignal.abort() });
  expect(aborted.status).toBe("cancelled");
});

test("what is no tool is refused with the way to make one", () => {
  expect(() => Reflect.apply(createKernel, undefined, [{ tools: [{ name: "x" }] }])).toThrow(
    '{"name":"x"} (object) is no tool; make one with defineTool',
  );
});

test("names are typed, and so are the input and the value of a call by name", async () => {
  const kernel = createKernel({
    tools: [
      defineTool({
        name: "double",
        description: "Doubles.",
        input: z.strictObject({ number: z.number().describe("What") }),
        effects: reads,
        handle: ({ number }) => number * 2,
      }),
    ],
  });
  expectTypeOf(kernel.toolNames).toEqualTypeOf<readonly "double"[]>();
  const outcome = await kernel.call("double", { number: 4 });
  expectTypeOf(outcome).toEqualTypeOf<Outcome<number>>();
  expect(outcome).toMatchObject({ status: "ok", value: 8, text: "8" });
  expectTypeOf(kernel.call).parameter(0).toEqualTypeOf<"double">();
  expectTypeOf(kernel.call<"double">)
    .parameter(1)
    .toEqualTypeOf<{ number: number }>();
  // A host holds any kernel as a plain one and gets its names from outside.
  const plain: AnyKernel = kernel;
  const fromOutside: { readonly name: string; readonly input: unknown } = { name: "double", input: { number: 2 } };
  expect(await plain.call(fromOutside.name, fromOutside.input)).toMatchObject({ value: 4 });
});

test("the list is sorted by name and the registry is checked as a whole", async () => {
  const { kernel } = sampleKernel([sampleTool(() => 1, { name: "b" }), sampleTool(() => 1, { name: "a" })]);
  expect((await kernel.list()).visible.map((tool) => tool.name)).toEqual(["a", "b"]);
  const broken = () =>
    sampleKernel([sampleTool(() => 1), sampleTool(() => 2), sampleTool(() => 3, { name: "needy", needs: ["lps"] })], {
      capabilities: { lsp: () => ({ available: true }) },
      output: { readWith: "read_output", budgetTokens: 3 },
    });
  expect(broken).toThrowErrorMatchingInlineSnapshot(`
    [ToolDefinitionError: The registry is not well defined:
      - two tools are named "sample"
      - needy needs "lps", which nothing provides. Did you mean "lsp"?
      - output.readWith names "read_output", which is no tool
      - output.budgetTokens 3 must be a whole number of at least 128]
  `);
});

test("a listener that throws on events harms nobody", async () => {
  const { kernel } = sampleKernel([sampleTool(() => "fine")], {
    onEvent() {
      throw new Error("log");
    },
  });
  expect((await kernel.call("sample", {})).status).toBe("ok");
});

function abortSoon(): AbortSignal {
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  return controller.signal;
}
