import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { createAskToWrite } from "./ask-to-write.ts";
import { createExposureJudge } from "./exposure.ts";
import { isInside } from "./inside.ts";
import { createPathPolicy, type PathPolicyOptions } from "./path-policy.ts";
import { createPrivatePlaces } from "./private-places.ts";

function policyOf(root: string, options: Partial<PathPolicyOptions> = {}) {
  return createPathPolicy({
    root,
    exposure: createExposureJudge(),
    askToWrite: createAskToWrite({}, root),
    approvedPaths: () => new Set(),
    readOnly: false,
    writeRoots: () => [],
    readRoots: () => [],
    libraryRoots: () => [],
    tempRoots: [],
    privatePlaces: createPrivatePlaces({ root, places: [] }),
    noteTool: "memory",
    ...options,
  });
}

function openPolicy(files: Readonly<Record<string, string>> = {}, options: Partial<PathPolicyOptions> = {}) {
  const place = makeTempPlace(files);
  const policy = policyOf(place.root, { tempRoots: [place.temp], ...options });
  const code = async (path: string, intent: "read" | "list" | "write" = "read"): Promise<string> => {
    try {
      const { area, kind, masked } = await policy.locate(path, intent);
      return `${area} ${kind}${masked ? " masked" : ""}`;
    } catch (error) {
      if (!isToolError(error)) throw error;
      return error.code;
    }
  };
  return { ...place, policy, code };
}

test("a path is judged where it really leads", async () => {
  const { root, outside, code } = openPolicy({ "src/a.ts": "a", "b.txt": "b" });
  writeFileSync(join(outside, "secret.txt"), "s");
  symlinkSync(outside, join(root, "way-out"));
  symlinkSync(join(outside, "secret.txt"), join(root, "one-file"));
  symlinkSync(join(outside, "not-yet"), join(root, "dangling"));
  symlinkSync(join(root, "src"), join(root, "inner"));
  symlinkSync(join(root, "loop-b"), join(root, "loop-a"));
  symlinkSync(join(root, "loop-a"), join(root, "loop-b"));
  expect(await code("src/a.ts")).toBe("project file");
  expect(await code(".")).toBe("project directory");
  expect(await code("src/../b.txt")).toBe("project file");
  expect(await code("inner/a.ts")).toBe("project file");
  expect(await code("new/deep/file.ts", "write")).toBe("project missing");
  expect(await code("../outside/secret.txt")).toBe("outside_project");
  expect(await code(join(outside, "secret.txt"))).toBe("outside_project");
  expect(await code("way-out/secret.txt")).toBe("link_escapes");
  expect(await code("way-out/new/file.txt", "write")).toBe("link_escapes");
  expect(await code("one-file")).toBe("link_escapes");
  expect(await code("dangling", "write")).toBe("dangling_link");
  expect(await code("loop-a")).toBe("link_loop");
  expect(await code("b.txt/below")).toBe("not_found");
});

test("a sibling whose name begins like the project's is outside", () => {
  expect(isInside("/w/repo", "/w/repo-evil/x")).toBe(false);
  expect(isInside("/w/repo", "/w/repo/..x")).toBe(true);
  expect(isInside("/w/repo", "/w")).toBe(false);
  expect(isInside("/", "/w")).toBe(true);
});

test("credentials are denied and secrets masked, by any spelling and by any way", async () => {
  const { root, code } = openPolicy({
    ".env": "A=1",
    ".env.example": "A=",
    "config/prod.env": "A=1",
    "deploy/id_rsa": "key",
    ".ssh/config": "x",
    "certs/server.PEM": "x",
    "src/environment.ts": "x",
  });
  symlinkSync(join(root, ".env"), join(root, "harmless.txt"));
  symlinkSync(join(root, "src/environment.ts"), join(root, ".env.local"));
  expect(await code(".env")).toBe("project file masked");
  expect(await code("harmless.txt")).toBe("project file masked");
  expect(await code(".env.local")).toBe("project file masked");
  expect(await code("config/prod.env")).toBe("project file masked");
  expect(await code(".env.example")).toBe("project file");
  expect(await code("src/environment.ts")).toBe("project file");
  expect(await code("deploy/id_rsa")).toBe("denied_path");
  expect(await code(".ssh/config")).toBe("denied_path");
  expect(await code("certs/server.PEM")).toBe("denied_path");
  expect(await code("deploy/ID_RSA")).toBe("denied_path");
  expect(await code(".env", "write")).toBe("secret_file");
  expect(await code("new.env", "write")).toBe("secret_file");
});

test("every spelling that some file system takes for a name is that name", () => {
  const { judge } = createExposureJudge();
  const spellings = (name: string): string[] => [
    name.toUpperCase(),
    `a/b/${name}`,
    `a\\b\\${name}`,
    `a//${name}`,
    `${name} `,
    `${name}..`,
    `${name.slice(0, 2)}\u200d${name.slice(2)}`,
    name.normalize("NFD"),
  ];
  for (const name of [".ssh/x", ".ſſh/x", "deploy/id_rsa", "x.pem", ".netrc", "fish_history"]) {
    for (const spelling of spellings(name)) expect(judge(spelling), JSON.stringify(spelling)).toBe("denied");
  }
  for (const spelling of spellings(".env")) expect(judge(spelling), JSON.stringify(spelling)).toBe("masked");
  for (const name of ["src/env.ts", ".envoy/x", "ssh/config", "x.pem.md", "my.netrc.md", "environment.env.d.ts"]) {
    expect(judge(name), name).toBe("open");
  }
});

test("the user's settings allow and deny further names", () => {
  const { judge } = createExposureJudge({ allow: ["*.test.pem", ".env.ci"], deny: ["*.internal"] });
  expect(["a/x.test.pem", "x.pem", ".env.ci", ".env.ci2", "notes.INTERNAL"].map((name) => judge(name))).toEqual([
    "open",
    "denied",
    "open",
    "masked",
    "denied",
  ]);
});

test("what the user allows counts below the project only, and git's settings are masked at every depth", () => {
  const { judge } = createExposureJudge({ allow: ["fixtures/"] });
  expect(judge("/home/fixtures/app/.env", ".env")).toBe("masked");
  expect(judge("/home/app/fixtures/.env", "fixtures/.env")).toBe("open");
  for (const path of [
    ".git/config",
    ".git/modules/a/b/config",
    ".git/modules/a/modules/c/config",
    ".git/config.worktree",
  ]) {
    expect(judge(path), path).toBe("masked");
  }
  expect(judge("src/config")).toBe("open");
});

test("what git and Outrider keep for themselves is not written, under no spelling", async () => {
  const { root, code } = openPolicy({ ".git/config": "x", ".git/HEAD": "x", ".outrider/project.toml": "" });
  mkdirSync(join(root, "sub", ".git"), { recursive: true });
  expect(await code(".git/config")).toBe("project file masked");
  expect(await code(".git/HEAD")).toBe("project file");
  for (const path of [".git/config", ".git/hooks/pre-commit", ".GIT/config", "sub/.git/x", ".outrider/project.toml"]) {
    expect(await code(path, "write"), path).toBe("protected_path");
  }
  expect(await code(".gi\u200ct/config", "write")).toBe("protected_path");
  expect(await code(".gitignore", "write")).toBe("project missing");
});

test("every rule holds when a directory of secrets is itself the project", async () => {
  const place = makeTempPlace({ credentials: "x", "notes.txt": "x" });
  const root = join(place.base, ".aws");
  renameSync(place.root, root);
  const policy = policyOf(root);
  await expect(policy.locate("credentials", "read")).rejects.toMatchObject({ code: "denied_path" });
  expect(await policy.locate("notes.txt", "read")).toMatchObject({ kind: "file" });
});

test("settings below a project are out of reach, and so is what holds them", async () => {
  const place = makeTempPlace({ "config/outrider/config.toml": "", "config/other.txt": "", "dots/x": "" });
  symlinkSync(join(place.root, "dots"), join(place.base, "linked"));
  const privatePlaces = createPrivatePlaces({
    root: place.root,
    places: [
      join(place.root, "config", "outrider"),
      join(place.base, "linked", "outrider"),
      join(place.root, "soon", "o"),
    ],
  });
  const policy = policyOf(place.root, { privatePlaces });
  for (const path of [
    "config/outrider/config.toml",
    "config",
    "dots",
    "dots/outrider/config.toml",
    "soon",
    "soon/o/x",
  ]) {
    await expect(policy.locate(path, "write"), path).rejects.toMatchObject({ code: "protected_path" });
  }
  await expect(policy.locate("config/outrider/config.toml", "read")).rejects.toMatchObject({ code: "protected_path" });
  expect(await policy.locate("config/other.txt", "write")).toMatchObject({ kind: "file" });
});

test("errors do not tell what there is outside", async () => {
  const { root, outside, code } = openPolicy();
  writeFileSync(join(outside, "file"), "x");
  symlinkSync(outside, join(root, "out"));
  symlinkSync(join(outside, "loop"), join(outside, "loop"));
  for (const name of ["file", "file/below", "missing", "missing/below", "loop", "loop/x"]) {
    expect(await code(join(outside, name)), name).toBe("outside_project");
    expect(await code(`out/${name}`), name).toBe("link_escapes");
  }
});

test("other directories are read or written only where somebody said so", async () => {
  const place = makeTempPlace();
  const { code, outside, temp } = openPolicy({}, { readRoots: () => [place.outside] });
  expect(await code(place.outside)).toBe("library directory");
  expect(await code(join(place.outside, "x"), "write")).toBe("not_writable");
  expect(await code(join(temp, "log.txt"))).toBe("temp missing");
  expect(await code(join(temp, "log.txt"), "write")).toBe("not_writable");
  expect(await code(outside)).toBe("outside_project");
  const approved = openPolicy({}, { writeRoots: () => [place.outside] });
  expect(await approved.code(join(place.outside, "x"), "write")).toBe("approved missing");
});

test("nothing is written in read-only mode", async () => {
  const { code } = openPolicy({ "a.ts": "" }, { readOnly: true });
  expect(await code("a.ts")).toBe("project file");
  expect(await code("a.ts", "write")).toBe("read_only");
});

test("strings that are no paths are refused before the disk is asked", async () => {
  const { code } = openPolicy();
  for (const path of ["", "   ", "a\0b", "a\nb", "a\u001B[31m", "\uD800", "x".repeat(5000), "y".repeat(300)]) {
    expect(await code(path), JSON.stringify(path.slice(0, 10))).toBe("invalid_path");
  }
  // Nothing is decoded: each is the plain name of a file that is not there.
  for (const path of ["%2e%2e%2fetc%2fpasswd", "file:///etc/passwd", "~/x", "$HOME/x", "C:\\x"]) {
    expect(await code(path), path).toBe("project missing");
  }
});
