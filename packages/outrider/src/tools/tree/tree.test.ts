import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { countTokens } from "toolwright";
import { harness } from "toolwright/testing";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import tree from "./index.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

describe("what a model sees", () => {
  test("directories first, sizes, secrets, links, and what is left out", async () => {
    const { text, root } = open({
      "README.md": "x".repeat(1234),
      "src/index.ts": "x",
      "src/deep/down/here/a.ts": "xy",
      ".gitignore": "node_modules/\n*.log\n",
      "node_modules/m/index.js": "",
      "debug.log": "",
      ".env": "A=1",
      id_rsa: "key",
    });
    symlinkSync("../outside", join(root, "away"));
    symlinkSync("src/index.ts", join(root, "near"));
    mkdirSync(join(root, "empty"));
    expect(await text({})).toMatchInlineSnapshot(`
      ". (6 files in 4 directories)
      src/
       deep/down/here/
        a.ts 2
       index.ts 1
      .env 3 (masked)
      .gitignore 20
      README.md 1.2K
      away -> ../outside
      id_rsa (withheld)
      near -> src/index.ts
      [3 ignored or empty: debug.log, empty/, node_modules/]"
    `);
  });

  test("a large project fits, with the numbers of what is not shown", async () => {
    const { text, call } = open({}, (root) => {
      const make =
        "mkdir -p p{1..30}/src/sub; for d in p*; do touch $d/package.json $d/src/f{1..40}.ts $d/src/sub/g{1..5}.ts; done";
      execFileSync("bash", ["-c", make], { cwd: root });
    });
    const shown = await text({});
    expect(shown.split("\n").slice(0, 8)).toMatchInlineSnapshot(`
      [
        ". (1380 files in 90 directories)",
        "p1/",
        " src/",
        "  sub/ (5 files)",
        "  f1.ts … f40.ts (40)",
        " package.json 0",
        "p10/",
        " src/",
      ]
    `);
    expect(await countTokens(shown)).toBeLessThan(2_000);
    expect(await call({})).toMatchObject({ value: { files: 1_380, directories: 90 } });
  });

  test("names that differ in numbers only are one row, unless they are asked for", async () => {
    const { text, call } = open(
      { "snaps/README.md": "", "snaps/.env.1": "A=1", "few/a1.ts": "", "few/a2.ts": "" },
      (root) => {
        const make =
          "touch snaps/snap-{000001..000300}.json snaps/chunk-{10..70}deadbeef.js; for n in {1..60}; do touch snaps/name$n-$n-of.ts; done; for n in {1..9}; do touch snaps/few$n.js; done";
        execFileSync("bash", ["-c", make], { cwd: root });
      },
    );
    expect(await text({})).toMatchInlineSnapshot(`
      ". (434 files in 2 directories)
      few/
       a1.ts 0
       a2.ts 0
      snaps/
       .env.1 3 (masked)
       README.md 0
       chunk-10deadbeef.js … chunk-70deadbeef.js (61)
       few1.js … few9.js (9)
       name1-1-of.ts … name60-60-of.ts (60)
       snap-000001.json … snap-000300.json (300)
      [… stands for files with such names; glob "chunk-*.js" lists them]"
    `);
    expect(await call({})).toMatchObject({ value: { files: 434, directories: 2, entries: { length: 10 } } });
    const each = await text({ glob: "snap-*.json", limit: 400 });
    expect(each.split("\n").filter((line) => line.includes("snap-"))).toHaveLength(300);
  });

  test("names with hashes are one row with those alike, words with a digit are not, and totals stay exact", async () => {
    const hashes = ["DdG8xKq1", "a9Bz3Qw7", "Zt4mP0sX", "q1W2e3R4", "kL8mN2oP", "T5y6U7i8", "xA1sD2fG", "v3B4n5M6"];
    const uuid = (index: number): string => `3f2504e0-4f89-11d3-9a0c-0305e82c33${String(10 + index)}.json`;
    const words = [
      "Base64Encoder",
      "Utf8Decoder",
      "Http2Server",
      "Sha256Digest",
      "Md5Checksum",
      "Ipv4Address",
      "Oauth2Client",
      "Iso8601Date",
    ];
    const { text, call } = open({
      ...Object.fromEntries(hashes.map((hash) => [`dist/index-${hash}.js`, ""])),
      ...Object.fromEntries(hashes.map((_, index) => [`data/${uuid(index)}`, ""])),
      ...Object.fromEntries(words.map((word) => [`src/${word}.java`, ""])),
    });
    expect(await text({})).toMatchInlineSnapshot(`
      ". (24 files in 3 directories)
      data/
       3f2504e0-4f89-11d3-9a0c-0305e82c3310.json … 3f2504e0-4f89-11d3-9a0c-0305e82c3317.json (8)
      dist/
       index-a9Bz3Qw7.js … index-Zt4mP0sX.js (8)
      src/
       Base64Encoder.java 0
       Http2Server.java 0
       Ipv4Address.java 0
       Iso8601Date.java 0
       Md5Checksum.java 0
       Oauth2Client.java 0
       Sha256Digest.java 0
       Utf8Decoder.java 0
      [… stands for files with such names; glob "*.json" lists them]"
    `);
    expect(await call({})).toMatchObject({ value: { files: 24, directories: 3 } });
  });

  test("a directory with links or ignored entries is not joined with the one below it", async () => {
    const { text, root } = open({ ".gitignore": "*.log\n", "a/b/c/x.ts": "", "d/e/y.ts": "", "d/z.log": "" });
    symlinkSync("b", join(root, "a/link"));
    expect(await text({})).toMatchInlineSnapshot(`
      ". (3 files in 5 directories)
      a/
       b/c/
        x.ts 0
       link -> b
      d/
       e/
        y.ts 0
      .gitignore 6
      [1 ignored or empty: d/z.log]"
    `);
    expect(await text({ glob: "x.ts" })).toContain("\na/b/c/\n");
  });

  test("a directory that is not there comes with what is like it, and with the call that was meant", async () => {
    const { call } = open({ "packages/web/src/a.ts": "", "packages/docs/b.md": "", "web.ts": "" });
    expect((await call({ path: "web", depth: 2 })).error).toMatchObject({
      message:
        'There is no directory "web". The project has packages/web. In its directory, nearest first: web.ts, packages.',
      next: { tool: "tree", input: { path: "packages/web", depth: 2 } },
    });
    expect((await call({ path: "package" })).error?.message).toContain("nearest first: packages, ");
  });

  test("globs and depth", async () => {
    const { text } = open({ "a.ts": "", "b.md": "", "src/c.ts": "", "src/x/d.ts": "", "src/x/e.md": "" });
    expect(await text({ glob: "*.md" })).toMatchInlineSnapshot(`
      ". (2 files in 2 directories)
      src/x/
       e.md 0
      b.md 0"
    `);
    expect(await text({ depth: 1 })).toMatchInlineSnapshot(`
      ". (5 files in 2 directories)
      src/ (3 files)
      a.ts 0
      b.md 0"
    `);
    expect(await text({ path: "src", depth: 2 })).toMatchInlineSnapshot(`
      "src (3 files in 1 directory)
      x/
       d.ts 0
       e.md 0
      c.ts 0"
    `);
    expect(await text({ path: "src/c.ts" })).toBe("src/c.ts (1 file in 0 directories)\nsrc/c.ts 0");
  });

  test("pages name their place and the next offset", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`src/${"abcdefghijklmnopqrstuvwxyzABCD".charAt(index)}f.ts`, ""]),
    );
    const { text } = open({ ...files, "z.ts": "" });
    expect(await text({ depth: 5, offset: 10, limit: 2 })).toMatchInlineSnapshot(`
      ". (31 files in 1 directory)
      … in src/
       ff.ts 0
       gf.ts 0
      [2 of 32 entries. Next: offset 12. Narrow with path or glob.]"
    `);
    expect(await text({ depth: 5, offset: 99 })).toContain("Offset 99 is past the end: there are 32 entries.");
  });
});

describe("hostile trees", () => {
  test("attacks 9 and 10: odd names are listed escaped", async () => {
    const { text, root } = open({ "-rf": "", "*": "", "[id] (g)#1%20é@+.ts": "", "new\nline": "", "\u202Etxt": "" });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x2e, 0x74, 0x73])]), "x");
    expect(await text({})).toMatchInlineSnapshot(`
      ". (6 files in 0 directories)
      * 0
      -rf 0
      [id] (g)#1%20é@+.ts 0
      \\xff.ts
      new\\u000aline 0
      \\u202etxt 0"
    `);
  });

  test("attack 18: links in a circle are shown and not followed", async () => {
    const { text, call, root } = open({ "a.ts": "" });
    symlinkSync("two", join(root, "one"));
    symlinkSync("one", join(root, "two"));
    symlinkSync(".", join(root, "self"));
    expect(await text({})).toBe(". (1 file in 0 directories)\na.ts 0\none -> two\nself -> .\ntwo -> one");
    expect((await call({ path: "one" })).error?.code).toBe("link_loop");
  });

  const many = proofSize(100_000, 10_000);
  test(`attack 32: ${many} entries in one directory are a page and exact totals`, async () => {
    const { call } = open({}, (root) => {
      execFileSync("bash", ["-c", `seq -f 'file-%06g.ts' ${many} | xargs touch`], { cwd: root });
    });
    expect(await call({})).toMatchObject({ value: { files: many, entries: [{ name: "file-*.ts", files: many }] } });
    expect(await call({ glob: "*.ts" })).toMatchObject({
      value: { files: many, overflow: { shown: 120, total: many, next_offset: 120 } },
    });
    expect(await call({ glob: "*.ts", offset: many - 1 })).toMatchObject({
      value: { entries: [{ name: `file-${String(many).padStart(6, "0")}.ts` }] },
    });
  });

  test("following the offsets visits every entry once, whatever the tree", async () => {
    const name = fc.constantFrom("a", "b", "c", "d.ts", "e.ts");
    const paths = fc.uniqueArray(
      fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join("_/")}.x`),
      {
        minLength: 1,
        maxLength: 25,
      },
    );
    await fc.assert(
      fc.asyncProperty(paths, fc.integer({ min: 1, max: 7 }), async (files, limit) => {
        const { call, close } = open(Object.fromEntries(files.map((file) => [file, ""])));
        const seen: unknown[] = [];
        let offset: number | undefined = 0;
        while (offset !== undefined) {
          const outcome = await call({ depth: 9, limit, offset });
          if (outcome.status !== "ok") throw new Error(JSON.stringify(outcome));
          seen.push(...outcome.value.entries);
          offset = outcome.value.overflow?.next_offset;
        }
        const whole = await call({ depth: 9, limit: 1000 });
        expect(whole).toMatchObject({ value: { entries: seen, files: files.length } });
        await close();
      }),
      { numRuns: proofSize(15, 5) },
    );
  });
});

describe("the tool", () => {
  const services = () => {
    const { workspace } = openTestWorkspace({ "a.ts": "", "src/b.ts": "" });
    return { workspace: workspace.session(testCaller) };
  };

  testConformance(tree, { services });
});

function open(files: Readonly<Record<string, string | Uint8Array>>, make: (root: string) => void = () => {}) {
  const { workspace, root } = openTestWorkspace(files);
  make(root);
  const kit = harness([tree], { services: () => ({ workspace: workspace.session(testCaller) }), realTime: true });
  onTestFinished(() => kit.close());
  const call = async (input: Parameters<typeof kit.call<"tree">>[1]) => {
    const outcome = await kit.call("tree", input);
    return { ...outcome, error: "error" in outcome ? outcome.error : undefined };
  };
  const text = async (input: Parameters<typeof call>[0]): Promise<string> => {
    const outcome = await call(input);
    if (outcome.status !== "ok") throw new Error(JSON.stringify(outcome));
    return outcome.text;
  };
  return { root, call, text, close: () => kit.close() };
}
