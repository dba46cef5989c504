import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { serveHttp } from "toolwright/mcp";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { defineOutriderServer } from "../src/serve/outrider-server.ts";
import { formatStats } from "../src/usage/format-stats.ts";
import { openKit, type OutriderKit } from "./support/outrider-kit.ts";

afterEach(() => void vi.unstubAllEnvs());

describe("a client that cannot ask the person", () => {
  test.each([
    ["approve_write", (kit: OutriderKit) => ({ path: kit.outside }), "security.write_roots"],
    ["workspace", (kit: OutriderKit) => ({ action: "activate", path: kit.outside }), "security.projects"],
    ["library", (kit: OutriderKit) => ({ action: "register", path: kit.outside, name: "x" }), "security.read_roots"],
    ["run_command", () => ({ command: "git reset --hard" }), "in a terminal of their own"],
  ])("%s names what the person can do, and no flag that Outrider does not have", async (tool, input, named) => {
    const kit = await openKit({ "a.ts": "1;\n" }, { settings: '[security]\nshell = "ask"\n' });
    const text = await callWithoutElicitation(kit, tool, input(kit));
    expect(text).toContain(named);
    expect(text).not.toMatch(/toolwright|--allow/);
  });

  test("a setting that asks about each command is named where it can be changed", async () => {
    const kit = await openKit({}, { settings: '[security]\nshell = "ask-all"\n' });
    expect(await callWithoutElicitation(kit, "run_command", { command: "ls" })).toContain('`security.shell = "ask"`');
  });
});

test("whoever asks grep for more lines is not shown fewer than without asking", async () => {
  const line = `needle ${"words of a long line ".repeat(10)}\n`;
  const kit = await openKit(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}.txt`, line.repeat(60)])));
  const shown = async (input: object): Promise<number> =>
    (await kit.read("grep", { pattern: "needle", ...input })).split("\n").filter((each) => each.includes(":needle"))
      .length;
  const usual = await shown({});
  expect(usual).toBe(50);
  expect(await shown({ limit: 1_000 })).toBeGreaterThan(usual);
});

test("what nobody can approve is not proposed, and what is proposed can be", async () => {
  const kit = await openKit(
    { "../home/deep/a.txt": "x\n", "../home/a.txt": "x\n" },
    { settings: '[security]\nread_roots = ["~"]\n', prepare: ({ base }) => makeHome(join(base, "home")) },
  );
  const wide = await kit.call("create_file", { path: join(kit.base, "home", "new.txt"), content: "x" });
  expect(wide).toMatchObject({
    error: { code: "not_writable", message: expect.stringContaining("nobody can approve") },
  });
  expect(JSON.stringify(wide)).not.toContain("approve_write");
  const deep = await kit.call("create_file", { path: join(kit.base, "home", "deep", "new.txt"), content: "x" });
  if (deep.status === "ok" || deep.error.next === undefined) throw new Error(JSON.stringify(deep));
  expect(deep.error.next.tool).toBe("approve_write");
  await kit.read(deep.error.next.tool, deep.error.next.input, { approve: true });
  expect(await kit.read("create_file", { path: join(kit.base, "home", "deep", "new.txt"), content: "x" })).toContain(
    "new.txt",
  );
});

describe("diagnostics", () => {
  test("without git asks about what Outrider has changed, and says that nothing else is known", async () => {
    const kit = await openKit({ "a.ts": "export const a = 1;\n", "b.ts": "export const b = (;\n" });
    expect(await kit.read("diagnostics", {})).toBe(
      "What has changed is not known: the project is in no git repository. Asked are files that Outrider has changed.\n" +
        'No files to judge: Outrider has changed none here. Give a path, or scope: "project" for all.',
    );
    await kit.read("edit_file", { path: "a.ts", old_string: "= 1;", new_string: "= (;" });
    const text = await kit.read("diagnostics", {});
    expect(text).toContain("No server has judged any of 1 file. 1 file with syntax errors");
    expect(text).toContain("a.ts");
    expect(text).not.toContain("b.ts");
  });

  test("a file that is left out by rule is told once, without the advice to ask again", async () => {
    const large = `{${Array.from({ length: 9_000 }, (_, at) => `"key${at}": ${at}`).join(",\n")}}\n`;
    const kit = await openKit({ "package-lock.json": large });
    execFileSync("git", ["init", "-q"], { cwd: kit.root });
    const text = await kit.read("diagnostics", {});
    expect(text).toContain("Not judged: 1 file (large data), such as package-lock.json.");
    expect(text).not.toContain("Ask again");
  });
});

describe("what newcomers stumbled over", () => {
  const go =
    "package gin\n\ntype Render interface {\n\tRender() error\n}\n\ntype JSON struct{}\n\nfunc (r JSON) Render() error { return nil }\n";

  test("hierarchy of a bare name means the type, not the methods that are called the same, and takes a kind", async () => {
    const kit = await openKit({ "render.go": go, "page.ts": "export function Render() {}\n" });
    for (const symbol of ["Render", "interface Render"])
      expect(await kit.read("hierarchy", { symbol }), symbol).toMatch(/of Render \(render\.go:3\)/);
    expect(await kit.read("hierarchy", { symbol: "Render/Render" })).toMatch(/Render\/Render \(render\.go:4\)/);
    expect(await kit.call("hierarchy", { symbol: "struct Render" })).toMatchObject({ error: { code: "no_symbol" } });
  });

  test("a name is found however its words are joined", async () => {
    const kit = await openKit({ "app.py": "def url_for():\n    pass\n" });
    expect(await kit.read("symbols", { name: "urlfor" })).toContain("def url_for()");
  });

  test("a missing choice is told with the choices, and several unknown arguments with one list", async () => {
    const kit = await openKit();
    expect(await kit.call("memory", {})).toMatchObject({
      error: {
        message: expect.stringContaining(
          '`action` is missing (What to do): one of "write", "read", "list", "delete", "search".',
        ),
      },
    });
    const two = await kit.call("memory", { action: "list", foo: 1, bar: 2 });
    const message = two.status === "ok" ? "" : two.error.message;
    expect(message).toMatch(/Unknown argument "foo"\. Unknown argument "bar"\. Valid arguments: action, topic/);
    expect(message.match(/Valid arguments/g)).toHaveLength(1);
  });

  test("of files with a name, source comes before tests", async () => {
    const kit = await openKit({ "tests/apps/app.py": "x = 1\n", "src/flask/app.py": "y = 1\n" });
    expect(await kit.call("read_file", { path: "app.py" })).toMatchObject({
      error: { next: { tool: "read_file", input: { path: "src/flask/app.py" } } },
    });
  });

  test("a project that was read whole needs one question in the next session, whatever was written last", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 130 }, (_, at) => [`f${at}.ts`, `export const n${at} = ${at};\n`]),
    );
    const first = await openKit(files);
    await first.read("index", { action: "build" });
    await first.outrider.close();
    const second = await openKit({}, { project: first.root });
    expect(await second.read("semantic_search", { query: "n7" })).not.toContain("Incomplete");
    expect(await second.read("index", {})).toMatch(/^Complete\.\n130 symbols in 130 files/);
  });

  test("one call in one session is told in the singular", () => {
    const usage = { calls: 1, sessions: 1, lost: 0, first: "2026-01-01", last: "2026-01-01", tools: [], unread: [] };
    expect(formatStats(usage)).toContain("1 call in 1 session, ");
  });
});

function makeHome(directory: string): void {
  mkdirSync(join(directory, "deep"), { recursive: true });
  writeFileSync(join(directory, "a.txt"), "x\n");
  for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, directory);
}

async function callWithoutElicitation(kit: OutriderKit, name: string, input: Record<string, unknown>): Promise<string> {
  const served = await serveHttp(defineOutriderServer(kit.outrider, "0.0.0"), { host: "127.0.0.1", port: 0 });
  onTestFinished(() => served.close());
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
  const headers = { Authorization: `Bearer ${served.token ?? ""}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  const answer = await client.callTool({ name, arguments: input });
  expect(answer.isError).toBe(true);
  return answer.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
