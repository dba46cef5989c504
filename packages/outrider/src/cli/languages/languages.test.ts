import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { createKernel } from "toolwright";
import { expect, test } from "vitest";
import { cliRun, type CliRunOptions } from "../../../../toolwright/test/cli-run.ts";
import { makeTempPlace, type TempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import { createLanguagesCommand } from "./languages-command.ts";

function run(place: TempPlace, argv: readonly string[], more: CliRunOptions = {}) {
  const env = {
    PATH: "",
    XDG_CONFIG_HOME: join(place.base, "config"),
    APPDATA: join(place.base, "config"),
    XDG_CACHE_HOME: join(place.base, "cache"),
    LOCALAPPDATA: join(place.base, "cache"),
  };
  mkdirSync(join(place.root, ".git"), { recursive: true });
  const command = createLanguagesCommand({ cwd: place.root, env, packageRoot: "", version: "1" });
  const kernel = createKernel({ tools: [], onEvent: () => {} });
  return cliRun(kernel, ["languages", ...argv], { program: "outrider", ...more, env, commands: [command] });
}

function settings(place: TempPlace, text: string): void {
  writeFiles(join(place.base, "config", "outrider"), { "config.toml": text });
}

function addInstalled(place: TempPlace): void {
  writeFiles(join(place.base, "cache", "outrider", "servers", "bash-language-server@5.8.1", "node_modules"), {
    "bash-language-server/package.json": '{ "name": "bash-language-server", "version": "5.8.1" }',
    "bash-language-server/out/cli.js": "",
  });
}

test("the table shows what is there and where, what is off, and how to get the rest", async () => {
  const place = makeTempPlace();
  addInstalled(place);
  settings(place, '[servers]\noff = ["yaml"]\n');
  const { code, stdout } = await run(place, []);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^found +bash +bash: Bash Language Server 5\.8\.1, installed by Outrider$/m);
  expect(stdout).toMatch(/^missing +pyright +python → outrider languages install pyright \(1\.1\.414, 19 MB\)$/m);
  expect(stdout).toMatch(/^off +yaml +yaml: YAML Language Server; switched off in the user settings$/m);
  expect(stdout).toContain("A server answers for 1 language of");
});

test("one that would run code of the project is there, and waits for trust", async () => {
  const place = makeTempPlace();
  const use = `[servers.use.zls]\ncommand = ${JSON.stringify(process.execPath)}\n`;
  settings(place, use);
  expect((await run(place, [])).stdout).toMatch(/^needs trust +zls .*build\.zig of the repository/m);
  settings(place, `[servers]\ntrusted_projects = [${JSON.stringify(place.root)}]\n${use}`);
  const { stdout } = await run(place, []);
  expect(stdout).toMatch(/^found +zls +zig: zls, named in the user settings\n +\S/m);
  expect(stdout).toContain(process.execPath);
});

test("no line is wider than the terminal", async () => {
  const { stdout } = await run(makeTempPlace(), [], { terminals: ["stdout"], columns: 60 });
  const words = stripVTControlCharacters(stdout).split("\n");
  // A word, such as an address, is not torn apart.
  expect(words.filter((line) => line.length > 60 && line.trim().includes(" "))).toEqual([]);
});

test("--json has the same as data", async () => {
  const place = makeTempPlace();
  addInstalled(place);
  const { stdout } = await run(place, ["--json"]);
  const parsed: unknown = JSON.parse(stdout);
  expect(parsed).toMatchObject({
    project: place.root,
    trusted: false,
    servers: expect.arrayContaining([
      expect.objectContaining({ id: "bash", state: "found", from: "cache", version: "5.8.1" }),
      expect.objectContaining({ id: "gopls", state: "missing", obtain: expect.any(String) }),
    ]),
  });
});

test("nothing is fetched without a terminal and without --yes, nor after a no", async () => {
  const place = makeTempPlace();
  expect(await run(place, ["install", "bash"])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("bash-language-server@5.8.1 from npm, about 22 MB"),
    stderr: expect.stringContaining("--yes"),
  });
  const refused = await run(place, ["install", "bash"], { terminals: ["stdin", "stdout", "stderr"], stdin: "n\n" });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was installed.") });
  expect(readdirSync(place.base)).not.toContain("cache");
});

test("what is there already is not fetched again", async () => {
  const place = makeTempPlace();
  addInstalled(place);
  expect(await run(place, ["install", "bash", "--yes"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("is there already"),
  });
});

test("removing takes the whole package, and says what else was in it", async () => {
  const place = makeTempPlace();
  writeFiles(join(place.base, "cache", "outrider", "servers", "vscode-langservers-extracted@4.10.0"), { x: "" });
  expect((await run(place, ["remove", "json"])).stdout).toBe(
    "Removed vscode-langservers-extracted, and with it css, html\n",
  );
  expect((await run(place, ["remove", "json"])).stdout).toContain("nothing was removed");
});

test.each([
  [["install", "pyrigth"], 'There is no language server "pyrigth"; did you mean pyright?'],
  [["install", "rust"], "rustup component add rust-analyzer rust-src"],
  [["install"], "Name what to install"],
  [["update"], "languages update is unknown"],
])("%j is wrong usage that says what to do", async (argv, expected) => {
  const { code, stderr } = await run(makeTempPlace(), argv);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(expected) });
});
