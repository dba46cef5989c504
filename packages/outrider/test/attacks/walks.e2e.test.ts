import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderOutcome } from "toolwright";
import { describe, expect, test } from "vitest";
import { canary, canaryPattern, openHostilePlace } from "../support/hostile-place.ts";
import { openKit, type OutriderKit } from "../support/outrider-kit.ts";
import { type TempPlace, writeFiles } from "../support/temp-project.ts";

const signal = AbortSignal.timeout(60_000);
const context = { caller: { host: "test", session: "test", principal: "tester" }, signal };

describe.skipIf(process.platform === "win32")("walks past what must not be seen", () => {
  test.each<[string, string, object]>([
    ["grep", "lines", { pattern: canaryPattern, context: 5 }],
    ["grep", "files", { pattern: canaryPattern, output: "files" }],
    ["grep", "counts", { pattern: canaryPattern, output: "count" }],
    ["grep", "a glob that names them", { pattern: canaryPattern, glob: "**/*{env,rsa,pem,json}*" }],
    ["grep", "a hidden glob", { pattern: canaryPattern, glob: ".*" }],
    ["grep", "many lines", { pattern: `(?s)A.*${canaryPattern}.*`, multiline: true }],
    ["grep", "a path into a directory of them", { pattern: canaryPattern, path: "certs" }],
    ["grep", "a path through a link", { pattern: canaryPattern, path: "here" }],
    ["tree", "everything", { depth: 50, limit: 500 }],
    ["tree", "a glob", { glob: "**/.*", depth: 50 }],
    ["onboarding", "all of it", { force: true }],
    ["workspace", "status", { action: "status" }],
    ["workspace", "list", { action: "list" }],
    ["memory", "list", { action: "list" }],
    ["memory", "search", { action: "search", query: "API_KEY token password" }],
  ])("%s, %s", async (tool, _title, input) => {
    const place = await openHostilePlace();
    const outcome = await place.call(tool, input);
    expect(outcome.status, renderOutcome(outcome)).toBe("ok");
    expect(JSON.stringify(outcome)).not.toContain(canary);
    expect(place.told.join("\n")).not.toContain(canary);
  });

  test("resources, each that is listed and each that is not", async () => {
    const place = await openHostilePlace();
    await place.read("onboarding", {});
    const listed = await place.outrider.resources.list(context);
    expect(listed.map(({ uri }) => uri)).toContain("project://summary");
    expect(JSON.stringify(listed)).not.toContain(canary);
    for (const uri of [
      ...listed.map((each) => each.uri),
      "memory://../project",
      "memory://..%2f..%2f.env",
      "file:///etc/passwd",
    ]) {
      const read = await place.outrider.resources.read(uri, context);
      expect(JSON.stringify(read ?? ""), uri).not.toContain(canary);
    }
  });

  test("edits, moves and their errors show no value", async () => {
    const place = await openHostilePlace();
    for (const [tool, input] of [
      ["edit_file", { path: ".env", old_string: "API_KEY=", new_string: "X=", dry_run: true }],
      ["edit_file", { path: ".env", old_string: "API_KEY=wrong", new_string: "X=" }],
      ["edit_file", { path: "notes.txt", old_string: "API_KEY", new_string: "X" }],
      ["create_file", { path: ".env", content: "x" }],
      ["create_file", { path: ".env", content: "x", overwrite: true }],
      ["move_file", { path: ".env", to: "plain.txt" }],
      ["move_file", { path: "README.md", to: ".env.new" }],
      ["move_file", { path: "notes.txt", to: "plain.txt" }],
      ["delete_file", { path: ".env" }],
      ["memory", { action: "write", topic: "t", content: "x", anchors: [".env"] }],
      ["memory", { action: "write", topic: "t", content: "x", anchors: ["id_rsa#token"] }],
    ] as const) {
      const outcome = await place.call(tool, input);
      expect([outcome.status, renderOutcome(outcome)]).toEqual(["tool_error", expect.not.stringContaining(canary)]);
    }
  });

  test("what git ignores is left out, and there on demand", async () => {
    const kit = await openKit({
      ".gitignore": "ignored/\n",
      ".git/HEAD": "x\n",
      "ignored/a.txt": "needle\n",
      "b.txt": "needle\n",
    });
    expect(await kit.read("grep", { pattern: "needle" })).toContain("1 match in 1 file");
    expect(await kit.read("grep", { pattern: "needle", path: "ignored" })).toContain("1 match in 1 file");
  });
});

/** Every way to look at a project without naming a file of it. */
async function lookAround(kit: OutriderKit): Promise<string> {
  const outcomes = [
    await kit.call("workspace", { action: "status" }),
    await kit.call("workspace", { action: "list" }),
    await kit.call("onboarding", { force: true }),
    await kit.call("tree", { depth: 20 }),
    await kit.call("grep", { pattern: canaryPattern, context: 3 }),
    await kit.call("memory", { action: "list" }),
    await kit.call("memory", { action: "search", query: canary.slice(0, 4) }),
    await kit.call("memory", { action: "read", topic: "planted" }),
    await attempt(() => kit.outrider.resources.list(context)),
    await attempt(() => kit.outrider.resources.read("project://summary", context)),
    await attempt(() => kit.outrider.resources.read("memory://planted", context)),
  ];
  return JSON.stringify(outcomes) + kit.told.join("\n");
}

async function attempt(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    return String(error);
  }
}

describe.skipIf(process.platform === "win32")("a repository made of links to the outside shows nothing of it", () => {
  test.each<[string, (place: TempPlace) => void]>([
    ["a manifest", ({ root }) => symlinkSync("../outside/package.json", join(root, "package.json"))],
    ["a manifest of Python", ({ root }) => symlinkSync("../outside/a.toml", join(root, "pyproject.toml"))],
    [
      "a manifest in a directory",
      ({ root }) => (
        mkdirSync(join(root, "p")),
        symlinkSync("../../outside/package.json", join(root, "p/package.json"))
      ),
    ],
    ["the readme", ({ root }) => symlinkSync("../outside/README.md", join(root, "README.md"))],
    ["the licence", ({ root }) => symlinkSync("../outside/secret.txt", join(root, "LICENSE"))],
    ["the makefile", ({ root }) => symlinkSync("../outside/Makefile", join(root, "Makefile"))],
    ["the ignore file", ({ root }) => symlinkSync("../outside/secret.txt", join(root, ".gitignore"))],
    [
      "git's HEAD",
      ({ root }) => (mkdirSync(join(root, ".git")), symlinkSync("../../outside/HEAD", join(root, ".git/HEAD"))),
    ],
    ["git's directory", ({ root }) => symlinkSync("../outside", join(root, ".git"))],
    ["a git file", ({ root, outside }) => writeFileSync(join(root, ".git"), `gitdir: ${outside}\n`)],
    ["the state", ({ root }) => symlinkSync("../outside", join(root, ".outrider"))],
    [
      "the settings",
      ({ root }) => (
        mkdirSync(join(root, ".outrider")),
        symlinkSync("../../outside/project.toml", join(root, ".outrider/project.toml"))
      ),
    ],
    [
      "the memories",
      ({ root }) => (
        mkdirSync(join(root, ".outrider")),
        symlinkSync("../../outside", join(root, ".outrider/memories"))
      ),
    ],
    [
      "a memory",
      ({ root }) => (
        mkdirSync(join(root, ".outrider/memories"), { recursive: true }),
        symlinkSync("../../../outside/planted.md", join(root, ".outrider/memories/planted.md"))
      ),
    ],
    [
      "a directory of memories",
      ({ root }) => (
        mkdirSync(join(root, ".outrider/memories"), { recursive: true }),
        symlinkSync("../../../outside", join(root, ".outrider/memories/d"))
      ),
    ],
    ["installed libraries", ({ root }) => symlinkSync("../outside", join(root, "node_modules"))],
  ])("%s", async (_title, plant) => {
    const kit = await openKit(
      { "src/a.ts": "x\n" },
      {
        prepare(place) {
          writeFiles(place.outside, {
            "package.json": JSON.stringify({
              name: canary,
              description: canary,
              version: canary,
              scripts: { test: canary },
            }),
            "a.toml": `[project]\nname = "${canary}"\ndescription = "${canary}"\n`,
            "README.md": `# ${canary}\n\n${canary}\n`,
            "secret.txt": `MIT ${canary}\n`,
            Makefile: `${canary}:\n\techo\n`,
            HEAD: `ref: refs/heads/${canary}\n`,
            "project.toml": `[project]\nname = "${canary}"\n[commands]\ntest = "${canary}"\n`,
            "planted.md": `# ${canary}\n`,
            "memories/planted.md": `# ${canary}\n`,
          });
          plant(place);
        },
      },
    );
    expect(await lookAround(kit)).not.toContain(canary);
  });

  test.each([
    ["a link with the right ending", "../../outside/node_modules/evil"],
    ["a plain link", "../../outside"],
  ])("a library that is %s out of the project", async (_title, target) => {
    const kit = await openKit(
      { "node_modules/real/package.json": '{"version":"1.0.0"}' },
      {
        prepare({ root, outside }) {
          writeFiles(outside, {
            "node_modules/evil/package.json": "{}",
            "secret.txt": canary,
            "node_modules/evil/.env": `A=${canary}`,
            "node_modules/evil/id_rsa": canary,
          });
          symlinkSync(target, join(root, "node_modules/evil"));
        },
      },
    );
    for (const path of ["secret.txt", "../../secret.txt", ".env", "id_rsa", ""]) {
      expect(JSON.stringify(await kit.call("read_file", { path: `library:evil/${path}` }))).not.toContain(canary);
    }
    expect(JSON.stringify(await kit.call("read_file", { path: join(kit.outside, "secret.txt") }))).not.toContain(
      canary,
    );
  });
});

describe("content is data", () => {
  const tricks = "\u001b[2J\u001b]52;c;eA==\u0007 \u202Eevil\u202C zero\u200Bwidth \u009b31m \u{e0041}tag\n";

  test("control, bidirectional and invisible characters of files are shown escaped by every tool", async () => {
    const kit = await openKit({
      "a.txt": `needle ${tricks}second line\n`,
      "README.md": `# Title ${tricks}\n\nText ${tricks}\n`,
      "package.json": JSON.stringify({ name: `n${tricks}`, description: tricks, scripts: { test: tricks } }),
      ".outrider/project.toml": `[project]\nname = ${JSON.stringify("n\u001b[2J\u202e")}\n[commands]\ntest = ${JSON.stringify("t\u001b[2J\u202e")}\n`,
      ".outrider/memories/planted.md": `# T ${tricks}\n\n${tricks}`,
      [`odd\u001b[2J\u202e.txt`]: "needle\n",
      "z.js": `function x() {} // ${tricks}`,
    });
    symlinkSync("\u001b[2Jtarget", join(kit.root, "odd-link"));
    const raw = /[\p{Cc}\p{Cf}]/u;
    const offending: string[] = [];
    for (const [tool, input] of [
      ["read_file", { path: "a.txt" }],
      ["read_file", { path: "a.txt", pattern: "needle" }],
      ["read_file", { path: "README.md", symbol: "Title" }],
      ["read_file", { path: "package.json", symbol: "name" }],
      ["read_file", { path: "." }],
      ["grep", { pattern: "needle", context: 2 }],
      ["grep", { pattern: "needle", output: "files" }],
      ["grep", { pattern: "needle", output: "count" }],
      ["tree", {}],
      ["edit_file", { path: "a.txt", old_string: "needle", new_string: "pin", dry_run: true }],
      ["edit_file", { path: "a.txt", old_string: "needle  evil", new_string: "pin" }],
      ["workspace", { action: "status" }],
      ["workspace", { action: "list" }],
      ["onboarding", { force: true }],
      ["memory", { action: "list" }],
      ["memory", { action: "search", query: "evil" }],
      ["memory", { action: "read", topic: "planted" }],
      ["run_command", { command: "cat a.txt" }],
      ["read_file", { path: "x", project: "none" }],
    ] as const) {
      const text = renderOutcome(await kit.call(tool, input));
      const found = raw.exec(text.replaceAll(/[\n\t]/g, " "));
      if (found !== null)
        offending.push(
          `${tool} ${JSON.stringify(input)}: ${JSON.stringify(text.slice(Math.max(0, found.index - 40), found.index + 40))}`,
        );
    }
    expect(offending).toEqual([]);
  });

  test("no description or list of tools holds words of a repository", async () => {
    const kit = await openKit({
      "README.md": `# ${canary}\n`,
      "AGENTS.md": canary,
      ".mcp.json": canary,
      ".outrider/project.toml": `[project]\nname = "${canary}"\n`,
    });
    await kit.read("onboarding", {});
    const { visible } = await kit.outrider.kernel.list({ host: "test", session: "test", principal: "tester" });
    expect(
      JSON.stringify(visible.map(({ name, description, inputJsonSchema }) => [name, description, inputJsonSchema])),
    ).not.toContain(canary);
  });
});
