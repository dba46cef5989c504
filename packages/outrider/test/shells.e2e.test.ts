import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ProcessResult, startProcess } from "../../toolwright/test/started-process.ts";
import { type Home, makeHome, packageRoot } from "./support/outrider-process.ts";
import { writeFiles } from "./support/temp-project.ts";

const shells = ["bash", "zsh", "fish"].filter(isInstalled);
const files = {
  "src/store.ts": "export function openStore(name: string): string {\n  return name;\n}\n",
  "src/use.ts": 'import { openStore } from "./store.ts";\nopenStore("a");\nopenStore("b");\n',
  "my dir/a: b.ts": 'import { openStore } from "../src/store.ts";\r\nexport const ü = openStore("é");',
};

interface Place {
  readonly home: Home;
  readonly project: string;
  /** Runs a line in a shell that finds `outrider` on its path. */
  sh(line: string, shell?: string, cwd?: string): Promise<ProcessResult>;
}

/** A repository, and a directory with a program `outrider`, as an installation makes one. */
function place(more: Readonly<Record<string, string>> = {}): Place {
  const home = makeHome();
  const [project, bin] = [join(home.home, "project"), join(home.home, "bin")];
  for (const each of [project, bin]) mkdirSync(each);
  writeFiles(project, { ...files, ...more });
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: project });
  git("init", "--quiet");
  git("config", "core.autocrlf", "false");
  git("add", ".");
  git("commit", "--quiet", "--message", "all");
  const program = join(bin, "outrider");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(packageRoot, "bin", "outrider.js")}" "$@"\n`);
  chmodSync(program, 0o755);
  const { FORCE_COLOR: _, XDG_CONFIG_HOME: __, XDG_STATE_HOME: ___, ...inherited } = process.env;
  const env = { ...inherited, ...home.env, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  const sh: Place["sh"] = async (line, shell = "bash", cwd = project) => {
    const { child, ended } = startProcess(shell, ["-c", line], { cwd, env });
    child.stdin.end();
    return await ended;
  };
  onTestFinished(async () => void (await sh("outrider resident stop --force")));
  return { home, project, sh };
}

describe.skipIf(!shells.includes("bash"))("in pipes", () => {
  test("rows go through head, sort and xargs, whatever names files have", async () => {
    const { sh } = place();
    const rows = await sh("outrider refs openStore 2>/dev/null | sort -u");
    expect(rows.stdout).toBe(
      [
        'my dir/a: b.ts:1:10:import { openStore } from "../src/store.ts";',
        'my dir/a: b.ts:2:18:export const ü = openStore("é");',
        'src/use.ts:1:10:import { openStore } from "./store.ts";',
        'src/use.ts:2:1:openStore("a");',
        'src/use.ts:3:1:openStore("b");',
        "",
      ].join("\n"),
    );
    const counted = await sh("outrider refs -l0q openStore | xargs -0 -n1 wc -c | tr -s ' '");
    expect(
      counted.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.trim())
        .toSorted(),
    ).toEqual(["72 src/use.ts", "80 my dir/a: b.ts"]);
    const first = await sh('outrider refs openStore 2>/dev/null | head -1; echo "${PIPESTATUS[0]}"');
    expect(first.stdout.split("\n")).toHaveLength(3);
  });

  test("a reader that is gone ends it as a signal would, without a word", async () => {
    const many = Array.from(
      { length: 20_000 },
      (_, at) => `const value${at} = "needle in a line that fills the pipe";`,
    ).join("\n");
    const { sh } = place({ "src/many.ts": many });
    expect(await sh('outrider grep -q needle | head -1; echo "${PIPESTATUS[0]}"')).toMatchObject({
      stdout: expect.stringMatching(/^src\/many\.ts:1:\d+:const value0 = .*\n141\n$/),
      stderr: "",
    });
  });

  test("exit codes are those of grep", async () => {
    const { sh, home } = place();
    const codes = await sh(
      "for name in openStore ü noSuch; do outrider refs -q $name >/dev/null 2>&1; echo $?; done; outrider grep -q openStore >/dev/null && echo yes; outrider grep -q nothing || echo no",
    );
    expect(codes.stdout).toBe("0\n1\n2\nyes\nno\n");
    const nowhere = await sh("outrider refs openStore", "bash", home.home);
    expect(nowhere).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--project DIR") });
  });

  test("the diff of a rename is what git applies, and does what the rename does", async () => {
    const { sh, project } = place();
    const applied = await sh(
      "cd src && outrider rename -n openStore makeStore 2>/dev/null >../patch && git -C .. apply patch && rm ../patch && git diff",
    );
    expect(applied).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(project, "my dir/a: b.ts"), "utf8")).toBe(
      'import { makeStore } from "../src/store.ts";\r\nexport const ü = makeStore("é");',
    );
    await sh("git checkout --quiet .");
    const renamed = await sh(
      "outrider rename -0 openStore makeStore 2>/dev/null | xargs -0 git add && git diff --cached",
    );
    expect(renamed).toMatchObject({ code: 0, stdout: applied.stdout });
  });

  test("what one command prints the next one takes", async () => {
    const { sh } = place();
    const bodies = await sh(
      "outrider callers openStore --symbols -q; outrider defs -k function -sq | outrider body -q -",
    );
    expect(bodies.stdout).toBe(
      "my dir/a: b.ts#ü\nexport function openStore(name: string): string {\n  return name;\n}\n",
    );
  });

  test("Ctrl-C ends it as every program, which shells tell as 130", async () => {
    const { project, home } = place();
    const { child, ended } = startProcess(process.execPath, [join(packageRoot, "bin", "outrider.js"), "refs", "-"], {
      cwd: project,
      env: { ...process.env, ...home.env },
    });
    child.stdin.write("openStore\n");
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGINT");
    await ended;
    expect(child.signalCode).toBe("SIGINT");
  });
});

/** A shell asked what it would offer, with its own completion and nobody at the keys. */
const asked: Readonly<Record<string, (line: readonly string[]) => string>> = {
  bash: (words) =>
    `source <(outrider completion bash); COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _outrider; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words) =>
    `compdef() { :; }; _files() { print FILES; }; compadd() { shift; print -l -- "$@"; }; source <(outrider completion zsh); words=(${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length}; _outrider`,
  fish: (words) => `outrider completion fish | source; complete -C '${words.join(" ")}' | string split -f1 \\t`,
};

describe.each(shells)("completion in %s", (shell) => {
  test("offers commands, flags and the values of flags", async () => {
    const { sh } = place();
    const offered = async (...words: readonly string[]): Promise<readonly string[]> => {
      const { stdout, stderr } = await sh(asked[shell]?.(["outrider", ...words]) ?? "", shell);
      expect(stderr).toBe("");
      const start = words.at(-1) ?? "";
      return stdout.split("\n").filter((word) => word !== "" && word.startsWith(start));
    };
    expect(await offered("ref")).toEqual(["refs"]);
    expect(await offered("refs", "--ro")).toEqual(["--role"]);
    expect((await offered("refs", "--role", "")).toSorted()).toEqual(["call", "import", "type", "value", "write"]);
    expect((await offered("completion", "")).toSorted()).toEqual(["bash", "fish", "zsh"]);
  });
});

function isInstalled(shell: string): boolean {
  return (process.env["PATH"] ?? "").split(":").some((directory) => existsSync(join(directory, shell)));
}
