import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { findRepository, findWorktrees, hasOwnRecords, readBranch } from "./git-places.ts";

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@t", ...args], { cwd, stdio: "ignore" });
}

test("branches and worktrees are found from both sides, without starting git", async () => {
  const { base, root } = makeTempPlace({ "a.txt": "a", "sub/b.txt": "b" });
  git(root, "init", "-q", "-b", "main");
  git(root, "add", ".");
  git(root, "commit", "-qm", "first");
  const tree = join(base, "tree");
  git(root, "worktree", "add", "-q", "-b", "feature", tree);
  expect(await readBranch(root)).toBe("main");
  expect(await readBranch(tree)).toBe("feature");
  expect(await findWorktrees(root)).toEqual([{ root: tree, branch: "feature" }]);
  expect(await findWorktrees(tree)).toEqual([{ root, branch: "main" }]);
  expect(await findRepository(join(root, "sub"))).toBe(root);
  git(tree, "checkout", "-q", "--detach");
  expect(await readBranch(tree)).toMatch(/^[0-9a-f]{12}$/);
});

test("an entry that names a directory which knows nothing of it is no worktree", async () => {
  const { root, outside } = makeTempPlace({ "a.txt": "a" });
  git(root, "init", "-q");
  const entry = join(root, ".git", "worktrees", "forged");
  mkdirSync(entry, { recursive: true });
  writeFileSync(join(entry, "gitdir"), `${join(outside, ".git")}\n`);
  expect(await findWorktrees(root)).toEqual([]);
  writeFileSync(join(outside, ".git"), `gitdir: ${root}\n`);
  expect(await findWorktrees(root)).toEqual([]);
});

test("a checkout that points at somebody else's repository gets nothing from it", async () => {
  const { base, root, outside } = makeTempPlace({ "a.txt": "a" });
  git(outside, "init", "-q", "-b", "theirs");
  writeFileSync(join(root, ".git"), `gitdir: ${join(outside, ".git")}\n`);
  expect(await findWorktrees(root)).toEqual([]);
  expect(await readBranch(root)).toBeUndefined();
  const planted = join(base, "planted");
  mkdirSync(join(planted, ".git"), { recursive: true });
  writeFileSync(join(planted, ".git", "commondir"), `${join(outside, ".git")}\n`);
  writeFileSync(join(planted, ".git", "HEAD"), "some text of another file\n");
  expect(await findWorktrees(planted)).toEqual([]);
  expect(await readBranch(planted)).toBeUndefined();
});

test("outside of git there is nothing to tell", async () => {
  const { root } = makeTempPlace();
  expect(await readBranch(root)).toBeUndefined();
  expect(await findWorktrees(root)).toEqual([]);
});

test("the records of a checkout are its own in a plain repository, a worktree and a submodule", async () => {
  const { base, root, outside } = makeTempPlace({ "a.txt": "a" });
  for (const each of [root, outside]) {
    git(each, "init", "-q", "-b", "main");
    git(each, "add", ".");
    git(each, "commit", "-qm", "first", "--allow-empty");
  }
  const tree = join(base, "tree");
  git(root, "worktree", "add", "-q", "-b", "feature", tree);
  git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", outside, "part");
  for (const each of [root, tree, join(root, "part")]) expect([each, await hasOwnRecords(each)]).toEqual([each, true]);
});

test("the records that a planted .git leads to are not its own", async () => {
  const { base, outside } = makeTempPlace();
  git(outside, "init", "-q");
  git(outside, "commit", "-qm", "first", "--allow-empty");
  const theirs = join(outside, ".git");
  const plant = (name: string): string => {
    const root = join(base, name);
    mkdirSync(join(root, ".git"), { recursive: true });
    return root;
  };
  const named = join(base, "named");
  mkdirSync(named);
  writeFileSync(join(named, ".git"), `gitdir: ${theirs}\n`);
  const linked = join(base, "linked");
  mkdirSync(linked);
  symlinkSync(theirs, join(linked, ".git"));
  const common = plant("common");
  writeFileSync(join(common, ".git", "commondir"), `${theirs}\n`);
  writeFileSync(join(common, ".git", "HEAD"), "ref: refs/heads/main\n");
  const objects = plant("objects");
  git(objects, "init", "-q");
  renameSync(join(objects, ".git", "objects"), join(base, "aside"));
  symlinkSync(join(theirs, "objects"), join(objects, ".git", "objects"));
  for (const each of [named, linked, common, objects]) expect([each, await hasOwnRecords(each)]).toEqual([each, false]);
});
