import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  fileAppears,
  isAlive,
  makeDirectory,
  packageRoot,
  repositoryRoot,
  shell,
  startProgram,
  startToolwright,
  toolwright,
} from "./cli-process.ts";

const fixture = join(packageRoot, "test", "fixtures", "cli-tools", "index.ts");
const from = ["--from", fixture] as const;
const withoutServices = join(packageRoot, "test", "fixtures", "cli-tools", "without-services.ts");

describe("exit codes", () => {
  test.each([
    [["call", "greet", '{"name":"Ann"}'], 0, "Hello, Ann\n", ""],
    [["call", "fail"], 1, "", "Nobody is here.\nNext: toolwright call greet"],
    [["call", "crash"], 1, "", "TypeError: the secret detail"],
    [["call", "crash"], 1, "", "\ncrash failed unexpectedly; the detail is above (c_"],
    [["call", "greet", "-"], 2, "", "stdin was empty; give JSON such as {}\n"],
    [
      ["call", "greet", "--dir", "x"],
      2,
      "",
      "call takes no --dir. Flags: --from, --full, --json, --yes, --help, --version.\n",
    ],
    [["test", "gret"], 2, "", 'There is no tool "gret". Did you mean "greet"?\n'],
    [["call", "dream"], 1, "", "no electric sheep. Connect one."],
    [["call", "erase", '{"path":"a"}'], 1, "", "--yes"],
    [["call", "greet", '{"nam":1}'], 2, "", 'Did you mean "name"?'],
    [["call", "gret"], 2, "", 'Did you mean "greet"?'],
    [["call", "greet", "{"], 2, "", "The input is not JSON at column 2"],
    [["tols"], 2, "", "Did you mean toolwright tools?"],
    [["tools", "--jsn"], 2, "", "Did you mean --json?"],
  ])("%j ends with %d", async (argv, code, stdout, stderr) => {
    const result = await toolwright([...argv, ...from], makeDirectory());
    expect(result).toMatchObject({ code, stdout });
    expect(result.stderr).toContain(stderr);
  });

  test("stack traces lead to the TypeScript source", async () => {
    expect((await toolwright(["call", "crash", ...from], makeDirectory())).stderr).toContain("cli-tools/index.ts:");
  });
});

describe("interrupts", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s ends the whole tree of processes, code 130",
    async (signal) => {
      const pids = join(makeDirectory(), "pids");
      const { child, ended } = startToolwright(
        ["call", "grow_tree", JSON.stringify({ pids }), ...from],
        makeDirectory(),
      );
      await fileAppears(pids);
      const tree = readFileSync(pids, "utf8").trim().split(" ").map(Number);
      expect(tree.map(isAlive)).toEqual([true, true, true]);
      child.kill(signal);
      expect(await ended).toEqual({ code: 130, stdout: "", stderr: "grow_tree was cancelled.\n" });
      expect(tree.map(isAlive)).toEqual([false, false, false]);
    },
  );

  test("one Ctrl-C is enough, even when the handler ignores it", async () => {
    const started = join(makeDirectory(), "started");
    const { child, ended } = startToolwright(
      ["call", "ignore_all", JSON.stringify({ started }), ...from],
      makeDirectory(),
    );
    await fileAppears(started);
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain("Note: the handler of ignore_all goes on");
  });

  test("a second Ctrl-C exits at once", async () => {
    const started = join(makeDirectory(), "started");
    const { child, ended } = startToolwright(
      ["call", "ignore_all", JSON.stringify({ started }), ...from],
      makeDirectory(),
    );
    await fileAppears(started);
    const pressing = setInterval(() => child.kill("SIGINT"), 100);
    const { code, stderr } = await ended;
    clearInterval(pressing);
    expect({ code, stderr }).toEqual({ code: 130, stderr: "ignore_all was cancelled.\n" });
  });
});

describe.skipIf(!existsSync("/usr/bin/script"))("on a pseudo-terminal", () => {
  const start = (command: string, cwd: string) =>
    startProgram("script", ["-qec", `${command} --from '${fixture}'`, "/dev/null"], cwd);

  test("progress is drawn and erased", async () => {
    const { code, stdout } = await start("toolwright call step", makeDirectory()).ended;
    expect(code).toBe(0);
    expect(stdout).toBe("\r\u001b[K[##########----------]  50%  Half way\r\u001b[Karrived\r\n");
  });

  test("escape sequences of a tool are visible there and raw in a pipe", async () => {
    const cwd = makeDirectory();
    expect((await start("toolwright call paint", cwd).ended).stdout).toBe(
      String.raw`\u001b[31mred\u001b[0m\u001b]0;title\u0007` + "\r\n",
    );
    const piped = await toolwright(["call", "paint", ...from], cwd);
    expect(piped.stdout).toBe("\u001b[31mred\u001b[0m\u001b]0;title\u0007\n");
  });

  test.each([
    ["y", 0, "erased"],
    ["n", 1, "kept"],
  ])("the answer %j to the approval prompt", async (answer, code, left) => {
    const cwd = makeDirectory();
    writeFileSync(join(cwd, "file"), "kept");
    const { child, ended, shows } = start(`toolwright call erase '{"path":"file"}'`, cwd);
    await shows("Run it? [y/N] ");
    child.stdin.write(`${answer}\n`);
    expect((await ended).code).toBe(code);
    expect(readFileSync(join(cwd, "file"), "utf8")).toBe(left);
  });

  test("Ctrl-C at the approval prompt runs nothing", async () => {
    const cwd = makeDirectory();
    const { child, ended, shows } = start(`toolwright call erase '{"path":"file"}'`, cwd);
    await shows("Run it? [y/N] ");
    child.stdin.write("\u0003");
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/\nCancelled; erase was not run\.\r\n$/);
    expect(existsSync(join(cwd, "file"))).toBe(false);
  });

  test.each([
    ["y", "✓ log_line"],
    ["n", "– log_line"],
  ])("the answer %j to the one question of test", async (answer, line) => {
    const cwd = makeDirectory();
    const command = `toolwright test log_line --from '${withoutServices}'`;
    const { child, ended, shows } = startProgram("script", ["-qec", command, "/dev/null"], cwd);
    await shows("log_line asks for your approval: its examples would run over 100 times");
    await shows("Test it? [y/N] ");
    expect(existsSync(join(cwd, "log.txt"))).toBe(false);
    child.stdin.write(`${answer}\n`);
    const { code, stdout } = await ended;
    expect(stdout).toContain(line);
    expect(code).toBe(answer === "y" ? 0 : 1);
    expect(existsSync(join(cwd, "log.txt"))).toBe(answer === "y");
  });
});

describe("pipes", () => {
  test.each([
    ["head -1", `toolwright tools --from '${fixture}'`],
    ["head -c 1", `toolwright call tell_story '{"lines":20000}' --json --from '${fixture}'`],
  ])("| %s ends quietly with the code of the call", async (reader, command) => {
    const { stderr } = await shell(`{ ${command}; echo "code $?" >&2; } | ${reader}`, makeDirectory());
    expect(stderr).toBe("code 0\n");
  });

  test("a spilled answer is read on by the printed command in a second process", async () => {
    const cwd = makeDirectory();
    const first = await toolwright(["call", "tell_story", '{"lines":20000}', ...from], cwd);
    expect(first.stdout).toContain("left out here. Read on: read_output");
    const second = await shell(nextCommand(first.stderr), cwd);
    expect(second.code).toBe(0);
    // It goes on with the first line that was left out.
    const shown = first.stdout.split("\n").findIndex((line) => line.startsWith("["));
    expect(second.stdout.split("\n")[0]).toBe(`Line ${shown} of a long story.`);
    const third = await shell(nextCommand(second.stderr), cwd);
    expect(third.stdout.split("\n")[0]).toBe(`Line ${shown + 200} of a long story.`);
  });

  test("the whole answer comes at once with the other command that was printed", async () => {
    const cwd = makeDirectory();
    const first = await toolwright(["call", "tell_story", '{"lines":20000}', ...from], cwd);
    const command = /^All at once: (.*)$/m.exec(first.stderr)?.[1] ?? "";
    const { code, stdout, stderr } = await shell(command, cwd);
    expect({ code, stderr, lines: stdout.trimEnd().split("\n").length }).toEqual({
      code: 0,
      stderr: "",
      lines: 20_000,
    });
  });

  test("the input comes from stdin for -", async () => {
    const { stdout } = await toolwright(["call", "greet", "-", ...from], makeDirectory(), '{"name":"Ann"}');
    expect(stdout).toBe("Hello, Ann\n");
  });
});

describe("test", () => {
  test("a tool that changes things is not run without --yes, and that is no pass", async () => {
    const cwd = makeDirectory();
    const refused = await toolwright(["test", "log_line", "--from", withoutServices], cwd);
    expect(refused).toEqual({
      code: 1,
      stdout:
        "– log_line  not tested: it changes things and its examples would run over 100 times; give --yes, " +
        "or test it with services that only pretend (docs/adding-a-tool.md)\nNot tested: log_line.\n",
      stderr: "",
    });
    expect(existsSync(join(cwd, "log.txt"))).toBe(false);
    expect(await toolwright(["test", "log_line", "--yes", "--from", withoutServices], cwd)).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "log.txt"), "utf8").length).toBeGreaterThan(100);
  });

  test("a handler that dies for want of services gets a note", async () => {
    const { code, stdout } = await toolwright(["test", "greet", "--from", withoutServices], makeDirectory());
    expect(code).toBe(1);
    expect(stdout).toContain("Note: no services were given; export default { tools, services } from the module\n");
    const whole = await toolwright(["test", "greet", ...from], makeDirectory());
    expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ greet") });
  });
});

test("without esbuild TypeScript is refused with the command that installs it, and JavaScript works", async () => {
  const cwd = makeDirectory();
  const copy = join(cwd, "elsewhere", "toolwright");
  for (const part of ["dist", "bin", "package.json"])
    cpSync(join(packageRoot, part), join(copy, part), { recursive: true });
  mkdirSync(join(cwd, "node_modules"));
  mkdirSync(join(copy, "node_modules"));
  for (const at of [join(cwd, "node_modules", "zod"), join(copy, "node_modules", "zod")]) {
    symlinkSync(join(repositoryRoot, "node_modules", "zod"), at);
  }
  // The tool comes from another copy of the package than the program.
  symlinkSync(packageRoot, join(cwd, "node_modules", "toolwright"));
  const tool = `import { defineTool, ToolError } from "toolwright";
    import * as z from "zod";
    const effects = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
    const input = z.strictObject({});
    export default defineTool({ name: "refuse", description: "Refuses.", input, effects, handle() {
      throw new ToolError("refused", "Refused by the other copy.");
    } });`;
  writeFileSync(join(cwd, "tool.ts"), tool);
  writeFileSync(join(cwd, "tool.mjs"), tool);
  const run = (file: string) => shell(`node elsewhere/toolwright/bin/toolwright.js call refuse --from ${file}`, cwd);
  expect(await run("tool.ts")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("npm install --save-dev esbuild"),
  });
  expect(await run("tool.mjs")).toEqual({ code: 1, stdout: "", stderr: "Refused by the other copy.\n" });
});

function nextCommand(stderr: string): string {
  return /^Next: (.*)$/m.exec(stderr)?.[1] ?? "";
}
