import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { reads, writes } from "../../../test/sample.ts";
import { deferred } from "../../tool/deferred.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { conformanceChecks } from "./checks.ts";
import { runConformance, formatReport } from "./run-conformance.ts";

const countWords = defineTool({
  name: "count_words",
  description: "Counts the words of a text.",
  input: z.strictObject({
    text: z.string().describe("The text"),
    unit: z.enum(["words", "letters"]).default("words").describe("What to count"),
    most: z.int().nullable().optional().describe("Where to stop"),
    skip: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe("Words to leave out"),
  }),
  output: z.strictObject({ count: z.int().describe("How many") }),
  effects: reads,
  examples: [
    { title: "three words", input: { text: "one two three" } },
    { title: "letters", input: { text: "one", unit: "letters" } },
  ],
  handle: ({ text, unit }) => ({ count: unit === "words" ? text.split(" ").length : text.length }),
  format: ({ count }) => `${count}`,
});

const slowSteps = defineTool({
  name: "slow_steps",
  description: "Works in steps and tells how far it is.",
  input: z.strictObject({ steps: z.int().optional().describe("How many") }),
  effects: writes,
  needs: ["patience"],
  deadlineMs: 30_000,
  stallMs: 5_000,
  async handle({ steps = 3 }, services: { readonly name: string }, call) {
    const stop = call.heartbeat("waiting");
    // Left behind on purpose: the signal dies with its call, and its listeners with it.
    call.signal.addEventListener("abort", () => {});
    for (let step = 1; step <= steps; step += 1) {
      await pause(2, undefined, { signal: call.signal });
      call.progress({ done: step, total: steps });
    }
    stop();
    return `${steps} steps for ${services.name}`;
  },
});

const askNode = defineTool({
  name: "ask_shell",
  description: "Runs a process.",
  input: z.strictObject({}),
  effects: reads,
  async handle(_input, _services, call) {
    const background = call.spawn("sleep", ["60"]);
    const { stdout } = await call.exec("echo", ["hello"]);
    return { stdout: stdout.text.trim(), background: background.pid > 0 };
  },
});

const readSource = defineTool({
  name: "read_source",
  description: "Reads a file.",
  input: z.strictObject({}),
  effects: reads,
  handle: (_input, _services, call) =>
    readFile(new URL("steer.ts", import.meta.url), { encoding: "utf8", signal: call.signal }),
});

const waitForSignal = defineTool({
  name: "wait_for_signal",
  description: "Waits for its cancel when asked to.",
  input: z.strictObject({ wait: z.boolean().describe("Whether to wait") }),
  effects: reads,
  async handle({ wait }, _services, call) {
    if (wait) await once(call.signal, "abort");
    return "done";
  },
});

// Opened by the first call and kept for all others: what a connection of a service looks like from outside.
let connection: { readonly requests: EventEmitter; readonly keepAlive: NodeJS.Timeout } | undefined;
afterAll(() => clearInterval(connection?.keepAlive));

const useConnection = defineTool({
  name: "use_connection",
  description: "Works over a connection that calls share.",
  input: z.strictObject({}),
  effects: reads,
  async handle(_input, _services, call) {
    connection ??= { requests: new EventEmitter(), keepAlive: setInterval(answerAll, 2) };
    const answered = deferred();
    // The answer comes in the context of the call that opened the connection, and is for this call.
    connection.requests.once("answer", () => {
      call.progress({ message: "answered" });
      answered.resolve();
    });
    connection.requests.setMaxListeners(0);
    await answered.promise;
    call.signal.throwIfAborted();
    return "answered";
  },
});

function answerAll(): void {
  connection?.requests.emit("answer");
}

const cases = [
  [countWords, {}],
  [slowSteps, { services: () => ({ name: "you" }) }],
  [askNode, {}],
  [readSource, {}],
  [useConnection, {}],
  [waitForSignal, { example: { wait: false } }],
] as const;

for (const [tool, options] of cases) {
  describe(tool.name, () => {
    for (const check of conformanceChecks(tool, options)) test(check.title, check.run, check.timeoutMs);
  });
}

test("reports of several tools may be asked for at once", async () => {
  const reports = await Promise.all([
    runConformance(countWords),
    runConformance(slowSteps, { services: () => ({ name: "you" }) }),
  ]);
  expect(reports.map((report) => [report.tool, report.failed])).toEqual([
    ["count_words", 0],
    ["slow_steps", 0],
  ]);
});

test("a report has a line for each check and the count in the end", async () => {
  expect(formatReport(await runConformance(countWords))).toMatchInlineSnapshot(`
    "count_words
      ✓ example:ok              every example ends ok, with a valid value and some text
      – example:fails           every failing example ends in the error it names (not applicable: none of its examples has \`fails\`)
      ✓ cancel:before           a call that was cancelled before it started never reaches the handler
      ✓ cancel:during           a cancel releases the caller at once, and the handler stops its work
      ✓ cancel:after            a cancel after the end changes nothing
      ✓ cancel:twice            a second cancel changes nothing
      ✓ cancel:race             a result that is ready when the cancel comes is delivered, once
      ✓ time:deadline           a call that takes too long is timed out at its deadline
      – time:stall              a call without a sign of work is ended by its stall budget (not applicable: its stall budget is not shorter than its deadline)
      ✓ loop:blocked            the handler lets the event loop go on while it works
      ✓ input:missing-field     an input without a required field is refused by the field's name
      ✓ input:wrong-type        a field of a wrong type is refused by the field's name
      ✓ input:unknown-argument  an unknown argument is refused by its name
      ✓ input:not-an-object     an input that is no object is refused
      ✓ output:invalid          a value that breaks the output schema is never delivered
      ✓ output:oversize         an answer over its budget is stored whole and can be read back byte for byte
      ✓ throw:error             an unexpected error crashes the call and stays out of its outcome
      ✓ throw:non-error         throwing something that is no error crashes the call too
      ✓ throw:tool-error        a ToolError reaches the caller with its code and message
      – error:next-call         errors name only next calls that can be made (not applicable: none of its examples has \`fails\`, so no error can be seen)
      ✓ concurrent:hundred      many calls at once all end ok, each with its own id
      ✓ concurrent:isolation    cancelling one call does not touch another
      – concurrent:progress     progress of one call never appears in another (not applicable: its example reports no progress)
      ✓ leak:processes          no child process outlives its call
      ✓ leak:handles            no timer, socket, server or other handle outlives its call
      ✓ leak:listeners          no listener stays on the caller's signal
      ✓ leak:timers             no timer of the call stays in the kernel's clock
      ✓ leak:strays             no error slips out of the handler, during the call or after it
    24 passed, 0 failed, 4 not applicable"
  `);
});

test("a tool without an example gets one check, which says what to add", async () => {
  const [check, ...others] = conformanceChecks({ ...countWords, examples: [] });
  expect(others).toEqual([]);
  await expect(check?.run()).rejects.toThrow(
    "Seen: count_words requires `text` and has no examples.\nExpected: at least one valid input that ends ok.\nChange: add `examples: [{ title, input }]` to the definition, or pass `example` in the options.",
  );
});

test("a check asks test runners for more time than it takes, slow examples included", () => {
  const exampleMs = 60_000;
  for (const check of conformanceChecks(countWords)) expect(check.timeoutMs).toBeGreaterThan(12 * 30_000);
  for (const check of conformanceChecks(countWords, { exampleMs }))
    expect(check.timeoutMs).toBeGreaterThan(12 * exampleMs);
});

test("a check that does not apply asks the test runner to skip it, with the reason", async () => {
  const reasons: string[] = [];
  const stall = conformanceChecks(countWords).find((check) => check.id === "time:stall");
  await stall?.run({ skip: (reason) => reasons.push(reason) });
  expect(reasons).toEqual(["not applicable: its stall budget is not shorter than its deadline"]);
});

test("an example that cannot reach the handler is told as such, not as a fault of the checks", async () => {
  const unavailable = { patience: () => ({ available: false, reason: "it is lost" }) as const };
  const { checks } = await runConformance(slowSteps, { capabilities: unavailable });
  const failed = checks.filter((check) => check.verdict === "failed");
  expect(failed[0]?.reason).toMatch(/ended hidden "slow_steps is not available.*it needs patience.*it is lost/);
  expect(failed[1]?.reason).toContain("the call ended before its handler was entered: hidden");
  expect(failed.map((check) => check.reason).join()).not.toContain("The check itself failed");
});
