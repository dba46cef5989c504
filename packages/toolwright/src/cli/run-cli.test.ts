import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import * as z from "zod";
import { cliRun } from "../../test/cli-run.ts";
import { reads, sampleTool, writes } from "../../test/sample.ts";
import { createKernel } from "../call/kernel.ts";
import { defineTool } from "../tool/define-tool.ts";
import { ToolError } from "../tool/tool-error.ts";
import type { Command } from "./command.ts";
import { runCli } from "./run-cli.ts";

const greet = defineTool({
  name: "greet",
  description: "Greets somebody. Politely.",
  input: z.strictObject({
    name: z.string().default("you").describe("Whom"),
    times: z.int().default(1).describe("How often"),
  }),
  effects: reads,
  handle: ({ name, times }) => Array.from({ length: times }, () => `Hello, ${name}`).join("\n"),
});
const erase = sampleTool(({ text }) => `erased ${text}`, { name: "erase", effects: writes });
const fail = sampleTool(
  () => {
    throw new ToolError("gone", "It is gone.", { next: { tool: "greet", input: { name: "it's" } } });
  },
  { name: "fail" },
);
const dream = sampleTool(() => "baa", { name: "dream", needs: ["sheep"] });

function openKernel() {
  const capabilities = { sheep: () => ({ available: false, reason: "no sheep", remedy: "Buy one." }) as const };
  return createKernel({ tools: [greet, erase, fail, dream], capabilities, onEvent: () => {} });
}

const run = (argv: readonly string[], options = {}) => cliRun(openKernel(), argv, options);

test("tools lists name, tier and first sentence, and why a tool is hidden", async () => {
  expect((await run(["tools"])).stdout).toMatchInlineSnapshot(`
    "erase  confirm  A sample.
    fail   observe  A sample.
    greet  observe  Greets somebody.
    dream  hidden   No sheep. Buy one.
    "
  `);
});

test("a help page is made only when it is shown", async () => {
  let isMade = false;
  const command: Command = {
    name: "wait",
    usage: "",
    summary: "Wait",
    get details() {
      isMade = true;
      return "For what comes.";
    },
    flags: {},
    takes: [0, 0],
    run: () => Promise.resolve(0),
  };
  expect((await run(["wait"], { commands: [command] })).code).toBe(0);
  expect(isMade).toBe(false);
  expect((await run(["wait", "--help"], { commands: [command] })).stdout).toContain("For what comes.");
});

test("a listed line fits the terminal", async () => {
  const { stdout } = await run(["tools"], { terminals: ["stdout"], columns: 24 });
  expect(stdout.split("\n")[2]).toBe("greet  observe  Greets…");
});

test("tools --json gives schemas, effects and tier", async () => {
  const tools: unknown = JSON.parse((await run(["tools", "--json"])).stdout);
  expect(tools).toHaveLength(4);
  expect(tools).toContainEqual(
    expect.objectContaining({ name: "greet", tier: "observe", effects: reads, inputSchema: greet.inputJsonSchema }),
  );
  expect(tools).toContainEqual(
    expect.objectContaining({ name: "dream", hidden: { reason: "no sheep", remedy: "Buy one." } }),
  );
});

test("tools NAME --json gives that tool alone", async () => {
  expect(JSON.parse((await run(["tools", "greet", "--json"])).stdout)).toMatchObject({ name: "greet" });
});

test("call prints the answer on stdout and nothing else", async () => {
  expect(await run(["call", "greet"])).toEqual({ code: 0, stdout: "Hello, you\n", stderr: "" });
});

test("call reads stdin for -", async () => {
  const { stdout } = await run(["call", "greet", "-"], { stdin: '\ufeff{"name":"Ann"}\n' });
  expect(stdout).toBe("Hello, Ann\n");
});

test.each(["", " \n"])("stdin that is %j is told to be empty", async (stdin) => {
  const { code, stderr } = await run(["call", "greet", "-"], { stdin });
  expect({ code, stderr }).toEqual({ code: 2, stderr: "stdin was empty; give JSON such as {}\n" });
});

test("the host may say why a tool is not there", async () => {
  const open = () => ({ kernel: openKernel(), explainMissing: (name: string) => `${name} is at lunch.` });
  for (const command of ["call", "tools"]) {
    const { code, stderr } = await cliRun(open, [command, "gret"]);
    expect(code).toBe(2);
    expect(stderr).toContain("\ngret is at lunch.\nSee: demo tools\n");
  }
});

test("the duration in JSON has three decimals at most", async () => {
  const printed: unknown = JSON.parse((await run(["call", "greet", "--json"])).stdout);
  expect(String(Object(printed).durationMs)).toMatch(/^\d+(\.\d{1,3})?$/);
});

test("notes go to stderr", async () => {
  const { code, stdout, stderr } = await run(["call", "greet", '{"times":"2"}']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Hello, you\nHello, you\n" });
  expect(stderr).toBe('Note: `times` was given as "2" (string) and read as 2.\n');
});

test("a tool error names the next call as a command line", async () => {
  expect(await run(["call", "fail"])).toEqual({
    code: 1,
    stdout: "",
    stderr: `It is gone.\nNext: demo call greet '{"name":"it'\\''s"}'\n`,
  });
});

test("flags of the host are repeated in the next command and handed to its factory", async () => {
  const asked: unknown[] = [];
  const flags = { project: { type: "string", value: "DIR", summary: "Where" } } as const;
  const { stderr } = await cliRun(
    ({ values }) => {
      asked.push(values["project"]);
      return { kernel: openKernel() };
    },
    ["call", "fail", "--project", "my dir"],
    { flags },
  );
  expect(asked).toEqual(["my dir"]);
  expect(stderr).toContain(`--project 'my dir'\n`);
});

test("what the factory opened is closed after the kernel", async () => {
  const closed: string[] = [];
  const kernel = openKernel();
  const close = async (): Promise<void> => {
    closed.push((await kernel.call("greet", {})).status);
  };
  await cliRun(() => ({ kernel, close }), ["call", "greet"]);
  expect(closed).toEqual(["cancelled"]);
});

test("--json prints every outcome as one line on stdout", async () => {
  for (const [name, status, code] of [
    ["greet", "ok", 0],
    ["fail", "tool_error", 1],
    ["dream", "hidden", 1],
    ["erase", "needs_approval", 1],
    ["gone", "unknown_tool", 2],
  ] as const) {
    const result = await run(["call", name, "--json"]);
    expect(result.code).toBe(code);
    expect(result.stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ status, tool: name });
    expect(result.stderr).toBe("");
  }
});

test.each([
  [["call", "greet", '{"nam":"x"}'], 'Unknown argument "nam". Did you mean "name"?'],
  [["call", "gret"], 'There is no tool "gret". Did you mean "greet"?'],
  [["call", "greet", "{name: 1}"], "The input is not JSON at column 2: expected a name in double quotes"],
  [["call", "greet", "{}", "more"], "Put the JSON in single quotes"],
  [["call"], "call needs an argument. Usage: demo call NAME ['{json}' | -]"],
  [["cll", "greet"], 'There is no command "cll". Did you mean demo call? Commands: tools, call.'],
  [["greet"], "To call a tool: demo call greet."],
  [["tools", "--yes"], "tools takes no --yes. Flags: --json, --help, --version.\n"],
  [["call", "--yess"], "Unknown flag --yess. Did you mean --yes? Flags: --json, --yes, --help, --version.\n"],
  [["tools", "gret"], 'There is no tool "gret". Did you mean "greet"?\nSee: demo tools'],
  [["--jsn"], "Did you mean --json?"],
])("%j is a usage error", async (argv, message) => {
  const { code, stdout, stderr } = await run(argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});

test("help and version", async () => {
  expect((await run(["--help"])).stdout).toMatchInlineSnapshot(`
    "demo 1.2.3

    Usage: demo COMMAND [FLAGS]

      tools [NAME]              List the tools, or show one in full
      call NAME ['{json}' | -]  Call a tool; - reads the input from stdin

      --help, -h  Show this
      --version   Show the version

    More on one command: demo COMMAND --help
    Exit codes: 0 answered, 1 the tool failed, 2 wrong usage or input, 130 interrupted.
    "
  `);
  expect((await run(["call", "-h"])).stdout).toContain("Usage: demo call NAME");
  expect((await run(["--version"])).stdout).toBe("1.2.3\n");
  expect((await run([])).code).toBe(2);
});

test("help fits a narrow terminal", async () => {
  const narrow = { terminals: ["stdout"], columns: 40 } as const;
  expect((await run(["--help"], narrow)).stdout).toMatchInlineSnapshot(`
    "demo 1.2.3

    Usage: demo COMMAND [FLAGS]

      tools [NAME]
          List the tools, or show one in
          full
      call NAME ['{json}' | -]
          Call a tool; - reads the input
          from stdin

      --help, -h  Show this
      --version   Show the version

    More on one command: demo COMMAND --help
    Exit codes: 0 answered, 1 the tool
    failed, 2 wrong usage or input, 130
    interrupted.
    "
  `);
  expect((await run(["call", "-h"], narrow)).stdout.split("\n").filter((line) => line.length > 40)).toEqual([]);
});

test("a reader that has gone is no failure, a full disk is", async () => {
  const streams = (code: string) => ({
    stdin: new PassThrough(),
    stdout: new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) }),
    stderr: new Writable({ write: (_chunk, _encoding, done) => done() }),
  });
  const base = { program: "demo", version: "1", argv: ["call", "greet"], signals: new EventEmitter() };
  expect(await runCli({ ...base, kernel: openKernel(), streams: streams("EPIPE") })).toBe(0);
  expect(await runCli({ ...base, kernel: openKernel(), streams: streams("ENOSPC") })).toBe(1);
});

test("a value that JSON cannot hold is left out with a note", async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const kernel = createKernel({ tools: [sampleTool(() => cycle, { format: () => "round" })], onEvent: () => {} });
  const { stdout } = await cliRun(kernel, ["call", "sample", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ status: "ok", text: "round" });
});
