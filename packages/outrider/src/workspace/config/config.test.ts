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
