import { symlinkSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { expect, test } from "vitest";
import { makeTempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import { loadProjectConfig, loadUserConfig, userConfigFile } from "./config-file.ts";

async function projectProblems(text: string): Promise<readonly string[]> {
  const { root } = makeTempPlace({ ".outrider/project.toml": text });
  return (await loadProjectConfig(root)).problems;
}

test("settings that are not there are the defaults", async () => {
  const { root } = makeTempPlace();
  expect(await loadProjectConfig(root)).toMatchObject({
    exists: false,
    problems: [],
    config: { walk: { exclude: [] } },
  });
  const user = await loadUserConfig(join(root, "none.toml"));
  expect(user.config.security).toMatchObject({ read_only: false, shell: "ask", write_roots: [] });
});

test("what a project says of itself is read", async () => {
  const { root } = makeTempPlace({
    ".outrider/project.toml": '[project]\nname = "shop"\n[commands]\ntest = "npm test"\n[walk]\nexclude = ["gen/**"]\n',
  });
  expect(await loadProjectConfig(root)).toMatchObject({
    exists: true,
    problems: [],
    config: { project: { name: "shop" }, commands: { test: "npm test" }, walk: { exclude: ["gen/**"] } },
  });
});

test("an unknown setting is named with the nearest known one", async () => {
  expect(await projectProblems('[walk]\nexclud = ["x"]\n')).toEqual([
    'there is no setting "walk.exclud"; did you mean "exclude"?',
  ]);
  expect(await projectProblems("[zzz]\n")).toEqual(['there is no setting "zzz"; known: project, commands, walk']);
});

test("a repository cannot decide about safety", async () => {
  const [problem] = await projectProblems("[security]\nread_only = false\nwrite_roots = ['/']\n");
  expect(problem).toContain("[security] is the user's to decide");
});

test("wrong types, broken TOML, links and devices are problems, not crashes", async () => {
  expect(await projectProblems("[walk]\nexclude = 3\n")).toEqual([expect.stringContaining("walk.exclude")]);
  expect(await projectProblems("[walk\n")).toEqual([expect.stringMatching(/^line 1: /)]);
  const { root, outside } = makeTempPlace({ ".outrider/x": "" });
  writeFiles(outside, { "other.toml": "secret = 1" });
  symlinkSync(join(outside, "other.toml"), join(root, ".outrider", "project.toml"));
  expect((await loadProjectConfig(root)).problems).toEqual(["it is a link"]);
  expect((await loadUserConfig("/dev/zero")).problems).toEqual(["it is not a regular file"]);
  expect((await loadUserConfig(root)).problems).toEqual(["it is not a regular file"]);
});

test("the user's file is where the system keeps such files", () => {
  const variable = process.platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME";
  const place = makeTempPlace().base;
  expect(userConfigFile({ [variable]: place })).toBe(join(place, "outrider", "config.toml"));
  // Never below the current directory, which may be anybody's.
  for (const odd of ["", "relative", "./x"]) expect(isAbsolute(userConfigFile({ [variable]: odd }))).toBe(true);
});

test("what the user says of language servers, and what holds unless they say anything", async () => {
  const { root } = makeTempPlace();
  const file = join(root, "config.toml");
  expect((await loadUserConfig(file)).config.servers).toEqual({
    enabled: true,
    off: [],
    trusted_projects: [],
    idle_minutes: 10,
    max: 6,
    use: {},
  });
  writeFiles(root, {
    "config.toml": '[servers]\nmax = 2\n[servers.use.gopls]\ncommand = "gopls"\nsettings = { gopls = { a = 1 } }\n',
  });
  expect(await loadUserConfig(file)).toMatchObject({
    problems: [],
    config: { servers: { max: 2, use: { gopls: { command: "gopls", settings: { gopls: { a: 1 } } } } } },
  });
  writeFiles(root, { "config.toml": "[servers]\nmax = 0\ntrusted = []\n[servers.use.gopls]\nargs = []\n" });
  const { problems, config } = await loadUserConfig(file);
  expect(problems.join("\n")).toMatch(/servers\.max: /);
  expect(problems.join("\n")).toMatch(/servers\.trusted"; did you mean|servers\.trusted"; known/);
  expect(problems.join("\n")).toMatch(/servers\.use\.gopls\.command: /);
  expect(config.servers.max).toBe(6);
});

test("a repository cannot say anything of language servers", async () => {
  const [problem] = await projectProblems('[servers.use.gopls]\ncommand = "./evil"\n');
  expect(problem).toContain("[servers] is the user's to decide");
});
