import { z } from "zod";
import { askForm, readForm } from "../../src/tool/question.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { ToolError } from "../../src/tool/tool-error.ts";
import { reads, writes } from "../sample.ts";

/** Tells the test what happens inside the server; see `fixture-process.ts` for the other end. */
export function report(name: string, detail: Readonly<Record<string, unknown>> = {}): void {
  process.stderr.write(`@${JSON.stringify({ name, ...detail })}\n`);
}

const nothing = z.strictObject({});

export const echo = defineTool({
  name: "echo",
  description: "Gives back what it gets.",
  input: z.strictObject({
    text: z.string().describe("Any text"),
    times: z.number().int().optional().describe("How often"),
  }),
  effects: reads,
  handle: ({ text, times = 1 }) => text.repeat(times),
});

export const fail = defineTool({
  name: "fail",
  description: "Always fails, in words.",
  input: nothing,
  effects: reads,
  handle() {
    throw new ToolError("no_luck", "There is no luck today.", { next: { tool: "echo", input: { text: "tomorrow" } } });
  },
});

export const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  input: z.strictObject({ a: z.number().describe("One"), b: z.number().describe("Another") }),
  output: z.object({ sum: z.number() }),
  effects: reads,
  handle: ({ a, b }) => ({ sum: a + b }),
});

export const listNumbers = defineTool({
  name: "list_numbers",
  description: "Gives a list, which is no object.",
  input: nothing,
  output: z.array(z.number()),
  effects: reads,
  handle: () => [1, 2, 3],
});

const manyRows = Array.from({ length: 400 }, (_, index) => `row ${index} of a long answer`);

/** Its text and its value both break the budget. */
export const longRows = defineTool({
  name: "long_rows",
  description: "Gives more rows than its budget allows.",
  input: nothing,
  output: z.object({ rows: z.array(z.string()) }),
  effects: reads,
  budgetTokens: 500,
  handle: () => ({ rows: manyRows }),
  format: ({ rows }) => rows.join("\n"),
});

/** Only its value breaks the budget. */
export const longValue = defineTool({
  name: "long_value",
  description: "Gives a value that is longer than its text.",
  input: nothing,
  output: z.object({ rows: z.array(z.string()) }),
  effects: reads,
  budgetTokens: 500,
  handle: () => ({ rows: manyRows }),
  format: ({ rows }) => `${rows.length} rows`,
});

export const draw = defineTool({
  name: "draw",
  description: "Gives one attachment of each kind.",
  input: nothing,
  effects: reads,
  handle: () => "drawn",
  attach: () => [
    { kind: "image", mimeType: "image/png", data: "aW1hZ2U=" },
    { kind: "audio", mimeType: "audio/wav", data: "c291bmQ=" },
    { kind: "resource", uri: "doc://drawn", mimeType: "text/plain", body: { text: "whole" } },
    { kind: "link", uri: "doc://one", name: "one" },
  ],
});

export const chatter = defineTool({
  name: "chatter",
  description: "Logs on every level and prints to stdout.",
  input: nothing,
  effects: reads,
  handle(_input, _services, call) {
    console.log("stray line of console.log");
    process.stdout.write("stray bytes of process.stdout.write\n");
    for (const level of ["debug", "info", "warning", "error"] as const) call.log(level, `a line of ${level}`);
    return "said";
  },
});

export const removeFile = defineTool({
  name: "remove_file",
  description: "Pretends to remove a file.",
  input: z.strictObject({ path: z.string().describe("Which file") }),
  effects: writes,
  handle({ path }) {
    report("removed", { path });
    return `removed ${path}`;
  },
});

const pizzaForm = z.object({ size: z.enum(["small", "large"]) });
const sureForm = z.object({ sure: z.boolean() });
const pizzaState = z.object({ size: z.string() });

/** Two rounds of questions: what was answered in the first reaches the last by its own state alone. */
export const orderPizza = defineTool({
  name: "order_pizza",
  description: "Asks for a size, then whether to order.",
  input: z.strictObject({ name: z.string().describe("Who gets it") }),
  effects: reads,
  async handle({ name }, _services, call) {
    const chosen = pizzaState.safeParse(call.state);
    if (!chosen.success) {
      const form = await readForm(call.answers["size"], pizzaForm);
      if (form.status === "declined") return "no size, no pizza";
      if (form.status === "missing") return call.ask({ size: askForm("Which size?", pizzaForm) });
      const { size } = form.value;
      return call.ask({ sure: askForm(`A ${size} one?`, sureForm) }, { size });
    }
    const answer = await readForm(call.answers["sure"], sureForm);
    return answer.status === "accepted" && answer.value.sure
      ? `${chosen.data.size} pizza for ${name}`
      : "nothing ordered";
  },
});

export const runTree = defineTool({
  name: "run_tree",
  description: "Runs a shell with two sleepers.",
  input: z.strictObject({
    deaf: z.boolean().default(false).describe("Ignores its signal"),
    stubborn: z.boolean().default(false).describe("The processes ignore SIGTERM"),
  }),
  effects: reads,
  async handle({ deaf, stubborn }, _services, call) {
    const running = call.exec("sh", ["-c", `${stubborn ? "trap '' TERM; " : ""}sleep 60 & sleep 60 & wait`]);
    // A handler that ignores its signal: neither the abort nor the end of its process ends it.
    if (deaf) await running.catch(() => new Promise(() => {}));
    await running;
    return "done";
  },
});

/** Slow as a language server is slow: it waits, and needs no processor. */
export const waitFor = defineTool({
  name: "wait_for",
  description: "Answers after some time.",
  input: z.strictObject({ ms: z.number().describe("Milliseconds") }),
  effects: reads,
  async handle({ ms }, _services, call) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      call.signal.addEventListener(
        "abort",
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
    return "waited";
  },
});

const held = new Map<string, () => void>();

/** Ends the call of `hold` with this key; whether there was one. */
export function releaseHeld(key: string): boolean {
  held.get(key)?.();
  return held.delete(key);
}

const key = z.string().describe("Names the call that is held");

/** A test decides when a call ends. */
export const hold = defineTool({
  name: "hold",
  description: "Waits until `release` is called with the same key.",
  input: z.strictObject({ key, deaf: z.boolean().default(false).describe("Ignores its signal") }),
  effects: reads,
  async handle({ key, deaf }, _services, call) {
    const released = new Promise<string>((resolve) => {
      held.set(key, () => resolve(`${key} was released`));
    });
    call.signal.addEventListener("abort", () => {
      report("hold-aborted", { key });
      if (!deaf) releaseHeld(key);
    });
    call.progress({ message: "holding", done: 1, total: 2 });
    report("hold-started", { key });
    return await released;
  },
});

export const release = defineTool({
  name: "release",
  description: "Ends the call of `hold` with the same key.",
  input: z.strictObject({ key }),
  effects: reads,
  handle: (input) => (releaseHeld(input.key) ? "released" : "there was none"),
});
