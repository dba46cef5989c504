import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { renderOutcome } from "toolwright";
import { describe, expect, test } from "vitest";
import { proofCases } from "../../toolwright/test/proof-size.ts";
import { tools } from "../src/tools/index.ts";
import { canary } from "./support/hostile-place.ts";
import { openKit, type OutriderKit } from "./support/outrider-kit.ts";
import { snapshotTree } from "./support/snapshot-tree.ts";
import { writeFiles } from "./support/temp-project.ts";
import { callFiles, toolCalls, type ToolCall } from "./support/tool-calls.ts";

/** Tools without `project`, and why. */
const withoutProject: Readonly<Record<string, string>> = {
  guide: "explains the tools and looks at no project",
  script: "each call inside of it takes `project`",
};

/** Of pinned calls, those that are about more or other than one project. */
const aboutSession = new Set(["workspace list", "workspace activate", "run_command jobs"]);

const pinned = toolCalls.filter(
  ({ tool, title }) => !(tool in withoutProject) && !aboutSession.has(`${tool} ${title}`),
);

describe("the matrix", () => {
  test("every tool has `project` in its schema, or a reason not to", () => {
    const without = tools.filter((tool) => !hasProject(tool.inputJsonSchema)).map(({ name }) => name);
    expect(without.toSorted()).toEqual(Object.keys(withoutProject).toSorted());
  });

  test("no tool is forgotten in the lists of calls", () => {
    expect(new Set(toolCalls.map(({ tool }) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
    expect(new Set(pinned.map(({ tool }) => tool)).size).toBe(tools.length - Object.keys(withoutProject).length);
  });
});

type Named = (kit: OutriderKit) => string;

describe.each<[string, number, Named]>([
  ["its name", 0, () => "other"],
  ["its path", 1, (kit) => join(kit.outside, "other")],
  ["a path of its parts", 2, (kit) => `${join(kit.outside, "other")}/src/..`],
])("a project that is pinned by %s", (_title, row, nameOf) => {
  test.each(proofCases(pinned, 5, row))("is the one that $tool works on: $title", async (call) => {
    const kit = await openTwo();
    await kit.read("workspace", { action: "activate", path: join(kit.outside, "other") }, { approve: true });
    await kit.read("workspace", { action: "activate", path: kit.root });
    const project = nameOf(kit);
    await expectPinned(kit, call, { project, root: join(kit.outside, "other") });
  });
});

test.each(proofCases(pinned, 4))(
  "a sub-project pinned by its path is the one that $tool works on: $title",
  async (call) => {
    const kit = await openKit(callFiles("active"), {
      prepare: ({ root }) => writeFiles(join(root, "packages/sub"), callFiles("other")),
    });
    await expectPinned(kit, call, {
      project: "packages/sub",
      root: join(kit.root, "packages/sub"),
      inside: "packages",
    });
  },
);

test.each(proofCases(pinned, 4, 1))("a worktree is a project of its own for $tool: $title", async (call) => {
  const kit = await openWithWorktree();
  await expectPinned(kit, call, { project: join(kit.outside, "tree"), root: join(kit.outside, "tree") });
});

interface Pin {
  readonly project: string;
  readonly root: string;
  /** A directory of the active project that does not count. */
  readonly inside?: string;
}

async function expectPinned(kit: OutriderKit, call: ToolCall, { project, root, inside }: Pin): Promise<void> {
  const approve = call.asks === true ? { approve: true } : {};
  if (call.follows === true) {
    const before = toolCalls[toolCalls.indexOf(call) - 1];
    if (before === undefined) throw new Error("nothing comes before it");
    await kit.read(before.tool, { ...before.input, project });
  }
  const activeBefore = ownTree(kit.root, inside);
  const pinnedBefore = ownTree(root);
  const outcome = await kit.call(call.tool, { ...call.input, project }, approve);
  expect(outcome.status, renderOutcome(outcome)).toBe("ok");
  const text = renderOutcome(outcome);
  expect(text).toContain(call.shows?.("other") ?? "");
  expect(text).not.toContain("active");
  // What a job writes comes a moment later than its answer.
  if (call.input["background"] === true) await kit.read("run_command", { job: jobOf(text), action: "wait" });
  expect(ownTree(kit.root, inside), "the active project").toEqual(activeBefore);
  // A look may make directories for state; a change must be there.
  const mayStay = !call.writes || call.asks === true || call.title === "reads";
  expect(mayStay || !isDeepStrictEqual(ownTree(root), pinnedBefore), "the pinned project has changed").toBe(true);
}

/** Without what this machine alone keeps: usage, locks and outputs of the session go with the project it started in. */
function ownTree(root: string, leaveOut?: string): Readonly<Record<string, string>> {
  const entries = Object.entries(snapshotTree(root)).filter(
    ([path]) =>
      !/(?:^|\/)\.outrider\/local-[^/]+\/(?:\.gitignore$|\.outrider-[\w-]+\.tmp$|usage|outputs)/.test(path) &&
      !/(?:^|\/)\.outrider(?:\/\.gitignore|\/local-[^/]+)?$/.test(path) &&
      (leaveOut === undefined || !(path === leaveOut || path.startsWith(`${leaveOut}/`))),
  );
  return Object.fromEntries(entries);
}

function jobOf(text: string): string {
  return /@cmd_[a-z2-7]{16}/.exec(text)?.[0] ?? "";
}

async function openTwo(): Promise<OutriderKit> {
  return await openKit(callFiles("active"), {
    prepare: ({ outside }) => writeFiles(join(outside, "other"), callFiles("other")),
  });
}

async function openWithWorktree(): Promise<OutriderKit> {
  return await openKit(
    { "src/a.ts": "x\n" },
    {
      prepare({ root, outside }) {
        const git = (cwd: string, ...args: string[]): void =>
          void execFileSync(
            "git",
            ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=active", ...args],
            { cwd, stdio: "ignore" },
          );
        git(root, "init");
        git(root, "add", ".");
        git(root, "commit", "-m", "first");
        git(root, "worktree", "add", "-b", "other", join(outside, "tree"));
        const files = Object.entries(callFiles("other")).filter(([path]) => !path.startsWith(".git/"));
        writeFiles(join(outside, "tree"), Object.fromEntries(files));
      },
    },
  );
}

function hasProject(schema: unknown): boolean {
  return JSON.stringify(schema).includes('"project":{');
}

describe("locks, trash and memories belong to the project of the call", () => {
  test("what was deleted in one is not in the trash of the other", async () => {
    const kit = await openTwo();
    const other = join(kit.outside, "other");
    await kit.read("workspace", { action: "activate", path: other }, { approve: true });
    await kit.read("workspace", { action: "activate", path: kit.root });
    await kit.read("delete_file", { path: "src/delete-me.ts", project: "other" });
    expect(await kit.call("delete_file", { path: "src/delete-me.ts", restore: true })).toMatchObject({
      status: "tool_error",
    });
    await kit.read("delete_file", { path: "src/delete-me.ts", restore: true, project: "other" });
    expect(existsSync(join(other, "src/delete-me.ts"))).toBe(true);
  });
});

describe("sessions", () => {
  test("have active projects of their own, at the same time", async () => {
    const kit = await openTwo();
    const other = join(kit.outside, "other");
    await kit.read("workspace", { action: "activate", path: other }, { session: "b", approve: true });
    const readers = Array.from({ length: 20 }, async (_, index) => {
      const session = index % 2 === 0 ? "a" : "b";
      const texts = [
        await kit.read("read_file", { path: "src/a.ts" }, { session }),
        await kit.read("grep", { pattern: "const word" }, { session }),
        await kit.read("memory", { action: "read", topic: "known" }, { session }),
        await kit.read("run_command", { command: "cat src/a.ts" }, { session }),
        await kit.read("workspace", { action: "status" }, { session }),
      ];
      const [own, foreign] = session === "a" ? ["active", "other"] : ["other", "active"];
      for (const text of texts) {
        expect(text).toContain(own);
        expect(text).not.toContain(foreign);
      }
    });
    await Promise.all(readers);
    await kit.read("create_file", { path: "mine.txt", content: "x" }, { session: "b" });
    expect([existsSync(join(kit.root, "mine.txt")), existsSync(join(other, "mine.txt"))]).toEqual([false, true]);
  });

  test("what one was allowed, the other is not", async () => {
    const kit = await openTwo();
    const other = join(kit.outside, "other");
    await kit.read("workspace", { action: "activate", path: other }, { session: "a", approve: true });
    await kit.read("approve_write", { path: kit.outside }, { session: "a", approve: true });
    for (const [tool, input] of [
      ["read_file", { path: "src/a.ts", project: other }],
      ["read_file", { path: "src/a.ts", project: "other" }],
      ["create_file", { path: join(kit.outside, "x.txt"), content: "x" }],
      ["workspace", { action: "activate", path: other }],
      ["workspace", { action: "status", project: other }],
    ] as const) {
      const outcome = await kit.call(tool, input, { session: "b" });
      expect(["tool_error", "needs_approval"], `${tool}: ${renderOutcome(outcome)}`).toContain(outcome.status);
    }
    const jobs = await kit.read("run_command", { command: "sleep 30", background: true }, { session: "a" });
    const seen = await kit.call("run_command", { job: jobOf(jobs), action: "output" }, { session: "b" });
    expect(seen).toMatchObject({ status: "tool_error", error: { code: "unknown_job" } });
    expect(await kit.read("run_command", { action: "status" }, { session: "b" })).not.toContain("sleep");
    await kit.read("run_command", { job: jobOf(jobs), action: "kill" }, { session: "a" });
  });

  test("saying no leaves everything as it was", async () => {
    const kit = await openTwo();
    const other = join(kit.outside, "other");
    expect(await kit.call("workspace", { action: "activate", path: other }, { approve: false })).toMatchObject({
      status: "denied",
    });
    expect(await kit.read("workspace", { action: "status" })).toContain("branch active");
    expect(await kit.call("read_file", { path: "src/a.ts", project: other })).toMatchObject({ status: "tool_error" });
    expect(await kit.call("approve_write", { path: other }, { approve: false })).toMatchObject({ status: "denied" });
    expect(await kit.call("create_file", { path: join(other, "x"), content: "x" })).toMatchObject({
      status: "tool_error",
    });
  });

  test("an approval is for one call: it opens nothing else", async () => {
    const kit = await openTwo();
    writeFiles(kit.outside, { "third/secret.txt": canary });
    await kit.read("workspace", { action: "activate", path: join(kit.outside, "other") }, { approve: true });
    expect(await kit.call("read_file", { path: "secret.txt", project: join(kit.outside, "third") })).toMatchObject({
      status: "tool_error",
    });
    expect(await kit.call("workspace", { action: "activate", path: "../third" })).toMatchObject({
      status: "needs_approval",
    });
  });
});

describe.skipIf(process.platform === "win32")("what no session may open, even when the person says yes", () => {
  test.each<[string, (kit: OutriderKit) => string]>([
    ["the root of the disk", () => "/"],
    ["all homes", () => join(homeOf(), "..")],
    ["the home directory", () => homeOf()],
    ["git's directory", (kit) => join(kit.root, ".git")],
    ["git's hooks", () => ".git/hooks"],
    ["Outrider's directory", () => ".outrider"],
    ["a directory of keys", (kit) => join(kit.outside, ".ssh")],
    ["a link to the root of the disk", () => "slash"],
    ["a file", () => "src/a.ts"],
    ["nothing", () => "none"],
    ["a control character", () => "a\u001b[2J"],
  ])("%s", async (_title, pathOf) => {
    const kit = await openKit(callFiles("active"), {
      prepare({ root, outside }) {
        mkdirSync(join(root, ".git/hooks"), { recursive: true });
        writeFiles(outside, { ".ssh/id_rsa": canary });
        symlinkSync("/", join(root, "slash"));
      },
    });
    const path = pathOf(kit);
    for (const [tool, input] of [
      ["workspace", { action: "activate", path }],
      ["workspace", { action: "activate", project: path }],
      ["workspace", { action: "status", path }],
      ["read_file", { path: "id_rsa", project: path }],
      ["create_file", { path: "planted.txt", content: "x", project: path }],
      ["approve_write", { path }],
    ] as const) {
      const outcome = await kit.call(tool, input, { approve: true });
      // A directory inside of the project needs no approval, and an approval of it gives nothing.
      expect(outcome.status, `${tool} ${JSON.stringify(input)}: ${renderOutcome(outcome)}`).toBe("tool_error");
    }
    expect(await kit.read("workspace", { action: "status" })).toContain("branch active");
  });

  test.each<[string, (place: { readonly root: string; readonly outside: string }) => void]>([
    ["a link in the project", ({ root }) => symlinkSync("../outside/repo", join(root, "linked"))],
    [
      "a git file that names its repository",
      ({ root, outside }) => writeFileSync(join(root, ".git"), `gitdir: ${join(outside, "repo/.git")}\n`),
    ],
    [
      "an entry of git that names it as a worktree",
      ({ root, outside }) =>
        writeFiles(root, {
          ".git/HEAD": "ref: refs/heads/main\n",
          ".git/worktrees/x/gitdir": `${join(outside, "repo/.git")}\n`,
        }),
    ],
    [
      "a git directory that claims to share its own",
      ({ root, outside }) =>
        writeFiles(root, {
          ".git/HEAD": "ref: refs/heads/main\n",
          ".git/commondir": `${join(outside, "repo/.git")}\n`,
        }),
    ],
    [
      "a project that bears its name",
      ({ root, outside }) =>
        writeFiles(root, {
          "sub/.outrider/project.toml": `[project]\nname = ${JSON.stringify(join(outside, "repo"))}\n`,
          "sub/a.txt": "x",
        }),
    ],
  ])("another repository is not opened without asking because of %s", async (_title, plant) => {
    const kit = await openKit(
      { "a.txt": "x" },
      {
        prepare(place) {
          writeFiles(join(place.outside, "repo"), {
            "secret.txt": canary,
            ".git/HEAD": "ref: refs/heads/main\n",
            ".git/config": "",
          });
          plant(place);
        },
      },
    );
    const repo = join(kit.outside, "repo");
    const before = snapshotTree(kit.outside);
    await kit.call("workspace", { action: "status", project: "sub" });
    for (const project of [repo, "linked"]) {
      const read = await kit.call("read_file", { path: "secret.txt", project });
      expect(renderOutcome(read)).not.toContain(canary);
      expect((await kit.call("create_file", { path: "planted.txt", content: "x", project })).status).not.toBe(
        "crashed",
      );
      expect(
        (await kit.call("workspace", { action: "activate", path: project })).status,
        `activate ${project}`,
      ).not.toBe("ok");
    }
    expect(snapshotTree(kit.outside)).toEqual(before);
    expect(readFileSync(join(repo, "secret.txt"), "utf8")).toBe(canary);
  });
});

function homeOf(): string {
  return process.env["HOME"] ?? "/root";
}
