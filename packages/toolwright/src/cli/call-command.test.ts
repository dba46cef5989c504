import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { cliRun } from "../../test/cli-run.ts";
import { sampleTool, writes } from "../../test/sample.ts";
import { createKernel } from "../call/kernel.ts";

const erase = sampleTool(({ text }) => `erased ${text}`, { name: "erase", effects: writes });
const greet = sampleTool(() => "Hello", { name: "greet" });
const paint = sampleTool(() => "\u001b[31mred\u001b[0m", { name: "paint" });
const step = sampleTool(
  (_input, _services, call) => {
    call.progress({ done: 1, total: 2, message: "Half way" });
    return "arrived";
  },
  { name: "step" },
);

const run = (argv: readonly string[], options = {}) =>
  cliRun(createKernel({ tools: [erase, greet, paint, step] }), argv, options);

test("an approval is asked for on a terminal", async () => {
  const atTerminal = { terminals: ["stdin", "stderr"], stdin: "y\n" } as const;
  const { code, stdout, stderr } = await run(["call", "erase", '{"text":"a"}'], atTerminal);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "erased a\n" });
  expect(stderr).toBe('erase (Erase) asks for your approval: it can destroy data.\n  {"text":"a"}\nRun it? [y/N] ');
});

test.each(["n\n", "\n", "yess\n", ""])("the answer %j is a no", async (stdin) => {
  const { code, stdout, stderr } = await run(["call", "erase"], { terminals: ["stdin", "stderr"], stdin });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("Not approved; erase was not run.\n");
});

test("without a terminal the message names --yes, which approves", async () => {
  const { code, stderr } = await run(["call", "erase", '{"text":"a"}']);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `erase needs a person's approval: it can destroy data.\nTo approve it: demo call erase '{"text":"a"}' --yes\n`,
  );
  expect(await run(["call", "erase", '{"text":"a"}', "--yes"])).toMatchObject({ code: 0, stdout: "erased a\n" });
});

test("escape sequences are visible on a terminal and raw in a pipe", async () => {
  expect((await run(["call", "paint"])).stdout).toBe("\u001b[31mred\u001b[0m\n");
  const { stdout } = await run(["call", "paint"], { terminals: ["stdout"] });
  expect(stdout).toBe(String.raw`\u001b[31mred\u001b[0m` + "\n");
});

test("progress is one line on a terminal that is erased in the end", async () => {
  expect((await run(["call", "step"])).stderr).toBe("");
  expect((await run(["call", "step"], { terminals: ["stderr"], env: { TERM: "dumb" } })).stderr).toBe("");
  const { stderr } = await run(["call", "step"], { terminals: ["stderr"] });
  expect(stderr).toBe("\r\u001b[K[##########----------]  50%  Half way\r\u001b[K");
});

test("an interrupt cancels the call", async () => {
  const signals = new EventEmitter();
  const wait = sampleTool(async (_input, _services, call) => {
    const aborted = new Promise((resolve) => {
      call.signal.addEventListener("abort", resolve);
    });
    signals.emit("SIGTERM");
    await aborted;
    return "late";
  });
  const kernel = createKernel({ tools: [wait], onEvent: () => {} });
  expect(await cliRun(kernel, ["call", "sample"], { signals })).toEqual({
    code: 130,
    stdout: "",
    stderr: "sample was cancelled.\n",
  });
});

test("an interrupt at the question, while reading stdin or opening the kernel ends with 130", async () => {
  const atTerminal = { terminals: ["stdin", "stderr"], signals: interruptSoon() } as const;
  expect((await run(["call", "erase"], atTerminal)).code).toBe(130);
  expect((await run(["call", "greet", "-"], { signals: interruptSoon() })).code).toBe(130);
  const never = () => new Promise<never>(() => {});
  expect((await cliRun(never, ["call", "greet"], { signals: interruptSoon() })).code).toBe(130);
  expect((await cliRun(never, ["tools"], { signals: interruptSoon() })).code).toBe(130);
});

/** Sends Ctrl-C once everything that is ready has run. */
function interruptSoon(): EventEmitter {
  const signals = new EventEmitter();
  setTimeout(() => signals.emit("SIGINT"), 50);
  return signals;
}
