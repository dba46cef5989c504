import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Caller, renderOutcome } from "toolwright";
import { harness } from "toolwright/testing";
import { describe, expect, test } from "vitest";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { openCommandKit, type CommandKitOptions } from "../../../test/support/command-kit.ts";
import { nextSteps } from "../next-steps.ts";
import runCommand from "./index.ts";

const posix = process.platform !== "win32";

function open(files: Readonly<Record<string, string>> = {}, options: CommandKitOptions = {}) {
  const kit = openCommandKit(files, options);
  const tools = harness([runCommand], { services: kit.services, nextSteps, realTime: true });
  const run = async (input: Parameters<typeof tools.call>[1]): Promise<string> => {
    const text = renderOutcome(await tools.call("run_command", input));
    return text.replaceAll(/\d+\.\d s\b/g, "T s").replaceAll(/@cmd_[a-z2-7]{16}/g, "@cmd_H");
  };
  return { ...kit, tools, run, [Symbol.asyncDispose]: () => tools.close() };
}

function handleIn(text: string): string {
  return /@cmd_[a-z2-7]{16}/.exec(text)?.[0] ?? "";
}

function logsBelow(root: string): readonly string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:log|live|tmp)$/.test(name));
}

describe.runIf(posix)("what a model sees", () => {
  test("short outputs as they are, both streams in order", async () => {
    await using kit = open();
    expect(await kit.run({ command: "echo one; echo two" })).toMatchInlineSnapshot(`
      "exit 0 in T s
      one
      two"
    `);
    expect(await kit.run({ command: "true" })).toMatchInlineSnapshot(`"exit 0 in T s, no output"`);
    expect(await kit.run({ command: "echo out; sleep 0.05; echo bad >&2; sleep 0.05; echo done; exit 3" }))
      .toMatchInlineSnapshot(`
      "exit 3 in T s
      out
      2> bad
      done"
    `);
    expect(await kit.run({ command: "echo bad >&2; exit 1" })).toMatchInlineSnapshot(`
      "exit 1 in T s
      stderr:
      bad"
    `);
    expect(await kit.run({ command: "kill -TERM $$" })).toMatchInlineSnapshot(`"ended by SIGTERM in T s, no output"`);
    expect(await kit.run({ command: "-x" })).toMatchInlineSnapshot(`
      "exit 127 in T s
      stderr:
      /bin/bash: line 1: -x: command not found"
    `);
    expect(logsBelow(kit.base)).toEqual([]);
  });

  test("colours, cursors and hidden characters do not reach it", async () => {
    await using kit = open();
    expect(
      await kit.run({
        command: String.raw`printf '\033[31mred\033[0m \033]0;title\007 10%%\r100%%\n\u202eevil\u200b \a\n'`,
      }),
    ).toMatchInlineSnapshot(`
      "exit 0 in T s
      100%
      \\u202eevil\\u200b \\u0007"
    `);
  });

  test("a long output as a summary with a handle", async () => {
    await using kit = open();
    expect(await kit.run({ command: "seq 1 20000" })).toMatchInlineSnapshot(`
      "exit 0 in T s
      1
      2
      3
      4
      5
      6
      … 19984 lines
      19991
      19992
      19993
      19994
      19995
      19996
      19997
      19998
      19999
      20000
      [Whole output (20000 lines, 108894 bytes): read_file or grep with path @cmd_H]"
    `);
  });

  test("a long test run as its counts and failures", async () => {
    await using kit = open({
      "log.txt": `${"noise of the run\n".repeat(2_000)}FAILED a.py::test_a - assert 1 == 2\n1 failed, 9 passed in 0.10s\n`,
    });
    expect(await kit.run({ command: "cat log.txt; exit 1 # pytest" })).toMatchInlineSnapshot(`
      "exit 1 in T s
      pytest: 1 failed, 9 passed
      - FAILED a.py::test_a
          assert 1 == 2
      [Whole output (2002 lines, 34064 bytes): read_file or grep with path @cmd_H]"
    `);
  });

  test("binary output is named and kept", async () => {
    await using kit = open();
    const outcome = await kit.tools.call("run_command", { command: "head -c 3000 /dev/zero" });
    expect(renderOutcome(outcome)).toMatch(/^exit 0 in .*\nBinary output of 3000 bytes, not shown\.\n\[Whole output/);
    const text = renderOutcome(outcome);
    await kit.outputs.withFile(handleIn(text), async (file) => expect(statSync(file).size).toBe(3000));
  });

  test("errors that say what to do", async () => {
    await using kit = open({ "a.txt": "" });
    expect(await kit.run({})).toMatchInlineSnapshot(`
      "There is nothing to run: give \`command\`, or the \`job\` that the action is about.
      Next: run_command {"action":"status"}"
    `);
    expect(await kit.run({ command: "ls", job: "@cmd_x" })).toMatchInlineSnapshot(
      `"\`command\` starts something; \`job\` and \`action\` are about what runs already. Give one or the other."`,
    );
    expect(await kit.run({ command: "ls", cwd: "a.txt" })).toMatchInlineSnapshot(
      `""a.txt" is no directory of the project. Leave \`cwd\` out to run in its root."`,
    );
    expect(await kit.run({ job: "@cmd_x" })).toMatchInlineSnapshot(`
      "No background job "@cmd_x" of this session; finished ones are dropped when there are too many.
      Next: run_command {"action":"status"}"
    `);
    expect(await kit.run({ command: "cat @cmd_aaaaaaaaaaaaaaaa" })).toMatchInlineSnapshot(
      `"No output is stored for "@cmd_H": it has expired, was removed to make room, or never was. Run the command again."`,
    );
  });

  test("a limit that was changed is told", async () => {
    await using kit = open();
    // On a busy machine even this may take longer than that.
    expect(await kit.run({ command: "true", timeout_ms: -5 })).toMatch(/^note: timeout_ms -5 was changed to 100$/m);
    expect(await kit.run({ command: "true", timeout_ms: 1e12 })).toMatch(
      /timeout_ms 1000000000000 was changed to 179\d{4}/,
    );
  });
});

describe.runIf(posix)("outputs", () => {
  test("the log of a long output is private, and a short one leaves none", async () => {
    await using kit = open();
    const text = renderOutcome(await kit.tools.call("run_command", { command: "seq 1 50000" }));
    await kit.outputs.withFile(handleIn(text), async (file) => {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
      expect(readFileSync(file, "utf8").split("\n").length).toBe(50_001);
    });
    expect(logsBelow(kit.base)).toHaveLength(1);
  });

  test("handles are files inside of commands, quoted or not", async () => {
    await using kit = open();
    const handle = handleIn(renderOutcome(await kit.tools.call("run_command", { command: "seq 1 20000" })));
    const { handle: spilled } = await kit.spill.write("alpha\nbeta\n".repeat(30_000), {
      tool: "grep",
      callId: "c",
      principal: "direct",
    });
    expect(
      await kit.run({
        command: `tail -1 ${handle}; wc -l < "${handle}"; sh -c 'head -2 ${spilled}; wc -l < ${spilled}'`,
      }),
    ).toMatchInlineSnapshot(`
      "exit 0 in T s
      20000
      20000
      alpha
      beta
      60000"
    `);
  });

  test("over the cap the ends are kept, the bytes counted and the gap told", async () => {
    await using kit = open({}, { outputBytes: 200_000 });
    const text = renderOutcome(await kit.tools.call("run_command", { command: "seq 1 200000" }));
    expect(text).toContain("200000 lines, 1288895 bytes, 1088895 bytes in the middle not kept");
    await kit.outputs.withFile(handleIn(text), async (file) => {
      const kept = readFileSync(file, "utf8");
      expect(kept.startsWith("1\n2\n3\n")).toBe(true);
      expect(kept.endsWith("199999\n200000\n")).toBe(true);
      expect(kept).toContain("\n[… 1088895 bytes left out …]\n");
      expect(kept.length).toBeLessThan(200_100);
    });
  });
});

describe.runIf(posix)("who may run what", () => {
  test("a read-only project runs nothing, and neither does a shell that is denied", async () => {
    await using readOnly = open({}, { security: { read_only: true } });
    expect(await readOnly.run({ command: "touch x" })).toContain("read-only mode");
    await using denied = open({}, { security: { shell: "deny" } });
    expect(await denied.run({ command: "touch x" })).toContain("allow no commands");
    expect(existsSync(join(denied.root, "x"))).toBe(false);
  });

  test("it runs inside of the project only", async () => {
    await using kit = open({ "sub/a.txt": "" });
    expect(await kit.run({ command: "ls", cwd: "sub" })).toContain("a.txt");
    // However it was started there: programs see the plain path.
    expect(await kit.run({ command: "node -p 'process.cwd()'", cwd: "sub" })).toContain(`\n${join(kit.root, "sub")}`);
    for (const cwd of ["..", "../outside", kit.outside, "/", kit.temp, "sub/../../outside", "\0"]) {
      expect((await kit.tools.call("run_command", { command: "ls", cwd })).status).toBe("tool_error");
    }
  });

  test("the environment has no tokens, and what the user names", async () => {
    process.env["OUTRIDER_TEST_TOKEN"] = "secret";
    process.env["OUTRIDER_TEST_SHOWN"] = "shown";
    await using kit = open(
      { ".env": "LD_PRELOAD=/x", ".npmrc": "x=y" },
      { security: { shell_env: ["OUTRIDER_TEST_SHOWN"] } },
    );
    const text = await kit.run({ command: "env" });
    expect(text).not.toContain("secret");
    expect(text).not.toContain("LD_PRELOAD");
    expect(text).not.toContain("NODE_OPTIONS");
    expect(text).toContain("OUTRIDER_TEST_SHOWN=shown");
    expect(text).toContain("GIT_PAGER=cat");
    delete process.env["OUTRIDER_TEST_TOKEN"];
    delete process.env["OUTRIDER_TEST_SHOWN"];
  });

  test("what asks for input gets none and fails at once", async () => {
    await using kit = open();
    expect(await kit.run({ command: "read -r x || echo none; cat; (exec < /dev/tty) 2>/dev/null || echo no terminal" }))
      .toMatchInlineSnapshot(`
      "exit 0 in T s
      none
      no terminal"
    `);
  });
});

const services = (caller: Caller) => conformance().services(caller);
if (posix) testConformance(runCommand, { services, nextSteps });

let current: ReturnType<typeof openCommandKit> | undefined;
// One kit per test: it goes with the test that asked first.
function conformance(): ReturnType<typeof openCommandKit> {
  if (current === undefined || !existsSync(current.root)) current = openCommandKit();
  return current;
}
