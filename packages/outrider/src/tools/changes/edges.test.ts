import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { openGitKit } from "../../../test/support/git-kit.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { tools } from "../index.ts";
import changes from "./index.ts";

const one = "export function one(): number {\n  return 1;\n}\n";
const two = "export function one(): number {\n  return 2;\n}\n";

/** As large as a file may be that is read. */
const wide = (index: number): string => `${String(index).repeat(3)}\n`.padEnd(1024 * 1024, "line\n");

describe("what is compared", () => {
  test("a directory without git is a clear error with a next step", async () => {
    const kit = await openKit({ "a.ts": one });
    expect(await kit.call("changes", {})).toMatchObject({
      status: "tool_error",
      error: {
        code: "no_git",
        message: expect.stringContaining("is in no git repository"),
        next: { tool: "workspace" },
      },
    });
  });

  test("another repository that .git only points to is not read", async () => {
    const theirs = await openGitKit({ "secret.ts": one });
    const kit = await openKit({ "a.ts": one });
    writeFileSync(join(kit.root, ".git"), `gitdir: ${join(theirs.root, ".git")}\n`);
    const { status, error } = { error: undefined, ...(await kit.call("changes", { range: "HEAD" })) };
    expect({ status, message: error?.message }).toEqual({
      status: "tool_error",
      message: expect.stringContaining("leads to another repository"),
    });
  });

  test("a history whose old versions are missing says that commits may be missing", async () => {
    const kit = await openGitKit({ "a.ts": one });
    const id = execFileSync("git", ["rev-parse", "HEAD:a.ts"], { cwd: kit.root, encoding: "utf8" }).trim();
    kit.commit({ "a.ts": two });
    rmSync(join(kit.root, ".git", "objects", id.slice(0, 2), id.slice(2)));
    expect(await kit.read("changes", { symbol: "one" })).toContain("of its file could not be read");
  });

  test("what is too much to compare at once is named, and the small files come first", async () => {
    const kit = await openGitKit({});
    const large = Object.fromEntries(Array.from({ length: 36 }, (_, index) => [`${index}.txt`, wide(index)]));
    kit.commit(large);
    kit.write({ ...large, "0.txt": "one\n", "z.ts": one });
    const outcome = await kit.call("changes", { range: "HEAD^!" });
    const incomplete = [expect.stringMatching(/^4 changed files were not compared/)];
    expect(outcome).toMatchObject({ status: "ok", value: { files: 36, incomplete } });
    expect(await kit.read("changes", {})).toContain(" one 1: added");
  });

  test("before the first commit everything is added, staged or not", async () => {
    const kit = await openGitKit({});
    kit.write({ "a.ts": one, "b.ts": "export const b = 1;\n" });
    kit.git("add", "a.ts");
    expect(await kit.read("changes", {})).toContain("nothing → working tree: 2 symbols changed in 2 files");
    expect(await kit.read("changes", { range: "staged" })).toContain("nothing → staged: 1 symbol changed in 1 file");
  });

  test("staged, committed and edited states are told apart", async () => {
    const kit = await openGitKit({ "a.ts": one, "b.ts": "export const b = 1;\n" });
    kit.commit({ "a.ts": two });
    kit.write({ "b.ts": "export const b = 2;\n" });
    kit.git("add", "b.ts");
    kit.write({ "c.ts": "export const c = 3;\n" });
    expect(await kit.read("changes", { range: "staged" })).toContain(" b 1: body");
    expect(await kit.read("changes", { range: "staged" })).not.toMatch(/ one | c /);
    expect(await kit.read("changes", { range: "HEAD^!" })).toContain(" one 1: body");
    expect(await kit.read("changes", { range: "HEAD^!" })).not.toMatch(/^ b /m);
    const all = await kit.read("changes", { range: "HEAD^" });
    for (const line of [" one 1: body", " b 1: body", " c 1: added"]) expect(all).toContain(line);
    expect(await kit.read("changes", { range: "HEAD^..HEAD" })).toContain(
      "Dependents and tests are those of the files as they are now",
    );
    expect(await kit.read("changes", { range: "HEAD^^!" })).toMatch(/^nothing → .*2 symbols changed in 2 files/);
  });

  test("three dots compare with where the branch parted", async () => {
    const kit = await openGitKit({ "a.ts": one });
    kit.git("checkout", "--quiet", "-b", "topic");
    kit.commit({ "b.ts": "export const b = 1;\n" });
    kit.git("checkout", "--quiet", "main");
    kit.commit({ "a.ts": two });
    kit.git("checkout", "--quiet", "--detach", "topic");
    const text = await kit.read("changes", { range: "main...HEAD" });
    expect(text).toContain(" b 1: added");
    expect(text).not.toContain(" one ");
    expect(await kit.read("changes", { range: "main..HEAD" })).toContain(" one 1: body");
    expect(await kit.read("changes", { range: "main..." })).not.toContain(" one ");
  });

  test("an unknown revision names what there is; what looks like an option is no revision", async () => {
    const kit = await openGitKit({ "a.ts": one });
    kit.git("branch", "feature/login");
    for (const range of ["feature/logn", "--output=x", "HEAD..--help", "main...nope", "a\nb"]) {
      const outcome = await kit.call("changes", { range });
      expect(outcome).toMatchObject({
        status: "tool_error",
        error: { code: "no_revision", next: { tool: "changes" } },
      });
    }
    expect(await kit.call("changes", { range: "feature/logn" })).toMatchObject({
      error: { message: expect.stringContaining("feature/login") },
    });
    expect(existsSync(join(kit.root, "x"))).toBe(false);
  });

  test("nothing changed is said so; a file that was only touched did not change", async () => {
    const kit = await openGitKit({ "a.ts": one });
    writeFileSync(join(kit.root, "a.ts"), one);
    expect(await kit.read("changes", {})).toMatch(/^HEAD \([\da-f]{8}\) → working tree: nothing changed\.$/);
  });
});

describe("files", () => {
  test("renamed, with odd names, deleted, and added again", async () => {
    const long = Array.from({ length: 12 }, (_each, at) => `export const value${at} = ${at};\n`).join("");
    const odd = process.platform === "win32" ? "odd näme.ts" : "odd\n näme.ts";
    const kit = await openGitKit({ "old.ts": long, "gone.ts": one, [odd]: one, "again.ts": one, "README.md": "# A\n" });
    kit.git("rm", "--quiet", "--cached", "again.ts");
    kit.write({
      "old.ts": undefined,
      "lib/new name.ts": long.replace("value3 = 3", "value3 = 4"),
      "gone.ts": undefined,
    });
    kit.write({ [odd]: two, "again.ts": two });
    const text = await kit.read("changes", {});
    expect(text).toContain("lib/new name.ts\n value3 4: body");
    expect(text).not.toContain("value4");
    expect(text).toContain("gone.ts\n one 1: removed");
    expect(text).toContain("again.ts\n one 1: body");
    // The policy refuses such a name on the disk, but git has recorded it.
    const isRefused = process.platform !== "win32";
    expect(text).toMatch(isRefused ? /odd.* näme\.ts: changed .*; not compared/ : /odd näme\.ts\n one 1: body/);
    kit.commit({ [odd]: two });
    expect(await kit.read("changes", { range: "HEAD^!" })).toMatch(/odd.* näme\.ts\n one 1: body/);
  });

  test("what is not compared is named with the reason", async () => {
    const kit = await openGitKit({
      "logo.png": Uint8Array.of(0x89, 0x50, 0, 1),
      ".env": "TOKEN=abc\n",
      "a.min.js": "f()\n",
    });
    kit.write({
      "logo.png": Uint8Array.of(0x89, 0x50, 0, 2),
      ".env": "TOKEN=very-secret-value\n",
      "big.ts": `export const big = "${"x".repeat(1_100_000)}";\n`,
      "made.ts": `// Code generated by protoc. DO NOT EDIT.\n${one}`,
      "a.min.js": "g()\n",
      "package-lock.json": "{}\n",
      "model.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:1\n",
    });
    const text = await kit.read("changes", {});
    expect(text).toContain("logo.png: changed; not compared: binary");
    expect(text).toContain("big.ts: added; not compared: too large");
    expect(text).toContain("made.ts: added +4 −0; generated");
    expect(text).toContain("a.min.js: changed +1 −1; minified");
    expect(text).toContain("package-lock.json: added +1 −0");
    expect(text).toContain("model.bin: added; not compared: kept in Git LFS");
    expect(text).not.toContain("very-secret-value");
    expect(text).toMatch(/\.env: changed; not compared: holds secrets|may not be read changed, too/);
  });

  test("line ends alone are no change, and neither is a conversion by the checkout", async () => {
    const kit = await openGitKit({ "a.ts": one, "b.ts": one });
    kit.write({ "a.ts": one.replaceAll("\n", "\r\n"), "b.ts": two.replaceAll("\n", "\r\n") });
    const text = await kit.read("changes", {});
    expect(text).toContain("b.ts\n one 1: body");
    expect(text).not.toContain("a.ts");
    expect(text).toContain("1 file differ in line ends alone");
  });

  test("code outside of symbols, comments and syntax errors are told", async () => {
    const kit = await openGitKit({ "a.ts": `import "x";\n${one}`, "b.ts": one, "c.ts": one });
    kit.write({
      "a.ts": `import "y";\n${one}`,
      "b.ts": `// New.\n\n\n${one}`,
      "c.ts": `${one}export function torn( {\n`,
    });
    const text = await kit.read("changes", {});
    expect(text).toContain("a.ts: changed +1 −1; code outside of symbols");
    expect(text).toMatch(/b\.ts.*comment/s);
    expect(text).toMatch(/^Incomplete: With syntax errors, so that symbols may be missing: c\.ts\./);
  });

  test("a project below the top of its repository sees its own files alone", async () => {
    const kit = await openGitKit({ "a.ts": one, "sub/package.json": "{}\n", "sub/b.ts": one });
    kit.commit({ "a.ts": two, "sub/b.ts": two });
    kit.write({ "a.ts": one, "sub/b.ts": one });
    for (const input of [{}, { range: "HEAD^!" }, { range: "HEAD^" }, { range: "HEAD^^!" }]) {
      const text = await kit.read("changes", { ...input, project: join(kit.root, "sub") });
      expect(text).not.toContain("a.ts");
    }
    expect(await kit.read("changes", { project: join(kit.root, "sub") })).toContain("b.ts\n one 1: body");
  });

  test("path narrows to a file that is gone, a directory or a glob", async () => {
    const kit = await openGitKit({
      "src/a.ts": one,
      "src/b.ts": one.replace("one", "other"),
      "c.ts": "export const c = 1;\n",
    });
    kit.write({ "src/a.ts": undefined, "src/b.ts": two, "c.ts": "export const c = 2;\n" });
    expect(await kit.read("changes", { path: "src/a.ts" })).toContain("src/a.ts\n one 1: removed");
    expect(await kit.read("changes", { path: "src" })).not.toContain("c.ts");
    expect(await kit.read("changes", { path: "*.ts" })).toContain("c 1: body");
    expect(await kit.call("changes", { path: "no/such.ts" })).toMatchObject({
      status: "tool_error",
      error: { code: "not_found" },
    });
  });
});

describe("whom it may not trust", () => {
  test("no setting, hook, filter, attribute or signature of the repository makes git run anything", async () => {
    const kit = await openGitKit({ "a.ts": one, "b.drv": "a\n" });
    const canary = join(kit.outside, "canary");
    const mark = join(kit.outside, "mark.sh");
    writeFileSync(mark, `#!/bin/sh\ntouch '${canary}'\ncat\n`, { mode: 0o755 });
    const signed = kit
      .git("cat-file", "commit", "HEAD")
      .replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\n");
    writeFileSync(join(kit.temp, "signed"), signed);
    kit.git("update-ref", "HEAD", kit.git("hash-object", "-t", "commit", "-w", join(kit.temp, "signed")).trim());
    kit.commit({ "a.ts": two });
    writeFileSync(join(kit.root, ".git/info/attributes"), "* diff=planted filter=planted\n");
    const settings = {
      "core.fsmonitor": mark,
      "core.pager": mark,
      "core.hooksPath": kit.outside,
      "diff.external": mark,
      "diff.planted.textconv": mark,
      "diff.planted.command": mark,
      "filter.planted.clean": mark,
      "filter.planted.smudge": mark,
      "gpg.program": mark,
      "log.showSignature": "true",
      "pager.rev-list": mark,
    };
    for (const [name, value] of Object.entries(settings)) kit.git("config", name, value);
    writeFileSync(join(kit.root, ".git/hooks/post-index-change"), `#!/bin/sh\ntouch '${canary}'\n`, { mode: 0o755 });
    kit.write({ "a.ts": one.replace("1;", "3;"), "new.ts": one });
    expect(await kit.read("changes", { range: "staged" })).toContain("nothing changed");
    rmSync(canary, { force: true });
    for (const input of [{}, { range: "HEAD^!" }, { range: "HEAD^" }, { symbol: "one", path: "a.ts" }])
      expect(await kit.read("changes", input)).toContain("body");
    expect(existsSync(canary)).toBe(false);
    // The trap works: git itself springs it.
    kit.git("diff", "--ext-diff");
    expect(existsSync(canary)).toBe(true);
  });
});

describe("history", () => {
  test("through changes, renames of the symbol and its file, and a move, newest first", async () => {
    const kit = await openGitKit({
      "a.ts": "export function first(x: number): number {\n  const sum = x + 1 + 2 + 3;\n  return sum;\n}\n",
    });
    kit.commit({ "b.ts": "export const b = 1;\n" }, "unrelated");
    kit.commit(
      { "a.ts": "export function second(x: number): number {\n  const sum = x + 1 + 2 + 3;\n  return sum;\n}\n" },
      "rename it",
    );
    kit.git("mv", "a.ts", "c.ts");
    kit.commit({}, "rename the file");
    const body = "export function second(x: number): number {\n  const sum = x + 1 + 2 + 4;\n  return sum;\n}\n";
    kit.commit({ "c.ts": body }, "change it");
    kit.commit(
      {
        "c.ts": undefined,
        "d.ts": `export const d = 1;\n${body}export const e = [d, d, d, d];\nexport const f = [e, e, e];\n`,
      },
      "move it",
    );
    kit.write({ "d.ts": body.replace("4", "5") });
    const text = await kit.read("changes", { symbol: "second" });
    expect(text.replaceAll(/\b[\da-f]{8}\b/g, "…")).toMatchInlineSnapshot(`
      "History of second in d.ts.
      not committed [body +1 −1]
      … 2026-01-02 Ann: move it [moved from c.ts +0 −0]
      … 2026-01-02 Ann: change it [body +1 −1]
      … 2026-01-02 Ann: rename the file [moved from a.ts +0 −0]
      … 2026-01-02 Ann: rename it [renamed from first +1 −1]
      … 2026-01-02 Ann: first [added +4 −0]"
    `);
    expect(await kit.read("changes", { symbol: "second", limit: 2 })).toContain("[More: offset 2.]");
    expect(await kit.read("changes", { symbol: "second", offset: 2, limit: 1 })).toContain("change it");
  });

  test("of a symbol that is gone, from the revision that had it", async () => {
    const kit = await openGitKit({ "a.ts": one });
    const last = kit.commit({ "a.ts": two }, "twice");
    kit.commit({ "a.ts": "export const none = 1;\n" }, "away");
    expect(await kit.read("changes", { symbol: "one", path: "a.ts", range: `${last}^!` })).toMatch(/twice.*\n.*first/);
    expect(await kit.call("changes", { symbol: "one", path: "a.ts" })).toMatchObject({ error: { code: "no_symbol" } });
  });

  test("a merge is listed only if it changed the symbol itself", async () => {
    const kit = await openGitKit({ "a.ts": `${one}\n\nexport const b = 1;\n` });
    kit.git("checkout", "--quiet", "-b", "topic");
    kit.commit({ "a.ts": `${two}\n\nexport const b = 1;\n` }, "on topic");
    kit.git("checkout", "--quiet", "main");
    kit.commit({ "a.ts": `${one}\n\nexport const b = 2;\n` }, "on main");
    kit.git("merge", "--quiet", "--no-edit", "topic");
    const text = await kit.read("changes", { symbol: "one", path: "a.ts" });
    expect(text).toContain("on topic");
    expect(text).toContain("first");
    expect(text).not.toMatch(/Merge|on main/);
  });

  test("a shallow clone says that older commits are missing", async () => {
    const kit = await openGitKit({ "a.ts": one });
    kit.commit({ "a.ts": two }, "twice");
    const clone = join(kit.root, "clone");
    execFileSync("git", ["clone", "--quiet", "--depth", "1", pathToFileURL(kit.root).href, clone], { stdio: "ignore" });
    expect(await kit.read("changes", { symbol: "one", path: "a.ts", project: clone })).toContain(
      "The clone is shallow",
    );
  });
});

describe("conformance", () => {
  const tables = openSymbolTables(lentThreads);
  afterAll(() => tables.close());
  const repository = {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/objects/info/packs": "",
    ".git/refs/heads/x.lock": "",
  };
  const services = () => {
    const { workspace } = openTestWorkspace({ ...repository, "a.ts": one });
    return { workspace: workspace.session(testCaller), symbolsOf: tables.symbolsOf };
  };

  testConformance(changes, { services, registry: tools });
});
