import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "toolwright";
import { describe, expect, test } from "vitest";
import { openKit, type OutriderKit } from "../support/outrider-kit.ts";
import { snapshotTree } from "../support/snapshot-tree.ts";

/** One file of every kind that runs later. */
const kinds = [
  "CLAUDE.md",
  ".mcp.json",
  ".claude/settings.json",
  ".vscode/tasks.json",
  ".husky/pre-commit",
  ".gitattributes",
  ".github/workflows/ci.yml",
  ".cargo/config.toml",
  "node_modules/.bin/git",
  ".venv/bin/python",
  ".tool-versions",
] as const;

interface Way {
  readonly tool: string;
  readonly input: (path: string) => object;
  /** Whether the file is there before. */
  readonly isThere: boolean;
}

const ways: Readonly<Record<string, Way>> = {
  create: { tool: "create_file", input: (path) => ({ path, content: "evil" }), isThere: false },
  overwrite: { tool: "create_file", input: (path) => ({ path, content: "evil", overwrite: true }), isThere: true },
  edit: { tool: "edit_file", input: (path) => ({ path, old_string: "old", new_string: "evil" }), isThere: true },
  "move to": { tool: "move_file", input: (path) => ({ path: "staged.txt", to: path }), isThere: false },
  "move away": { tool: "move_file", input: (path) => ({ path, to: "taken.txt" }), isThere: true },
  delete: { tool: "delete_file", input: (path) => ({ path }), isThere: true },
  "edit as code": {
    tool: "edit_code",
    input: (path) => ({ edits: [{ action: "move", path: "staged.txt", new_name: path }] }),
    isThere: false,
  },
};

const cases = kinds.flatMap((path) => Object.keys(ways).map((way) => [way, path] as const));

test.each(cases)("%s %s: only with the person's word for exactly this path", async (name, path) => {
  const way = ways[name];
  if (way === undefined) throw new Error(name);
  const kit = await openKit({ "staged.txt": "evil", "a.ts": "", ...(way.isThere ? { [path]: "old\n" } : {}) });
  const before = snapshotTree(kit.root);
  const refused = await kit.call(way.tool, way.input(path));
  expect(codeOf(refused)).toBe("ask_to_write");
  expect(snapshotTree(kit.root)).toEqual(before);
  expect(refused).toMatchObject({ error: { next: { tool: "approve_write", input: { path: join(kit.root, path) } } } });
  expect(codeOf(await kit.call("approve_write", { path }, { approve: false }))).not.toBe("ok");
  expect(codeOf(await kit.call(way.tool, way.input(path)))).toBe("ask_to_write");
  await kit.read("approve_write", { path: join(kit.root, path) }, { approve: true });
  await kit.read(way.tool, way.input(path));
  expect(snapshotTree(kit.root)).not.toEqual(before);
});

test.each(["claude.MD", ".VSCode/Tasks.json", ".GitHub/Workflows/x.yml", "deep/down/AGENTS.md", "./x/../.mcp.json"])(
  "%s is the same name",
  async (path) => {
    const kit = await openKit({ "a.txt": "" });
    expect(codeOf(await kit.call("create_file", { path, content: "x" }))).toBe("ask_to_write");
  },
);

test.each([
  ".vscode/extensions.json",
  ".github/ISSUE_TEMPLATE/bug.md",
  "node_modules/some/AGENTS.md",
  "docs/claude.txt",
  ".claude/worktrees/one/src/a.ts",
  "package.json",
  "Makefile",
])("%s is written without a question", async (path) => {
  const kit = await openKit({ "a.txt": "" });
  expect(codeOf(await kit.call("create_file", { path, content: "x" }))).toBe("ok");
});

test("a project opened at the directory of such a file asks as well", async () => {
  const kit = await openKit({ ".vscode/x.txt": "", ".claude/commands/x.md": "" });
  for (const [project, path] of [
    [".vscode", "tasks.json"],
    [".claude", "settings.json"],
    [".claude/commands", "y.md"],
  ]) {
    expect(codeOf(await kit.call("create_file", { path, content: "x", project }))).toBe("ask_to_write");
    await kit.read("workspace", { action: "activate", path: join(kit.root, project ?? "") });
    expect(codeOf(await kit.call("create_file", { path, content: "x" }))).toBe("ask_to_write");
    await kit.read("workspace", { action: "activate", path: kit.root });
  }
});

describe("directories", () => {
  test("an approved directory does not cover what runs later in it", async () => {
    const kit = await openKit({ "a.txt": "" });
    await kit.read("approve_write", { path: kit.outside }, { approve: true });
    await kit.read("create_file", { path: join(kit.outside, "plain.txt"), content: "x" });
    const path = join(kit.outside, "CLAUDE.md");
    expect(codeOf(await kit.call("create_file", { path, content: "x" }))).toBe("ask_to_write");
    await kit.read("approve_write", { path }, { approve: true });
    await kit.read("create_file", { path, content: "x" });
  });

  test("a directory that gets such a name needs a word for each file that comes with it", async () => {
    const kit = await openKit({ "staged/tasks.json": "{}", "staged/x/more.txt": "" });
    const move = { path: "staged", to: ".vscode" };
    expect(codeOf(await kit.call("move_file", move))).toBe("ask_to_write");
    await kit.read("approve_write", { path: ".vscode/tasks.json" }, { approve: true });
    await kit.read("move_file", move);
    expect(existsSync(join(kit.root, ".vscode/tasks.json"))).toBe(true);
  });

  test("the word for a directory covers its leaving, and no file that comes to it", async () => {
    const kit = await openKit({ ".claude/settings.json": "{}", "sub/.claude/settings.json": "{}" });
    for (const [tool, input] of [
      ["delete_file", { path: ".claude" }],
      ["delete_file", { path: "sub" }],
      ["move_file", { path: "sub", to: "other" }],
    ] as const)
      expect(codeOf(await kit.call(tool, input)), JSON.stringify(input)).toBe("ask_to_write");
    await kit.read("approve_write", { path: ".claude" }, { approve: true });
    const create = { path: ".claude/settings.json", content: "evil", overwrite: true };
    expect(codeOf(await kit.call("create_file", create))).toBe("ask_to_write");
    await kit.read("delete_file", { path: ".claude" });
    expect(codeOf(await kit.call("delete_file", { path: ".claude", restore: true }))).toBe("ask_to_write");
    expect(codeOf(await kit.call("move_file", { path: "sub/.claude", to: ".claude" }))).toBe("ask_to_write");
  });

  test("installed packages leave without a question", async () => {
    const kit = await openKit({ "node_modules/.bin/x": "", "node_modules/y/.github/workflows/ci.yml": "" });
    await kit.read("delete_file", { path: "node_modules" });
    expect(codeOf(await kit.call("delete_file", { path: "node_modules", restore: true }))).toBe("ask_to_write");
  });
});

describe("edits of code", () => {
  test("a rename or a new body asks for each such file it changes", async () => {
    const code = "export function greet() {\n  return 1;\n}\n";
    const kit = await openKit({ ".pnpmfile.cjs": 'const { greet } = require("./a.cjs");\ngreet();\n', "a.js": code });
    await kit.read("create_file", { path: "lib/greet.js", content: code });
    const inHook = { path: ".pnpmfile.cjs", symbol: "greet" };
    expect(codeOf(await kit.call("edit_code", { action: "rename", ...inHook, new_name: "hello" }))).toBe(
      "ask_to_write",
    );
    expect(codeOf(await kit.call("edit_code", { action: "move", path: "a.js", new_name: ".husky/a.js" }))).toBe(
      "ask_to_write",
    );
    expect(
      codeOf(await kit.call("edit_code", { action: "move", path: "a.js", symbol: "greet", new_name: ".zed/b.js" })),
    ).toBe("ask_to_write");
  });

  test("undo is a write, too", async () => {
    const kit = await openKit({ "CLAUDE.md": "old\n", "docs/AGENTS.md": "x" });
    await kit.read("approve_write", { path: "CLAUDE.md" }, { approve: true });
    await kit.read("edit_file", { path: "CLAUDE.md", old_string: "old", new_string: "new" });
    const undo = { action: "undo" };
    expect(codeOf(await kit.call("edit_code", undo, { session: "other" }))).toBe("ask_to_write");
    await kit.read("edit_code", undo);
    expect(readFileSync(join(kit.root, "CLAUDE.md"), "utf8")).toBe("old\n");
  });
});

describe.skipIf(process.platform === "win32")("links", () => {
  const linked = (target: string, link: string, files: Readonly<Record<string, string>> = {}): Promise<OutriderKit> =>
    openKit(files, {
      prepare: ({ root }) => {
        mkdirSync(join(root, link, ".."), { recursive: true });
        symlinkSync(target, join(root, link));
      },
    });

  test("a link is judged by both names, and one word is enough for it", async () => {
    const kit = await linked("AGENTS.md", "CLAUDE.md", { "AGENTS.md": "old" });
    const edit = { path: "CLAUDE.md", old_string: "old", new_string: "new" };
    expect(codeOf(await kit.call("edit_file", edit))).toBe("ask_to_write");
    const asked = await kit.call("approve_write", { path: "CLAUDE.md" });
    expect(JSON.stringify(asked)).toMatch(/CLAUDE\.md.*a link to .*AGENTS\.md/);
    await kit.read("approve_write", { path: "CLAUDE.md" }, { approve: true });
    await kit.read("edit_file", edit);
    expect(readFileSync(join(kit.root, "AGENTS.md"), "utf8")).toBe("new");
  });

  test.each([
    ["docs/guide.md", "CLAUDE.md", "docs/guide.md"],
    ["../config/agent.json", ".claude/settings.json", "config/agent.json"],
    ["scripts/hooks", ".husky", "scripts/hooks/pre-commit"],
    ["config/editor", ".vscode", "config/editor/tasks.json"],
    ["../../ci/main.yml", ".github/workflows/main.yml", "ci/main.yml"],
  ])("the target of a link counts: %s by %s", async (target, link, path) => {
    const kit = await linked(target, link, { [path]: "old" });
    for (const [tool, input] of [
      ["edit_file", { path, old_string: "old", new_string: "new" }],
      ["delete_file", { path }],
      ["move_file", { path, to: "elsewhere" }],
    ] as const)
      expect(codeOf(await kit.call(tool, input)), tool).toBe("ask_to_write");
    await kit.read("approve_write", { path }, { approve: true });
    await kit.read("edit_file", { path, old_string: "old", new_string: "new" });
  });

  test("a file that does not exist yet counts when a link waits for it", async () => {
    const kit = await linked("docs/guide.md", "CLAUDE.md", { "staged/guide.md": "evil" });
    const create = { path: "docs/guide.md", content: "evil" };
    expect(codeOf(await kit.call("create_file", create))).toBe("ask_to_write");
    expect(codeOf(await kit.call("move_file", { path: "staged", to: "docs" }))).toBe("ask_to_write");
  });

  test("a link that is moved to such a name is asked about", async () => {
    const kit = await linked("evil", "plain", { "evil/tasks.json": "{}" });
    for (const to of [".vscode", ".claude", ".github"])
      expect(codeOf(await kit.call("move_file", { path: "plain", to })), to).toBe("ask_to_write");
  });
});

describe("settings", () => {
  const settings = '[security]\nask_to_write = ["deploy/**", "*.tf"]\nwrite_unasked = ["CLAUDE.md", ".vscode/**"]\n';

  test("the user's own add and remove names", async () => {
    const kit = await openKit({ "a.txt": "" }, { settings });
    for (const path of ["CLAUDE.md", ".vscode/tasks.json", "deep/CLAUDE.md"])
      await kit.read("create_file", { path, content: "x" });
    for (const path of ["deploy/run.sh", "main.tf", "AGENTS.md"])
      expect(codeOf(await kit.call("create_file", { path, content: "x" })), path).toBe("ask_to_write");
    await kit.read("approve_write", { path: "main.tf" }, { approve: true });
    await kit.read("create_file", { path: "main.tf", content: "x" });
  });

  test("those of a project change nothing", async () => {
    const kit = await openKit({ ".outrider/project.toml": settings });
    expect(codeOf(await kit.call("create_file", { path: "CLAUDE.md", content: "x" }))).toBe("ask_to_write");
    await kit.read("create_file", { path: "main.tf", content: "x" });
    expect(await kit.read("workspace", { action: "status" })).toContain("[security]");
  });
});

test("a memory does not become a file that agents obey", async () => {
  const kit = await openKit({ "a.txt": "" });
  const write = { action: "write", content: "x" };
  expect(codeOf(await kit.call("memory", { ...write, topic: "sub/AGENTS" }))).toBe("runs_later");
  await kit.read("memory", { ...write, topic: "agents/build" });
});

test("commands that plainly write such a file are asked about", async () => {
  const kit = await openKit({ "a.txt": "x" });
  for (const command of ["echo x > CLAUDE.md", "cp a.txt .mcp.json", "echo x | tee .github/workflows/ci.yml"]) {
    const outcome = await kit.call("run_command", { command });
    expect(outcome.status, command).toBe("needs_approval");
    expect(JSON.stringify(outcome), command).toContain("runs later");
  }
  await kit.read("run_command", { command: "echo x > CLAUDE.md" }, { approve: true });
  expect(codeOf(await kit.call("edit_file", { path: "CLAUDE.md", old_string: "x", new_string: "y" }))).toBe(
    "ask_to_write",
  );
});

function codeOf(outcome: Outcome): string {
  return outcome.status === "ok" ? "ok" : outcome.error.code;
}
