import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { cliRun } from "../../test/cli-run.ts";
import { sampleTool, writes } from "../../test/sample.ts";
import { createKernel } from "../call/kernel.ts";
import { createReadOutputTool, openSpillStore } from "../spill/index.ts";

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

test("where the detail of a crash was told the message points to it, elsewhere to the log", async () => {
  const crash = sampleTool(() => {
    throw new TypeError("detail");
  });
  const breaks = sampleTool(() => 1, { name: "breaks", output: z.number().min(5) });
  const open = () => createKernel({ tools: [crash, breaks], onEvent: () => {} });
  const told = () => ({ kernel: open(), tellsFaults: true });
  expect((await cliRun(told, ["call", "sample"])).stderr).toMatch(
    /^sample failed unexpectedly; the detail is above \(c_\S+\)\.\n$/,
  );
  expect((await cliRun(told, ["call", "breaks"])).stderr).toMatch(/contract; the detail is above \(c_\S+\)\.\n$/);
  expect((await cliRun(open(), ["call", "sample"])).stderr).toContain("server's log");
});

test("--full is offered where the kernel can be opened for it, and only for calls that change nothing", async () => {
  const long = () => "line\n".repeat(2_000);
  const directory = mkdtempSync(join(tmpdir(), "call-command-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const store = openSpillStore({ directory });
  const kernel = (budgetTokens: number) =>
    createKernel({
      tools: [sampleTool(long), sampleTool(long, { name: "erase", effects: writes }), createReadOutputTool(store)],
      output: { store, budgetTokens, readWith: "read_output" },
    });
  const open = ({ full }: { readonly full: boolean }) => ({ kernel: kernel(full ? Number.MAX_SAFE_INTEGER : 500) });
  const cut = await cliRun(open, ["call", "sample"]);
  expect(cut.stderr).toContain("All at once: demo call sample '{}' --full\n");
  expect(await cliRun(open, ["call", "sample", "--full"])).toEqual({ code: 0, stdout: long(), stderr: "" });
  expect((await cliRun(open, ["call", "erase", "--yes"])).stderr).not.toContain("All at once");
  const opened = await cliRun(kernel(500), ["call", "sample", "--full"]);
  expect(opened).toMatchObject({ code: 2, stderr: expect.stringContaining("Unknown flag --full.") });
});

test("an interrupt at the question, while reading stdin or opening the kernel ends with 130", async () => {
  const signals = new EventEmitter();
  const onStderr = (text: string): void => {
    if (text.includes("[y/N]")) setImmediate(() => signals.emit("SIGINT"));
  };
  const asked = await run(["call", "erase"], { terminals: ["stdin", "stderr"], signals, onStderr });
  expect(asked).toMatchObject({ code: 130, stdout: "" });
  expect(asked.stderr).toMatch(/\nCancelled; erase was not run\.\n$/);
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
