import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestWorkspace } from "../../../test/support/test-workspace.ts";
import { writeFiles } from "../../../test/support/temp-project.ts";

const one = { host: "test", session: "one", principal: "tester" };
const two = { host: "test", session: "two", principal: "tester" };
const never = new AbortController().signal;

test("each session has its own active project", async () => {
  const { root, workspace } = openTestWorkspace({ "packages/a/package.json": "{}", "packages/b/go.mod": "" });
  const first = workspace.session(one);
  await first.activate("packages/a");
  expect((await first.project()).root).toBe(join(root, "packages", "a"));
  expect((await workspace.session(one).project()).root).toBe(join(root, "packages", "a"));
  expect((await workspace.session(two).project()).root).toBe(root);
  expect((await workspace.session(two).project("packages/b")).root).toBe(join(root, "packages", "b"));
  expect((await workspace.session(two).project()).root).toBe(root);
});

test("a directory outside is opened by activation only, and for that session only", async () => {
  const { outside, workspace } = openTestWorkspace();
  await expect(workspace.session(one).project(outside)).rejects.toMatchObject({
    code: "not_open",
    next: { step: "open-project", input: { path: outside } },
  });
  await expect(workspace.session(one).activate(outside)).rejects.toMatchObject({ code: "changed_meanwhile" });
  const reach = { kind: "open", path: outside } as const;
  expect(await workspace.reachOf(one, reach)).toEqual({ verdict: "ask", root: outside });
  await workspace.session(one).activate(outside);
  expect(await workspace.reachOf(one, reach)).toEqual({ verdict: "free" });
  expect((await workspace.session(one).project("outside")).root).toBe(outside);
  await expect(workspace.session(two).project(outside)).rejects.toMatchObject({ code: "not_open" });
});

test("directories that the user has named are trusted", async () => {
  const { base, outside } = openTestWorkspace();
  const trusting = openTestWorkspace({}, { security: { projects: [base] } });
  expect(await trusting.workspace.reachOf(one, { kind: "open", path: outside })).toEqual({ verdict: "free" });
});

test("homes, disks, git's insides, our own and credentials are no projects", async () => {
  const { root, workspace } = openTestWorkspace({ ".git/hooks/x": "", ".outrider/x": "", ".ssh/config": "" });
  const session = workspace.session(one);
  const wanted = { "/": "root_too_wide", [process.env["HOME"] ?? "/"]: "root_too_wide" };
  for (const [path, code] of Object.entries(wanted)) {
    await expect(session.activate(path), path).rejects.toMatchObject({ code });
  }
  for (const path of [".git", ".git/hooks", ".outrider"]) {
    await expect(session.activate(path), path).rejects.toMatchObject({ code: "protected_path" });
    await expect(session.project(join(root, path)), path).rejects.toMatchObject({ code: "protected_path" });
  }
  await expect(session.activate(".ssh")).rejects.toMatchObject({ code: "denied_path" });
  await expect(session.activate("nowhere")).rejects.toMatchObject({ code: "unknown_project" });
});

test("worktrees and sub-projects are listed, worktrees as projects of their own", async () => {
  const { base, root, workspace } = openTestWorkspace({
    "package.json": "{}",
    "packages/a/package.json": "{}",
    "packages/a/Makefile": "",
    "tools/go.mod": "",
    "node_modules/x/package.json": "{}",
    ".gitignore": "node_modules\n",
  });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@t", ...args], { cwd: root, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "first");
  git("worktree", "add", "-q", "-b", "side", join(base, "side"));
  const session = workspace.session(one);
  const known = await session.known(never);
  expect(known.map(({ name, kind, active }) => [name, kind, active])).toEqual([
    ["project", "project", true],
    ["side", "worktree", false],
    ["packages/a", "subproject", false],
    ["tools", "subproject", false],
  ]);
  expect((await session.project(join(base, "side"))).root).toBe(join(base, "side"));
});

test("what the person is asked about is what is opened, wherever the path leads by then", async () => {
  const { base, root, outside, workspace } = openTestWorkspace();
  const other = join(base, "other");
  mkdirSync(other);
  const link = join(root, "link");
  const point = (target: string): void => {
    rmSync(link, { force: true });
    symlinkSync(target, link);
  };
  const reach = { kind: "open", path: "link" } as const;
  point(outside);
  expect(await workspace.reachOf(one, reach)).toEqual({ verdict: "ask", root: outside });
  point(other);
  expect(await workspace.reachOf(one, reach)).toEqual({ verdict: "moved", root: other });
  expect(await workspace.reachOf(one, reach)).toEqual({ verdict: "ask", root: other });
  point(outside);
  await expect(workspace.session(one).activate("link")).rejects.toMatchObject({ code: "changed_meanwhile" });
  point(root);
  expect(await workspace.reachOf(one, reach)).toEqual({ verdict: "free" });
  point(outside);
  await expect(workspace.session(one).activate("link")).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("a name that is also a directory is refused, and names come from opened projects only", async () => {
  const { workspace } = openTestWorkspace({
    "docs/a.md": "",
    "evil/.outrider/project.toml": '[project]\nname = "docs"\n',
  });
  const session = workspace.session(one);
  await session.project("evil");
  expect((await session.project("docs")).name).toBe("docs");
  await session.activate("evil");
  await session.activate(".").catch(() => undefined);
  expect((await workspace.session(two).project("docs")).root).toMatch(/docs$/);
});

test("a project keeps the name of its directory, also where a directory in it has the same", async () => {
  const { root, workspace } = openTestWorkspace({ "project/a.py": "" });
  expect((await workspace.session(one).project("project")).root).toBe(root);
  expect((await workspace.session(one).project("./project")).root).toBe(join(root, "project"));
});

test("parent and sub-project wait for each other", async () => {
  const { workspace } = openTestWorkspace({ "sub/package.json": "{}", "sub/n.txt": "0" });
  const session = workspace.session(one);
  const parent = await session.project();
  const sub = await session.project("sub");
  const increment = async (project: typeof parent, path: string): Promise<void> => {
    const file = await project.files.locate(path, "write");
    await project.writer.edit(file, ({ text }) => String(Number(text) + 1), { signal: never });
  };
  const all = Array.from({ length: 30 }, () => [increment(parent, "sub/n.txt"), increment(sub, "n.txt")]);
  await Promise.all(all.flat());
  expect((await sub.files.readText(await sub.files.locate("n.txt", "read"))).text).toBe("60");
});

test("a directory is approved for one session and one project", async () => {
  const { outside, root, workspace } = openTestWorkspace();
  mkdirSync(join(outside, "results"));
  const session = workspace.session(one);
  const project = await session.project();
  const target = join(outside, "results", "x.txt");
  await expect(project.files.locate(target, "write")).rejects.toMatchObject({ code: "outside_project" });
  const place = join(outside, "results");
  await expect(session.approveWrite(project, place)).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect(await workspace.reachOf(one, { kind: "write", path: place })).toEqual({ verdict: "ask", root: place });
  expect(await session.approveWrite(project, place)).toEqual({ root: place });
  expect(await project.files.locate(target, "write")).toMatchObject({ area: "approved", kind: "missing" });
  const other = await workspace.session(two).project();
  await expect(other.files.locate(target, "write")).rejects.toMatchObject({ code: "outside_project" });
  await expect(session.approveWrite(project, "/")).rejects.toMatchObject({ code: "root_too_wide" });
  await expect(session.approveWrite(project, join(root, ".git"))).rejects.toMatchObject({ code: "no_directory" });
});

test("a person is asked alike about what is there and what is not, and a link that comes later gains nothing", async () => {
  const { outside, root, workspace } = openTestWorkspace();
  mkdirSync(join(outside, ".ssh"));
  writeFiles(outside, { file: "x" });
  const session = workspace.session(one);
  const project = await session.project();
  for (const [name, code] of [
    ["none", "no_directory"],
    ["file", "no_directory"],
    [".ssh", "denied_path"],
    [".git", "no_directory"],
  ] as const) {
    const path = join(outside, name);
    expect(await workspace.reachOf(one, { kind: "write", path })).toEqual({ verdict: "ask", root: path });
    await expect(session.approveWrite(project, path)).rejects.toMatchObject({ code });
  }
  mkdirSync(join(root, "elsewhere"));
  rmSync(join(outside, "file"));
  for (const name of ["none", "file"]) symlinkSync(join(root, "elsewhere"), join(outside, name));
  const code = "changed_meanwhile";
  await expect(session.approveWrite(project, join(outside, "none"))).rejects.toMatchObject({ code });
  expect(await workspace.reachOf(one, { kind: "write", path: join(outside, "file") })).toMatchObject({
    verdict: "moved",
  });
});

test("settings of the project are read anew for every call", async () => {
  const { root, workspace } = openTestWorkspace();
  const session = workspace.session(one);
  expect((await session.project()).name).toBe("project");
  writeFiles(root, { ".outrider/project.toml": '[project]\nname = "renamed"\n' });
  expect((await session.project()).name).toBe("renamed");
  writeFiles(root, { ".outrider/project.toml": "[security]\nread_only = false\n" });
  expect((await session.project()).configProblems).toHaveLength(1);
});

test("without a project the next step is named", async () => {
  const { workspace } = openTestWorkspace({}, { startRoot: undefined });
  await expect(workspace.session(one).project()).rejects.toMatchObject({ code: "no_project" });
});
