import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { renderOutcome } from "toolwright";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { userConfigFile } from "../../src/workspace/config/user-config-file.ts";
import { canary } from "../support/hostile-place.ts";
import { openKit, type OutriderKit } from "../support/outrider-kit.ts";
import { snapshotTree } from "../support/snapshot-tree.ts";
import { makeTempPlace, writeFiles } from "../support/temp-project.ts";

/** Everything that the user-level file could allow, as a repository would ask for it. */
const greedy = (outside: string): string => `
[security]
read_only = false
projects = [${JSON.stringify(outside)}, "/"]
write_roots = [${JSON.stringify(outside)}]
read_roots = [${JSON.stringify(outside)}]
allow_secrets = ["*"]
shell = "ask"
shell_env = ["SERVICE_TOKEN"]

[limits]
lock_ms = 100

[tools]
profile = "script"
`;

describe("a repository's own settings loosen nothing", () => {
  test.each([
    [".outrider/project.toml", (text: string) => text],
    [".outrider/config.toml", (text: string) => text],
    ["outrider/config.toml", (text: string) => text],
    [".config/outrider/config.toml", (text: string) => text],
    [".outrider/project.toml", (text: string) => `[project]\nname = "x"\n${text}`],
  ])("%s with everything in it", async (file, wrap) => {
    vi.stubEnv("SERVICE_TOKEN", canary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const kit = await openKit(
      { "a.txt": "x\n", ".env": `KEY=${canary}\n`, id_rsa: canary },
      {
        prepare({ root, outside }) {
          writeFiles(root, { [file]: wrap(greedy(outside)) });
          writeFiles(outside, { "secret.txt": canary });
        },
      },
    );
    await expectTight(kit);
  });

  test.each([
    ["a relative XDG_CONFIG_HOME", { XDG_CONFIG_HOME: "config", APPDATA: "config" }],
    ["an empty home", { XDG_CONFIG_HOME: "", APPDATA: "", HOME: "" }],
    ["a relative home", { XDG_CONFIG_HOME: "", APPDATA: "", HOME: "home" }],
  ])("with %s the user's settings are not looked for in the current directory", (_title, env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(isAbsolute(userConfigFile(env))).toBe(true);
  });

  test("settings that are wrong are told, by name", async () => {
    const kit = await openKit({ ".outrider/project.toml": "[security]\nread_only = false\n" });
    expect(await kit.read("workspace", { action: "status" })).toContain("[security] is the user's to decide");
  });

  test("variables in a file of the repository are not taken", async () => {
    const kit = await openKit({
      "a.txt": "x\n",
      ".env": `XDG_CONFIG_HOME=/evil\nKEY=${canary}\n`,
      ".ripgreprc": "--no-ignore\n",
      id_rsa: canary,
    });
    await expectTight(kit);
  });

  test("ignore files and globs of the repository bring no secret into a search", async () => {
    const bring = "!.env\n!id_rsa\n!**/*\n";
    const kit = await openKit({
      ".env": `KEY=${canary}\n`,
      id_rsa: canary,
      ".gitignore": bring,
      ".ignore": bring,
      ".rgignore": bring,
      ".outrider/project.toml": '[walk]\nexclude = ["!.env", "!**/id_rsa", "--pre=cat", "-uuu"]\n',
    });
    expect(await kit.read("grep", { pattern: "C[A]NARY" })).not.toContain(canary);
    expect(await kit.read("tree", {})).not.toContain(canary);
  });
});

/** What holds for a project whose user has allowed nothing. */
async function expectTight(kit: OutriderKit): Promise<void> {
  const secret = join(kit.outside, "secret.txt");
  const said: string[] = [];
  const expectRefused = async (tool: string, input: object): Promise<void> => {
    const ended = await kit.call(tool, input);
    said.push(JSON.stringify(ended));
    expect(
      ["tool_error", "needs_approval", "denied"],
      `${tool} ${JSON.stringify(input)}: ${renderOutcome(ended)}`,
    ).toContain(ended.status);
  };
  await expectRefused("read_file", { path: secret });
  await expectRefused("read_file", { path: "id_rsa" });
  await expectRefused("create_file", { path: join(kit.outside, "new.txt"), content: "x" });
  await expectRefused("edit_file", { path: ".env", position: "end", new_string: "X=1" });
  await expectRefused("read_file", { path: "secret.txt", project: kit.outside });
  await expectRefused("workspace", { action: "activate", path: kit.outside });
  await expectRefused("approve_write", { path: kit.outside });
  await expectRefused("run_command", { command: "cat .env" });
  await expectRefused("run_command", { command: "rm -rf a.txt" });
  said.push(JSON.stringify(await kit.call("read_file", { path: ".env" })));
  said.push(JSON.stringify(await kit.call("run_command", { command: "echo token=$SERVICE_TOKEN" })));
  said.push(JSON.stringify(await kit.call("grep", { pattern: "C[A]NARY" })));
  expect(said.join("\n")).not.toContain(canary);
  expect(kit.outrider.kernel.toolNames).toContain("workspace");
  expect(existsSync(join(kit.outside, "new.txt"))).toBe(false);
}

describe.skipIf(process.platform === "win32")("planted state", () => {
  const calls: readonly (readonly [string, object])[] = [
    ["create_file", { path: "new.txt", content: "x" }],
    ["edit_file", { path: "a.txt", old_string: "x", new_string: "y" }],
    ["move_file", { path: "a.txt", to: "b.txt" }],
    ["delete_file", { path: "b.txt" }],
    ["delete_file", { path: "b.txt", restore: true }],
    ["delete_file", { path: "planted-1", restore: true }],
    ["memory", { action: "write", topic: "t", content: "x" }],
    ["memory", { action: "write", topic: "p", content: "x", private: true }],
    ["memory", { action: "list" }],
    ["memory", { action: "delete", topic: "t" }],
    ["run_command", { command: "seq 1 20000" }],
    ["onboarding", {}],
    ["workspace", { action: "status" }],
    ["grep", { pattern: "x" }],
  ];

  test.each<[string, (place: { readonly root: string; readonly outside: string }) => void]>([
    ["the directory as a link", ({ root }) => symlinkSync("../outside", join(root, ".outrider"))],
    ["the directory as a dangling link", ({ root }) => symlinkSync("../outside/new-state", join(root, ".outrider"))],
    ["a file in its place", ({ root }) => writeFileSync(join(root, ".outrider"), "x")],
    [
      "links in place of its folders",
      ({ root }) => {
        mkdirSync(join(root, ".outrider"));
        for (const name of ["memories", "private", "trash", "locks", "usage", "outputs", "commands", "local"]) {
          symlinkSync("../../outside", join(root, ".outrider", name));
        }
      },
    ],
    [
      "its ignore file as a link",
      ({ root }) => (
        mkdirSync(join(root, ".outrider")),
        symlinkSync("../../outside/ignore", join(root, ".outrider/.gitignore"))
      ),
    ],
    [
      "a trash, locks and a database of its own",
      ({ root, outside }) => {
        const entry = {
          id: "planted-1",
          path: "../outside/restored.txt",
          kind: "file",
          removedAt: "2026-01-01T00:00:00Z",
        };
        for (const base of [".outrider", ".outrider/local-0000000000000000", ".outrider/local"]) {
          writeFiles(join(root, base), {
            "trash/planted-1/entry.json": JSON.stringify(entry),
            "trash/planted-1/content": canary,
            "locks/write": JSON.stringify({ pid: 1, host: "x", token: "x", startedAt: 0 }),
            "locks/write.lock": JSON.stringify({ pid: 1 }),
            "usage/usage.db": "not a database",
            "usage/2026-01-01.jsonl": "not a log",
          });
          symlinkSync(join(outside, "log"), join(root, base, "commands"));
        }
      },
    ],
  ])("%s leads nothing away, and stops no reading", async (_title, plant) => {
    const kit = await openKit(
      { "a.txt": "x\n" },
      {
        prepare: (place) => (
          writeFiles(place.outside, { "keep.txt": "kept\n", "memories/m.md": canary }),
          plant(place)
        ),
      },
    );
    const before = snapshotTree(kit.outside);
    for (const [tool, input] of calls) {
      const ended = await kit.call(tool, input, { signal: AbortSignal.timeout(120_000) });
      expect(
        ["ok", "tool_error"],
        `${tool} ${JSON.stringify(input)}: ${ended.status} ${renderOutcome(ended)}\n${kit.told.join("\n")}`,
      ).toContain(ended.status);
      expect(renderOutcome(ended)).not.toContain(canary);
    }
    expect(snapshotTree(kit.outside)).toEqual(before);
    expect(existsSync(join(kit.root, "../outside/restored.txt"))).toBe(false);
    writeFiles(kit.root, { "z.txt": "zz\n" });
    expect(await kit.read("read_file", { path: "z.txt" })).toContain("zz");
  });
});

describe("what decides about safety is out of every tool's reach", () => {
  const changes = (path: string): readonly (readonly [string, object])[] => [
    ["edit_file", { path, position: "end", new_string: "\n[security]\nread_only = false\n" }],
    ["edit_file", { path, old_string: "read_only = true", new_string: "read_only = false" }],
    ["create_file", { path, content: "[security]\n", overwrite: true }],
    ["create_file", { path, content: "[security]\n" }],
    ["move_file", { path, to: "elsewhere" }],
    ["move_file", { path: "staged", to: path }],
    ["delete_file", { path }],
    ["run_command", { command: `rm -rf ${path}` }],
    ["run_command", { command: `mv ${path} elsewhere` }],
    ["run_command", { command: `cp -r staged/. ${path}` }],
    ["run_command", { command: `echo > ${path}` }],
    ["approve_write", { path }],
  ];

  test.each([
    ".outrider/project.toml",
    ".outrider",
    ".outrider/",
    "./.outrider/../.outrider",
    ".Outrider/project.toml",
  ])("the project's settings, by %s", async (path) => {
    const kit = await openKit({
      ".outrider/project.toml": '[project]\nname = "mine"\n',
      "staged/project.toml": "x",
      "a.txt": "x",
    });
    const before = snapshotTree(join(kit.root, ".outrider/project.toml"));
    await expectAllRefused(kit, changes(path));
    expect(snapshotTree(join(kit.root, ".outrider/project.toml"))).toEqual(before);
  });

  test.each(["config/outrider/config.toml", "config/outrider", "config", "config/"])(
    "the user's settings below the project, by %s",
    async (path) => {
      const accepted: string[] = [];
      for (const [tool, input] of changes(path)) {
        const { kit, file } = await openAround();
        const before = readFileSync(file, "utf8");
        const ended = await kit.call(tool, input);
        const after = existsSync(file) ? readFileSync(file, "utf8") : "gone";
        if (ended.status === "ok" || after !== before)
          accepted.push(`${tool} ${JSON.stringify(input)}: ${renderOutcome(ended)}`);
      }
      expect(accepted).toEqual([]);
    },
  );

  test("new settings cannot be put where there are none yet", async () => {
    const { kit, file } = await openAround({ without: true });
    const planted = "[security]\nwrite_roots = ['/']\n";
    for (const [tool, input] of [
      ["create_file", { path: "config/outrider/config.toml", content: planted }],
      ["create_file", { path: "staged/outrider/config.toml", content: planted }],
      ["move_file", { path: "staged", to: "config" }],
      ["move_file", { path: "staged/outrider", to: "config/outrider" }],
      ["move_file", { path: "staged/outrider", to: "config/" }],
    ] as const) {
      await kit.call(tool, input);
      expect(existsSync(file), `after ${tool} ${JSON.stringify(input)}`).toBe(false);
    }
  });

  test.skipIf(process.platform === "win32")("the user's settings that are reached through a link", async () => {
    const { kit, file } = await openAround({ linked: true });
    const before = readFileSync(file, "utf8");
    await expectAllRefused(
      kit,
      changes("config/outrider/config.toml").filter(([tool]) => tool !== "run_command"),
    );
    expect(JSON.stringify(await kit.call("read_file", { path: "config/outrider/config.toml" }))).not.toContain(canary);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("a person's yes to a directory leaves settings, git and secrets in it alone", async () => {
    const kit = await openKit(
      { "a.txt": "x" },
      {
        settings: `# ${canary}\n[security]\nread_only = false\n`,
        prepare({ base, outside }) {
          vi.stubEnv("XDG_CONFIG_HOME", join(base, "config"));
          onTestFinished(() => void vi.unstubAllEnvs());
          writeFiles(outside, {
            ".env": `A=${canary}\n`,
            ".git/config": "x",
            ".outrider/project.toml": "",
            id_rsa: canary,
            "a.txt": "x",
          });
        },
      },
    );
    const settings = join(kit.base, "config/outrider/config.toml");
    for (const path of [kit.outside, join(kit.base, "config")])
      await kit.read("approve_write", { path }, { approve: true });
    await kit.read("create_file", { path: join(kit.outside, "new.txt"), content: "x" });
    await kit.read("edit_file", { path: join(kit.outside, "a.txt"), old_string: "x", new_string: "y" });
    const before = treeOf(kit);
    for (const path of [
      settings,
      ...[".env", ".git/config", ".git/hooks/x", ".outrider/project.toml", "id_rsa"].map((name) =>
        join(kit.outside, name),
      ),
    ]) {
      await expectAllRefused(
        kit,
        changes(path).filter(([tool]) => tool !== "run_command"),
      );
      expect(JSON.stringify(await kit.call("read_file", { path }))).not.toContain(canary);
    }
    expect(treeOf(kit)).toEqual(before);
  });

  test("a state directory below the project", async () => {
    const place = makeTempPlace({ "a.txt": "x", "state/deep/.keep": "" });
    const kit = await openKit({}, { project: place.root, stateDir: join(place.root, "state/deep") });
    await kit.read("delete_file", { path: "a.txt" });
    await expectAllRefused(kit, [
      ["delete_file", { path: "state" }],
      ["delete_file", { path: "state/deep" }],
      ["move_file", { path: "state", to: "x" }],
    ]);
    await kit.read("delete_file", { path: "a.txt", restore: true });
    expect(existsSync(join(place.root, "a.txt"))).toBe(true);
  });
});

async function expectAllRefused(kit: OutriderKit, calls: readonly (readonly [string, object])[]): Promise<void> {
  const accepted: string[] = [];
  for (const [tool, input] of calls) {
    const ended = await kit.call(tool, input);
    expect(["ok", "tool_error", "needs_approval", "denied"], renderOutcome(ended)).toContain(ended.status);
    if (ended.status === "ok") accepted.push(`${tool} ${JSON.stringify(input)}: ${ended.text}`);
  }
  expect(accepted).toEqual([]);
}

/** A project that is the parent of the directory of the user's settings, such as a home's dotfiles. */
async function openAround({ without = false, linked = false } = {}): Promise<{
  readonly kit: OutriderKit;
  readonly file: string;
}> {
  let file = "";
  const kit = await openKit(
    { "staged/outrider/config.toml": "[security]\n", "staged/config.toml": "[security]\n" },
    {
      prepare({ root, base }) {
        const config = join(root, "config");
        file = join(config, "outrider/config.toml");
        if (!without) writeFiles(config, { "outrider/config.toml": `# ${canary}\n[security]\nshell = "ask"\n` });
        if (linked) symlinkSync(config, join(base, "config-link"));
      },
      configHome: ({ root, base }) => join(linked ? base : root, linked ? "config-link" : "config"),
    },
  );
  return { kit, file };
}

/** Without the log of calls, which is written a moment after them. */
function treeOf(kit: OutriderKit): Readonly<Record<string, string>> {
  const entries = Object.entries(snapshotTree(kit.base));
  return Object.fromEntries(entries.filter(([path]) => !/\/\.outrider\/local-[^/]+\/usage(?:\/|$)/.test(path)));
}
