import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { describe, expect, test } from "vitest";
import { noOutputs, openGrep as open } from "../../../test/support/grep-kit.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { createLibraryFinder } from "../../libraries/create-library-finder.ts";
import { startLinkSwapper } from "../../../test/support/writer-processes.ts";
import grep from "./index.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

describe("what a model sees", () => {
  test("lines grouped by file, sorted by path, with their numbers", async () => {
    const { text } = open({
      "src/b.ts": "import x\n\tfetch(a);\n",
      "src/a.ts": "fetch(1)\nno\nfetch(2) // fetch\n",
      "README.md": "nothing\n",
    });
    expect(await text({ pattern: String.raw`\bfetch\(` })).toMatchInlineSnapshot(`
      "3 matches in 2 files:
      src/a.ts
      1:fetch(1)
      3:fetch(2) // fetch
      src/b.ts
      2:	fetch(a);"
    `);
  });

  test("context around matches, each line once, gaps marked", async () => {
    const { text } = open({ "a.txt": "1\n2 hit\n3\n4 hit\n5\n6\n7\n8 hit\n9\n" });
    expect(await text({ pattern: "hit", context: 1 })).toMatchInlineSnapshot(`
      "3 matches in 1 file:
      a.txt
      1-1
      2:2 hit
      3-3
      4:4 hit
      5-5
      --
      7-7
      8:8 hit
      9-9"
    `);
  });

  test("only files, or counts with the most first", async () => {
    const { text } = open({ "a.ts": "x\n", "b.ts": "x\nx\n", "c.ts": "y\n" });
    expect(await text({ pattern: "x", output: "files" })).toBe("2 files:\na.ts\nb.ts");
    expect(await text({ pattern: "x", output: "count" })).toBe("3 matches in 2 files:\nb.ts: 2\na.ts: 1");
  });

  test("an overflow with exact totals, the next offset and where most of it is", async () => {
    const { text } = open({ "a.ts": "x\n".repeat(40), "b.ts": "x\n".repeat(400), "c.ts": "x\n" });
    const shown = await text({ pattern: "x" });
    expect(shown.split("\n").slice(0, 3)).toEqual(["441 matches in 3 files:", "a.ts", "1:x"]);
    expect(shown.split("\n").at(-1)).toMatchInlineSnapshot(
      `"[50 of 441 shown. Next: offset 50. Narrow with path, glob or type, or page with offset. Most in: b.ts 400, a.ts 40, c.ts 1.]"`,
    );
  });

  test("a long line is cut around its match, between characters", async () => {
    const { text } = open({ "min.js": `${"é".repeat(5_000)}needle${"ü".repeat(5_000)}\nshort needle\n` });
    const [, , long = "", short] = (await text({ pattern: "needle" })).split("\n");
    expect(long).toMatch(/^1:…é{30}needleü+…$/);
    expect(long.length).toBeLessThan(260);
    expect(short).toBe("2:short needle");
  });

  test("nothing found is an answer that says what was searched and what was not", async () => {
    const { text } = open({ "a.ts": "x", "b.ts": "x", ".env": "needle=1", id_rsa: "needle" });
    expect(await text({ pattern: "needle" })).toMatchInlineSnapshot(`
      "No matches in 2 files.
      2 with secrets, such as .env, are never searched."
    `);
    expect(await text({ pattern: "needle", glob: "*.ts" })).toBe("No matches in 2 files.");
  });

  test("an invalid pattern comes with ripgrep's explanation and the way on", async () => {
    const { call } = open({});
    expect(await call({ pattern: "foo(" })).toMatchObject({ error: { code: "invalid_pattern" } });
    expect((await call({ pattern: "foo(" })).error?.message).toMatchInlineSnapshot(`
      "The pattern is no valid regular expression:
      regex parse error:
          (?:foo()
          ^
      error: unclosed group
      To find the text as it stands, set \`literal\`."
    `);
    expect((await call({ pattern: "(?=a)b" })).error?.message).toMatchInlineSnapshot(`
      "The pattern is no valid regular expression:
      regex parse error:
          (?:(?=a)b)
             ^^^
      error: look-around, including look-ahead and look-behind, is not supported
      This engine has neither look-around nor back-references; match more and narrow down, or search twice."
    `);
    expect(await call({ pattern: "foo(", literal: true })).toMatchObject({ status: "ok" });
    expect((await call({ pattern: "a", type: "nope" })).error).toMatchInlineSnapshot(`
      {
        "code": "unknown_type",
        "message": "unrecognized file type: nope. Use a short name such as "ts", "py", "rust" or "md", or a \`glob\`.",
        "retryable": false,
      }
    `);
    expect((await call({ pattern: "a", glob: "[" })).error).toMatchObject({ code: "invalid_glob" });
    expect((await call({ pattern: "a", path: "none" })).error).toMatchObject({ code: "not_found" });
  });

  test("an empty pattern and one with a NUL each say what is wrong", async () => {
    const { call } = open({ "a.ts": "x" });
    expect(JSON.stringify(await call({ pattern: "" }))).toContain("which is in every line");
    expect(JSON.stringify(await call({ pattern: "" }))).not.toContain("NUL");
    expect(JSON.stringify(await call({ pattern: "a\0" }))).toContain("expected no NUL character");
  });

  test("control characters and turned text are shown, not obeyed", async () => {
    const { text } = open({ "a.txt": "x \u001B[31mred\u0007 \u202Eevil\r\n", "b\n.txt": "x\n" });
    expect(await text({ pattern: "x" })).toMatchInlineSnapshot(`
      "2 matches in 2 files:
      a.txt
      1:x \\u001b[31mred\\u0007 \\u202eevil
      b\\u000a.txt (cannot be read (invalid_path))"
    `);
  });
});

describe("how patterns are read", () => {
  const files = { "a.txt": "Foo foo food\nfoo.bar\nfooxbar\nstart {\n  body\n}\n" };

  test("case, words and literals", async () => {
    const { matches } = open(files);
    expect(await matches({ pattern: "FOO" })).toBe(0);
    expect(await matches({ pattern: "FOO", ignore_case: true })).toBe(3);
    expect(await matches({ pattern: "foo", word: true })).toBe(2);
    expect(await matches({ pattern: "foo.bar" })).toBe(2);
    expect(await matches({ pattern: "foo.bar", literal: true })).toBe(1);
  });

  test("over lines when the pattern has a line end, with a dot that matches it when asked", async () => {
    const { text, matches } = open({ ...files, "b.txt": "none\n".repeat(3) });
    expect(await text({ pattern: String.raw`start \{\n.*\n\}` })).toMatchInlineSnapshot(`
      "1 match in 1 file:
      a.txt
      4:start {
      5:  body
      6:}"
    `);
    expect(await matches({ pattern: "start.*body" })).toBe(0);
    expect(await matches({ pattern: "start.*body", multiline: true })).toBe(1);
    expect(await matches({ pattern: "Foo foo food\nfoo.bar", literal: true })).toBe(1);
  });

  test("pages of matches over lines visit each once", async () => {
    const { call } = open({ "a.txt": "a\nb\n".repeat(30), "b.txt": "xa\nb\n".repeat(5) });
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const outcome = await call({ pattern: "a\nb", offset, limit: 7 });
      if (outcome.status !== "ok") throw new Error(outcome.status);
      for (const { file, lines } of outcome.value.files) {
        seen.push(...(lines ?? []).filter(({ text }) => text.endsWith("a")).map(({ line }) => `${file}:${line}`));
      }
      offset = outcome.value.overflow?.next_offset;
    }
    expect(seen).toHaveLength(35);
    expect(new Set(seen).size).toBe(35);
  });

  test("several matches in a line are each counted and reached when matches may span lines", async () => {
    const { call, text } = open({ "a.txt": "aa aa aa\naa\naa\n" });
    expect(await text({ pattern: "aa", multiline: true })).toBe("5 matches in 1 file:\na.txt\n1:aa aa aa\n2:aa\n3:aa");
    expect(await call({ pattern: "aa", multiline: true, offset: 3, limit: 1 })).toMatchObject({
      value: { matches: 5, files: [{ lines: [{ line: 2 }] }], overflow: { next_offset: 4 } },
    });
    expect(await text({ pattern: "aa", multiline: true, output: "count" })).toContain("5 matches in 1 file");
  });

  test("types and globs", async () => {
    const { text } = open({ "a.py": "x\n", "b.ts": "x\n", "src/c.ts": "x\n", "src/c.test.ts": "x\n" });
    const files = async (input: object) =>
      (await text({ pattern: "x", output: "files", ...input })).split("\n").slice(1);
    expect(await files({ type: "py" })).toEqual(["a.py"]);
    expect(await files({ glob: "*.ts" })).toEqual(["b.ts", "src/c.test.ts", "src/c.ts"]);
    expect(await files({ glob: "!*.test.ts" })).toEqual(["a.py", "b.ts", "src/c.ts"]);
    expect(await files({ type: "ts", glob: "src/**" })).toEqual(["src/c.test.ts", "src/c.ts"]);
    expect(await files({ path: "src", glob: "*.test.ts" })).toEqual(["src/c.test.ts"]);
  });

  test("encodings: a byte order mark and UTF-16 are read as text, damaged bytes are marked", async () => {
    const { text } = open({
      "bom.txt": "\u{feff}first needle\nsecond needle é\n",
      "utf16.txt": Buffer.from("\u{feff}one\nß needle\n", "utf16le"),
      "latin.txt": Buffer.from("caf\xe9 needle\n", "latin1"),
      "crlf.txt": "a\r\nneedle\r\n",
    });
    expect(await text({ pattern: "needle" })).toMatchInlineSnapshot(`
      "5 matches in 4 files:
      bom.txt
      1:first needle
      2:second needle é
      crlf.txt
      2:needle
      latin.txt
      1:caf� needle
      utf16.txt
      2:ß needle"
    `);
  });
});

describe("what is searched", () => {
  test("a library by its name, where the project has it installed", async () => {
    const { text, call } = open({
      ".gitignore": "node_modules\n",
      "node_modules/dep/package.json": '{"name":"dep","version":"1.2.3"}',
      "node_modules/dep/lib/a.js": "needle\n",
    });
    expect(await text({ pattern: "needle", path: "library:dep" })).toContain("node_modules/dep/lib/a.js\n1:needle");
    expect(await text({ pattern: "needle", path: "library:dep/lib/a.js" })).toContain("1:needle");
    expect((await call({ pattern: "needle", path: "library:none" })).error?.code).toBe("no_library");
  });

  test("a path that is not there comes with what is like it, and with the call that was meant", async () => {
    const { call } = open({ "src/tools/grep.ts": "x\n", "src/index.ts": "x\n", "src/id_rsa": "key" });
    expect((await call({ pattern: "x", path: "src/grep.ts" })).error).toMatchObject({
      code: "not_found",
      message:
        'There is no file or directory "src/grep.ts". The project has src/tools/grep.ts. In its directory, nearest first: index.ts, tools.',
      next: { tool: "grep", input: { pattern: "x", path: "src/tools/grep.ts" } },
    });
    expect((await call({ pattern: "x", path: "tools" })).error?.next).toMatchObject({ input: { path: "src/tools" } });
  });

  test("attack 112: ignored files only where their directory is named, hidden ones always", async () => {
    const { text } = open({ ".gitignore": "out/**\n", "out/deep/a.js": "x\n", ".hidden/b": "x\n", "c.js": "x\n" });
    expect(await text({ pattern: "x", output: "files" })).toBe("2 files:\n.hidden/b\nc.js");
    expect(await text({ pattern: "x", path: "out/deep" })).toMatchInlineSnapshot(`
      "1 match in 1 file:
      out/deep/a.js
      1:x
      git ignores this directory; it was searched because it was named."
    `);
    expect(await text({ pattern: "x", path: "out/deep/a.js" })).toBe("1 match in 1 file:\nout/deep/a.js\n1:x");
  });

  test("attack 110: credentials are not found, whatever the glob, path or case says", async () => {
    const secret = "needle-secret";
    const { text, call } = open({
      ".env": secret,
      id_rsa: secret,
      "Deploy.PEM": secret,
      ".npmrc": secret,
      ".git-credentials": secret,
      "sub/credentials.json": secret,
      "a.ts": "const plain = 1;\n",
    });
    for (const input of [{}, { glob: "*" }, { glob: ".env" }, { glob: "*.pem" }, { context: 20 }, { path: "sub" }]) {
      for (const output of ["lines", "files", "count"] as const) {
        const shown = await text({ pattern: "needle", output, ...input });
        expect(shown).toContain("No matches");
        expect(shown).not.toContain("needle");
      }
    }
    expect((await call({ pattern: "needle", path: "id_rsa" })).error?.code).toBe("denied_path");
    expect((await call({ pattern: "needle", path: ".env" })).error?.code).toBe("secret_file");
  });

  test("an answer does not depend on what is in a secret", async () => {
    const { text } = open({ ".env": "KEY=abc\n", "a.ts": "const plain = 1;\n" });
    for (const more of [{}, { output: "count" }, { glob: ".env" }] as const) {
      expect(await text({ pattern: "^KEY=a", ...more })).toBe(await text({ pattern: "^KEY=b", ...more }));
    }
  });

  test("attack 14: links are not followed on the way, and one that is named is judged first", async () => {
    const { text, call, root, outside } = open({ "real/a.ts": "needle\n" });
    writeFileSync(join(outside, "secret.txt"), "needle\n");
    symlinkSync(outside, join(root, "away"));
    symlinkSync(join(outside, "secret.txt"), join(root, "one.txt"));
    symlinkSync("real", join(root, "inside"));
    expect(await text({ pattern: "needle", output: "files" })).toBe("1 file:\nreal/a.ts");
    expect(await text({ pattern: "needle", path: "inside", output: "files" })).toBe("1 file:\nreal/a.ts");
    expect((await call({ pattern: "needle", path: "away" })).error?.code).toBe("link_escapes");
    expect((await call({ pattern: "needle", path: "one.txt" })).error?.code).toBe("link_escapes");
  });

  test("attack 17: a directory that is swapped for a link during the search shows nothing from outside", async () => {
    const { text, root, outside } = open({ "d/a.txt": "needle inside\n", "e.txt": "needle\n" });
    writeFileSync(join(outside, "a.txt"), "needle OUTSIDE\n");
    const swapper = startLinkSwapper(join(root, "d"), outside);
    await swapper.ready;
    const seen = new Set<string>();
    const inside = "1:needle inside";
    const begun = performance.now();
    // Long enough that a link is met, and until the directory is.
    const isOver = (): boolean => performance.now() - begun > (seen.has(inside) ? proofSize(3_000, 600) : 15_000);
    while (!isOver()) for (const line of (await text({ pattern: "needle" })).split("\n")) seen.add(line);
    swapper.child.kill("SIGTERM");
    await swapper.end;
    expect(seen).toContain(inside);
    expect([...seen].join("\n")).not.toContain("OUTSIDE");
  });

  test("binary files are skipped, and said when one is named", async () => {
    const { text } = open({ "a.bin": Buffer.from("needle\0needle"), "b.txt": "needle\n" });
    expect(await text({ pattern: "needle", output: "files" })).toBe("1 file:\nb.txt");
    expect(await text({ pattern: "needle", path: "a.bin" })).toMatchInlineSnapshot(`
      "No matches.
      a.bin is a binary file; nothing in it was searched."
    `);
  });

  test("kept outputs by their handle", async () => {
    const { text, temp } = open({}, (place) => {
      writeFileSync(join(place.temp, "kept"), "one\ntwo needle\n");
      return {
        isHandle: (path) => path.startsWith("@"),
        withFile: (_handle, use) => use(join(place.temp, "kept")),
      };
    });
    expect(temp).not.toBe("");
    expect(await text({ pattern: "needle", path: "@out_1" })).toBe("1 match in 1 file:\n@out_1\n2:two needle");
  });

  test("attack 10: names that look like options or globs", async () => {
    const names = ["-rf", "--help", "*", ":(exclude)", "[id] (g)#1%20é@+.ts", "-", "-e/--pre"];
    const { text } = open(Object.fromEntries(names.map((name) => [name, "needle\n"])));
    expect((await text({ pattern: "needle", output: "files" })).split("\n").slice(1)).toEqual(names.toSorted());
    expect(await text({ pattern: "needle" })).toContain(`${names.length} matches in ${names.length} files`);
    for (const name of names) expect(await text({ pattern: "needle", path: name })).toContain("1:needle");
  });

  test("attack 9: a name that is no text is counted and harms nothing", async () => {
    const { text, root } = open({ "a.ts": "needle\n" });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x2e, 0x74, 0x73])]), "needle\n");
    expect(await text({ pattern: "needle" })).toMatchInlineSnapshot(`
      "1 match in 1 file:
      a.ts
      1:needle
      1 more file has matches, but a name that is no text."
    `);
  });

  test("attacks 59 and 60: options, shell syntax and redirections in every field are text", async () => {
    const { call, root } = open({ "a.ts": "x\n" });
    const hostile = [
      "--pre=sh",
      "-f/etc/passwd",
      "; touch hacked",
      "$(touch hacked)",
      "`touch hacked`",
      "| touch hacked",
    ];
    for (const text of hostile) {
      for (const field of ["pattern", "path", "glob", "type"]) {
        const outcome = await call({ pattern: "x", literal: true, [field]: text });
        expect(outcome.status === "ok" ? outcome.value.in_files : outcome.status).toBeOneOf([0, "tool_error"]);
      }
    }
    expect(existsSync(join(root, "hacked"))).toBe(false);
  });
});

describe("the tool", () => {
  const services = (files: Readonly<Record<string, string>>) => {
    const { workspace } = openTestWorkspace(files);
    const libraries = createLibraryFinder({ addRoot: workspace.addLibraryRoot });
    return () => ({ workspace: workspace.session(testCaller), outputs: noOutputs, libraries });
  };

  testConformance(grep, { services: () => services({ "a.ts": "fetch(1); // TODO\n" })() });
});
