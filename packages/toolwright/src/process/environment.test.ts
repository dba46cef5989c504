import { expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { buildEnvironment } from "./environment.ts";
import { createProcessRunner } from "./runner.ts";

const tag = { TOOLWRIGHT_OWNER: "tag" };
const poisoned = {
  PATH: "/bin",
  HOME: "/home/me",
  LC_ALL: "C.UTF-8",
  XDG_RUNTIME_DIR: "/run/me",
  NODE_OPTIONS: "--require /tmp/evil.js",
  LD_PRELOAD: "/tmp/evil.so",
  DYLD_INSERT_LIBRARIES: "/tmp/evil.dylib",
  GIT_SSH_COMMAND: "evil",
  GITHUB_TOKEN: "secret",
  OPENAI_API_KEY: "secret",
  BASH_ENV: "/tmp/evil.sh",
  "BASH_FUNC_ls%%": "() { evil; }",
};

verifies("process:environment-safe", "only names on the list are inherited", () => {
  expect(buildEnvironment({}, tag, poisoned, "linux")).toEqual({
    PATH: "/bin",
    HOME: "/home/me",
    LC_ALL: "C.UTF-8",
    XDG_RUNTIME_DIR: "/run/me",
    TOOLWRIGHT_OWNER: "tag",
  });
});

verifies("process:environment-safe", "a caller may add, replace, remove, inherit all or none", () => {
  const source = { PATH: "/bin", HOME: "/h", TOKEN: "t" };
  expect(buildEnvironment({ env: { HOME: undefined, PATH: "/x", NEW: "1" } }, tag, source, "linux")).toEqual({
    PATH: "/x",
    NEW: "1",
    ...tag,
  });
  expect(buildEnvironment({ inherit: "all" }, tag, source, "linux")).toEqual({ ...source, ...tag });
  expect(buildEnvironment({ inherit: "none" }, tag, source, "linux")).toEqual(tag);
});

verifies("process:environment-safe", "on Windows names are compared without case and essentials are kept", () => {
  const source = { Path: "C:\\x", SystemRoot: "C:\\Windows", PathExt: ".EXE", node_options: "--evil", Token: "t" };
  expect(buildEnvironment({ env: { PATH: "C:\\y" } }, tag, source, "win32")).toEqual({
    PATH: "C:\\y",
    SystemRoot: "C:\\Windows",
    PathExt: ".EXE",
    ...tag,
  });
});

verifies("process:environment-safe", "a poisoned host environment does not reach a real process", async () => {
  process.env.NODE_OPTIONS_BEFORE = process.env.NODE_OPTIONS;
  process.env.LD_PRELOAD_TEST_SECRET = "leak";
  const runner = createProcessRunner();
  const { stdout } = await runner.openScope().exec("env", []);
  delete process.env.LD_PRELOAD_TEST_SECRET;
  delete process.env.NODE_OPTIONS_BEFORE;
  await runner.close();
  expect(stdout.text).toContain("PATH=");
  expect(stdout.text).not.toMatch(/^(NODE_OPTIONS|LD_|VITEST|npm_)/m);
});

verifies(
  "process:environment-tag",
  "the tag cannot be removed or replaced, and an outer tag is kept in front",
  async () => {
    const runner = createProcessRunner();
    process.env.TOOLWRIGHT_OWNER = "outer/scope/1;";
    const scope = runner.openScope();
    const { stdout } = await scope.exec("env", [], {
      inherit: "none",
      env: { TOOLWRIGHT_OWNER: undefined, PATH: "/usr/bin:/bin" },
    });
    delete process.env.TOOLWRIGHT_OWNER;
    await runner.close();
    expect(stdout.text).toMatch(/^TOOLWRIGHT_OWNER=outer\/scope\/1;[0-9a-f-]{36}\/[0-9a-f-]{36}\/1;$/m);
  },
);
