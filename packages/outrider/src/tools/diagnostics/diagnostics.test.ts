import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { afterAll, describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";
import { scriptedServer } from "../../../test/support/scripted-server.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { openLanguageServers } from "../../lsp/language-servers.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { userConfigSchema } from "../../workspace/config/user-config.ts";
import type { Project } from "../../workspace/project.ts";
import { tools } from "../index.ts";
import diagnostics from "./index.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const strict = '{ "compilerOptions": { "strict": true, "noEmit": true }, "include": ["src"] }\n';
const typed = {
  "tsconfig.json": strict,
  "src/size.ts": "export const size: number = 1;\n",
  "src/area.ts": 'import { size } from "./size.js";\nexport const area: number = size * size;\n',
};

describe("by the servers themselves", () => {
  test("TypeScript: what an edit of one file means for another, and that it is mended", async () => {
    const kit = await openKit(typed, { servers: ["typescript"] });
    expect(await readWhenLoaded(kit, "diagnostics", { path: "src" })).toMatch(/^No problems in 2 files\.$/);
    writeFileSync(join(kit.root, "src/size.ts"), 'export const size: string = "1";\n');
    const text = await readWhenLoaded(kit, "diagnostics", { path: "src" });
    expect(text).toMatch(/^2 errors in 1 of 2 files\.\nsrc\/area\.ts \(typescript/);
    expect(text).toContain(" 2:29 error The left-hand side of an arithmetic operation must be");
    expect(text).toContain("[ts 2362]");
    writeFileSync(join(kit.root, "src/size.ts"), "export const size: number = 2;\n");
    expect(await readWhenLoaded(kit, "diagnostics", { path: "src/area.ts" })).toBe("No problems in 1 file.");
  });

  test("several languages in one answer, each by its server, and what has none by its syntax", async () => {
    const kit = await openKit(
      {
        ...typed,
        "src/area.ts": 'export const area: number = "none";\n',
        "app/use.py": "from app.made import made\n\nprint(made(1))\n",
        "app/made.py": "def made(name: str) -> str:\n    return name\n",
        "data/bad.json": '{ "a": 1,, }\n',
        "data/bad.yaml": "a: [1, 2\nb: }\n",
        "broken.rb": "class Broken\n  def (\nend\n",
        "fine.rb": "class Fine\nend\n",
        "picture.xyz": "what is this\n",
        ".env": "SECRET=1\n",
      },
      { servers: ["typescript", "pyright", "bash", "yaml", "json"] },
    );
    const text = await readWhenLoaded(kit, "diagnostics", { scope: "project" });
    expect(text).toContain("src/area.ts (typescript");
    expect(text).toMatch(
      /app\/use\.py \(pyright.*\n 3:12 error Argument of type "Literal\[1\]".* \[Pyright reportArgumentType\]/,
    );
    expect(text).toContain("data/bad.json (json");
    expect(text).toContain("data/bad.yaml (yaml");
    expect(text).toMatch(
      /By syntax only: 2 files \(.*Ruby.*\), such as broken\.rb, fine\.rb\. Syntax errors in: broken\.rb\./,
    );
    expect(text).toContain("Neither server nor grammar: 1 file, such as picture.xyz.");
    expect(text).toContain("Withheld: 1 file that tools may not see.");
    expect(text).not.toContain("Not settled");
    rmSync(join(kit.root, "data/bad.yaml"));
    writeFileSync(join(kit.root, "data/bad.json"), "{}\n");
    expect(await readWhenLoaded(kit, "diagnostics", { path: "data" })).toBe("No problems in 1 file.");
    writeFileSync(join(kit.root, "data/bad.yaml"), "a: [1, 2\nb: }\n");
    expect(await readWhenLoaded(kit, "diagnostics", { path: "**/*.yaml" })).toContain("data/bad.yaml (yaml");
    writeFileSync(join(kit.root, "data/bad.yaml"), "a: 1\n");
    expect(await readWhenLoaded(kit, "diagnostics", { path: "data/bad.yaml" })).toBe("No problems in 1 file.");
  });

  test("the least severity that is listed, pages, and totals that stay exact", async () => {
    const uses = Array.from({ length: 5 }, (_, at) => `export const v${at}: number = "${at}";\n`).join("");
    const kit = await openKit(
      { ...typed, "src/area.ts": `${uses}function unused() {}\n` },
      { servers: ["typescript"] },
    );
    const path = "src/area.ts";
    expect(await readWhenLoaded(kit, "diagnostics", { path })).toMatch(
      /^5 errors in 1 of 1 file\. Not listed: 1 hint\./,
    );
    expect(await readWhenLoaded(kit, "diagnostics", { path, severity: "hint" })).toContain(
      "6:10 hint 'unused' is declared",
    );
    const page = await readWhenLoaded(kit, "diagnostics", { path, limit: 2, offset: 2 });
    expect(page).toContain(" 3:14 error");
    expect(page).not.toContain(" 2:14 error");
    expect(page).toContain("[2 of 5 problems shown. Next: offset 4.");
  });
});

describe("what has changed", () => {
  const git = (cwd: string, ...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd, stdio: "ignore" });

  test("is what differs from the last commit: edited, staged and new files, not what was only touched", async () => {
    const wrong = 'export const wrong: number = "";\n';
    const kit = await openKit(
      { ...typed, "src/old.ts": wrong, "src/touched.ts": wrong, ".gitignore": "src/left.ts\n" },
      { servers: ["typescript"] },
    );
    git(kit.root, "init");
    git(kit.root, "add", ".");
    expect(await kit.read("diagnostics", {})).toContain("src/old.ts");
    git(kit.root, "commit", "-m", "first");
    expect(await kit.read("diagnostics", {})).toBe("No files to judge: nothing has changed, or nothing is there.");
    writeFileSync(join(kit.root, "src/touched.ts"), wrong);
    writeFileSync(join(kit.root, "src/size.ts"), wrong);
    git(kit.root, "add", "src/size.ts");
    writeFileSync(join(kit.root, "src/area.ts"), wrong);
    writeFileSync(join(kit.root, "src/new.ts"), wrong);
    writeFileSync(join(kit.root, "src/left.ts"), wrong);
    const text = await kit.read("diagnostics", { scope: "changed" });
    expect(text).toMatch(/^3 errors in 3 of 3 files\./);
    for (const name of ["size", "area", "new"]) expect(text).toContain(`src/${name}.ts (`);
  });

  test("is found without running what the repository's settings name", async () => {
    const kit = await openKit({ "a.ts": "const a = 1;\n", ".gitattributes": "*.ts filter=evil\n" });
    const planted = join(kit.outside, "planted");
    git(kit.root, "init");
    git(kit.root, "add", ".");
    git(kit.root, "commit", "-m", "first");
    const evil = `touch '${planted}'; cat`;
    for (const name of ["filter.evil.clean", "filter.evil.smudge", "core.fsmonitor", "core.pager", "diff.external"])
      git(kit.root, "config", name, evil);
    mkdirSync(join(kit.root, "hooks"));
    writeFileSync(join(kit.root, "a.ts"), "const a = 2;\n");
    expect(await kit.read("diagnostics", {})).toContain("of 1 file");
    expect(() => rmSync(planted)).toThrow("ENOENT");
    // The settings are in force: git itself runs them.
    git(kit.root, "diff", "--stat");
    rmSync(planted);
  });

  test("is known outside of git only as far as Outrider made it, and the answer says so first", async () => {
    const kit = await openKit(typed);
    expect(await kit.read("diagnostics", {})).toMatch(/^What has changed is not known: .*\nNo files to judge/);
  });
});

describe("a server that misbehaves", () => {
  const capabilities = { textDocumentSync: { openClose: true, change: 1 }, diagnosticProvider: {} };
  const files = { "a.ts": "let a = 1;\n", "b.ts": "let b = (;\n" };
  const openWith = (script: Parameters<typeof scriptedServer>[0]) => {
    const { file, args } = scriptedServer(script);
    return openKit(files, { servers: [{ id: "typescript", file, args }] });
  };

  test("one that dies is told, and the parser still sees what is broken", async () => {
    const kit = await openWith({ capabilities, on: { "textDocument/diagnostic": [{ crash: true }] } });
    const text = await kit.read("diagnostics", { path: "*.ts" });
    expect(text).toMatch(/^No server has judged any of 2 files\. 1 file with syntax errors/);
    expect(text).toMatch(/Not settled: \d files? \(.*TypeScript 7.*\)/);
    expect(text).toContain("Syntax errors in: b.ts.");
    expect(text).not.toContain("No problems");
  });

  test("one that gives no report, and one that cannot be started, never make a file clean", async () => {
    for (const script of [
      { capabilities, on: { "textDocument/diagnostic": [{ reply: null }] } },
      { atStart: [{ exit: 1 }] },
    ] as const) {
      const kit = await openWith(script);
      const text = await kit.read("diagnostics", { path: "a.ts" });
      expect(text).toContain("No server has judged any of 1 file.");
      expect(text).not.toContain("No problems");
    }
  });

  test("items that are none are dropped and counted, hostile ones shown as what they are", async () => {
    const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
    const items = [{ range, message: "\u001b[31mred\nand more", code: 7 }, { range: 5, message: "x" }, null];
    const kit = await openWith({
      capabilities,
      on: { "textDocument/diagnostic": [{ reply: { kind: "full", items } }] },
    });
    const text = await kit.read("diagnostics", { path: "a.ts" });
    expect(text).toContain(String.raw` 1:5 error \u001b[31mred and more [7]`);
    expect(text).toContain("Dropped: 2 items");
  });
});

describe("the tool", () => {
  const tables = openSymbolTables(lentThreads);
  const runner = createProcessRunner();
  const { servers: user } = userConfigSchema.parse({ servers: { enabled: false } });
  const lazy = openLanguageServers({ user, processes: runner, env: {} });
  afterAll(async () => {
    await lazy.close();
    await tables.close();
    await runner.close();
  });
  const services = () => {
    const { workspace } = openTestWorkspace({ "src/box.ts": "export class Box {}\n" });
    const { symbolsOf } = tables;
    return {
      workspace: workspace.session(testCaller),
      symbolsOf,
      serversOf: (project: Project) => lazy.serversOf(project, symbolsOf(project)),
    };
  };

  testConformance(diagnostics, { services, registry: tools });

  test("names no secret file, and says where a path is not", async () => {
    const kit = await openKit({ ".env": "A=1\n" });
    expect(await kit.call("diagnostics", { path: ".env" })).toMatchObject({ error: { code: "secret_file" } });
    expect(await kit.call("diagnostics", { path: "no/such.ts" })).toMatchObject({ error: { code: "not_found" } });
    expect(await kit.call("diagnostics", { path: kit.temp })).toMatchObject({ error: { code: "outside_project" } });
  });
});
