import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isFullProof } from "../../toolwright/test/proof-size.ts";
import { processesWith, waitFor } from "../../toolwright/src/process/fixtures/process-search.ts";
import { makeHome, outrider, packageRoot, repositoryRoot, startOutrider } from "./support/outrider-process.ts";
import { makeTempPlace, writeFiles } from "./support/temp-project.ts";

describe("setup", () => {
  test("writes the entry of a clone into a new home, and a second time nothing", async () => {
    const home = makeHome();
    expect(await outrider(["setup", "claude-code", "--yes"], repositoryRoot, home)).toMatchObject({
      code: 0,
      stderr: "",
    });
    const file = join(home.home, ".claude.json");
    const entry = {
      type: "stdio",
      command: "node",
      args: [join(packageRoot, "bin", "outrider.js"), "serve", "--profile", "code"],
    };
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ mcpServers: { outrider: entry } });
    const again = await outrider(["setup", "claude-code"], repositoryRoot, home);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("already") });
  });

  test("writes nothing without a terminal and without --yes", async () => {
    const home = makeHome();
    expect(await outrider(["setup", "codex"], repositoryRoot, home)).toMatchObject({ code: 1 });
    expect(readdirSync(home.home)).toEqual([]);
  });
});

describe("doctor", () => {
  test("finds everything well in this repository, the server included", async () => {
    const { code, stdout, stderr } = await outrider(["doctor", "--json"], repositoryRoot, makeHome());
    expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: "" });
    const report: unknown = JSON.parse(stdout);
    expect(report).toMatchObject({ ok: true });
    expect(stdout).toContain("answers a call in");
  });

  test("ends with 1 where something is wrong, and says what to do", async () => {
    const home = makeHome();
    mkdirSync(join(home.home, ".config", "outrider"), { recursive: true });
    writeFileSync(join(home.home, ".config", "outrider", "config.toml"), "[securty]\n");
    const env = { ...home.env, XDG_CONFIG_HOME: join(home.home, ".config"), APPDATA: join(home.home, ".config") };
    const { code, stdout } = await outrider(["doctor"], makeTempPlace({ "a.ts": "" }).root, { ...home, env });
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringMatching(/problem +user settings/) });
    expect(stdout).toContain("→ Correct");
  });

  test("a project that is not there is a problem, not a crash", async () => {
    const { code, stdout, stderr } = await outrider(["doctor", "--project", "nowhere"], repositoryRoot, makeHome());
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatch(/problem +project/);
  });
});

describe("demo", () => {
  test("shows code with every question answered, and leaves nothing behind", async () => {
    const home = makeHome();
    const { code, stdout, stderr } = await outrider(["demo", projectToShow()], home.home, home);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const tool of [
      "workspace",
      "onboarding",
      "tree",
      "references",
      "call_graph",
      "read_file",
      "semantic_search",
      "run_command",
      "guide",
    ]) {
      expect(stdout).toContain(`\n  ${tool} {`);
    }
    expect(stdout).toMatch(/rg -n: [\d,]+ tokens/);
    expect(stdout).toMatch(/Outrider [\d,]+ tokens, search and whole files [\d,]+ \([\d.]+×\)/);
    expect(stdout).not.toContain("\u001b");
    expect(readdirSync(home.temp)).toEqual([]);
    expect(readdirSync(home.home)).toEqual([]);
  });

  test("shows an empty directory, says what it leaves out, and changes nothing", async () => {
    const home = makeHome();
    const empty = join(home.home, "empty");
    mkdirSync(empty);
    const { code, stdout } = await outrider(["demo"], empty, home);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Left out here: no files") });
    expect(readdirSync(empty)).toEqual([]);
  });

  test("--read-only runs no command", async () => {
    const home = makeHome();
    const project = join(home.home, "project");
    // Without the option its history would be asked for by a command.
    const isSmall = "export function isSmall(size: number): boolean {\n  return size < 10;\n}\n";
    const use = 'import { isSmall } from "./is-small.ts";\nexport const answer = isSmall(1);\n';
    writeFiles(project, {
      ".git/HEAD": "ref: refs/heads/main\n",
      "README.md": "# Small\n\n## Use\n\nCall `isSmall`.\n",
      "package.json": '{ "name": "small", "scripts": { "test": "node --test" } }\n',
      "src/is-small.ts": isSmall,
      ...Object.fromEntries(["a", "b", "c"].map((name) => [`src/${name}.ts`, use])),
    });
    const { code, stdout } = await outrider(["demo", "--read-only", project], home.home, home);
    expect(code).toBe(0);
    for (const tool of ["workspace", "tree", "references", "call_graph", "read_file", "guide"]) {
      expect(stdout).toContain(`\n  ${tool} {`);
    }
    expect(stdout).not.toContain("\n  run_command {");
  });

  test("a home directory is refused with the next step", async () => {
    const home = makeHome();
    const { code, stderr } = await outrider(["demo"], home.home, home);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("outrider demo DIR") });
  });

  test("Ctrl-C ends it, its server and its files", async () => {
    const home = makeHome();
    const { child, ended } = startOutrider(["demo", repositoryRoot], home.home, home);
    if (child.stdout === null) throw new Error("It has no stdout.");
    await once(child.stdout, "data");
    expect(await waitFor(() => processesWith(home.temp).length > 0)).toBe(true);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130 });
    expect(processesWith(home.temp)).toEqual([]);
    expect(readdirSync(home.temp)).toEqual([]);
  });
});

describe("stats", () => {
  test("counts the calls of a project and shows them as a table or as JSON", async () => {
    const home = makeHome();
    const project = join(home.home, "project");
    mkdirSync(join(project, ".git"), { recursive: true });
    writeFileSync(join(project, "a.txt"), "hello\n");
    expect(await outrider(["stats"], project, home)).toMatchObject({
      code: 0,
      stdout: "No calls have been recorded yet.\n",
    });
    expect(existsSync(join(project, ".outrider"))).toBe(false);
    expect(await outrider(["call", "read_file", '{"path":"a.txt"}'], project, home)).toMatchObject({ code: 0 });
    await outrider(["call", "read_file", '{"path":"b.txt"}'], project, home);
    const { stdout } = await outrider(["stats", "--json", "--days", "1"], project, home);
    expect(JSON.parse(stdout)).toMatchObject({
      calls: 2,
      tools: [{ tool: "read_file", calls: 2, errors: [{ calls: 1 }] }],
    });
    expect((await outrider(["stats"], project, home)).stdout).toContain("read_file");
    expect(await outrider(["stats", "--days", "x"], project, home)).toMatchObject({ code: 2 });
  });
});

/** This repository, or a part of it that is read in a few seconds. */
function projectToShow(): string {
  if (isFullProof) return repositoryRoot;
  const { root } = makeTempPlace();
  const toolwright = join(repositoryRoot, "packages", "toolwright");
  for (const part of ["package.json", "README.md", "src/access"]) {
    cpSync(join(toolwright, part), join(root, part), { recursive: true });
  }
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: root });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "all");
  return root;
}
