import { linkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";

const aws = ["AKIA", "IOSFODNN7EXAMPLE"].join("");
const github = `${["gh", "p_"].join("")}abcdefghijklmnopqrstuvwxyz0123456789`;
const line = `const key = "${aws}"; const foo2 = "${github}";\n`;

describe("a secret that an edit would take apart", () => {
  test.each([
    { pattern: "AKIA|ghp_", new_string: "" },
    { pattern: '"(....)(.{4})(.{4})(.{4})(.{4})"', new_string: '["$1", "$2", "$3", "$4", "$5"]' },
    { pattern: '"', new_string: "x" },
  ])("is not touched by $pattern, and its line is told", async (input) => {
    const kit = await openKit({ "k.ts": line, "other.ts": 'const other = "AKIA is no key";\n' });
    const text = await textOf(kit, { ...input, glob: "*.ts" });
    expect(text).toContain("k.ts:1");
    expect(text).toContain("touch a secret");
    const id = /Preview ([0-9a-f]{8})/.exec(text)?.[1];
    const applied = id === undefined ? "" : await kit.read("edit_file", { apply: id });
    expect(readFileSync(join(kit.root, "k.ts"), "utf8")).toBe(line);
    for (const shown of [text, applied]) expectNoSecret(shown);
  });

  test("is not shown when something else in its line is replaced", async () => {
    const kit = await openKit({ "k.ts": `const password = "kJ8x2mQ9vL4pR7wZ1nB6";\n` });
    const input = { pattern: "password", new_string: "label", glob: "*.ts" };
    const text = await textOf(kit, input);
    expect(text).toContain("masked: the line holds a secret");
    const id = /Preview ([0-9a-f]{8})/.exec(text)?.[1];
    const dry = await kit.read("edit_file", { apply: id, dry_run: true });
    const applied = await kit.read("edit_file", { apply: id });
    for (const shown of [text, dry, applied]) expect(shown).not.toMatch(/kJ8x|2mQ9/);
  });

  test.each([true, false])("is not shown by a plain edit, nor by its undo (dry run: %s)", async (dryRun) => {
    const kit = await openKit({ "k.ts": `first();\n${line}` });
    const input = { path: "k.ts", old_string: github.slice(0, 4), new_string: "", dry_run: dryRun };
    expectNoSecret(await kit.read("edit_file", input));
    if (dryRun) return;
    expectNoSecret(await kit.read("edit_code", { action: "undo", dry_run: true }));
    expectNoSecret(await kit.read("edit_code", { action: "undo" }));
  });

  test("is shown where the person has turned masking off", async () => {
    const settings = "[security]\nmask_values = false\n";
    const kit = await openKit({ "k.ts": line }, { settings });
    const text = await textOf(kit, { old_string: "AKIA", new_string: "", glob: "*.ts" });
    expect(text).toContain(`const key = "${aws.slice(4)}"`);
  });
});

describe("limits of a replacement", () => {
  test("new text of more than 8 MiB is refused before it is made", async () => {
    const kit = await openKit({ "a.txt": "a".repeat(19_999) });
    const outcome = await kit.call("edit_file", { pattern: "a", new_string: "b".repeat(5_000), glob: "*" });
    expect(outcome).toMatchObject({ error: { code: "too_many", message: expect.stringContaining("99995000") } });
    const captured = await kit.call("edit_file", { pattern: "(a+)", new_string: "$1".repeat(1_000), glob: "*" });
    expect(captured).toMatchObject({ error: { code: "too_many" } });
  });

  test("much new text in one line is previewed and written", async () => {
    const kit = await openKit({ "a.txt": "a".repeat(19_999) });
    const text = await textOf(kit, { pattern: "a", new_string: "b".repeat(100), glob: "*" });
    expect(text).toContain("19999 matches in 1 file");
    await kit.read("edit_file", { apply: /Preview ([0-9a-f]{8})/.exec(text)?.[1] });
    expect(readFileSync(join(kit.root, "a.txt"), "utf8")).toBe("b".repeat(19_999 * 100));
  });

  test.each([String.raw`\z`, String.raw`\A`, String.raw`(?-m)$`, String.raw`a\\\z`])(
    "%s, which is about a whole file, is refused",
    async (pattern) => {
      const kit = await openKit({ "a.txt": "one\ntwo\n" });
      const outcome = await kit.call("edit_file", { pattern, new_string: "x", glob: "*" });
      expect(outcome).toMatchObject({ error: { code: "unclear_edit" } });
    },
  );

  test("a backslash and a letter, which are no anchor, are replaced", async () => {
    const kit = await openKit({ "a.txt": String.raw`C:\zoo` });
    expect(await textOf(kit, { pattern: String.raw`\\zoo`, new_string: "x", glob: "*" })).toContain("1 match");
  });

  test("lock files of all ecosystems are skipped as generated", async () => {
    const names = ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "Cargo.lock", "go.sum", "npm-shrinkwrap.json"];
    const kit = await openKit({ ...Object.fromEntries(names.map((name) => [name, "old\n"])), "a.txt": "old\n" });
    const text = await textOf(kit, { old_string: "old", new_string: "new", glob: "*" });
    expect(text).toContain("1 match in 1 file");
    for (const name of names) expect(text).toMatch(new RegExp(`Skipped, generated: .*${name}`));
  });

  test("of two names of one file, both changed, none is told to be old", async () => {
    const kit = await openKit(
      { "a.txt": "old\n" },
      { prepare: ({ root }) => linkSync(join(root, "a.txt"), join(root, "b.txt")) },
    );
    const text = await textOf(kit, { old_string: "old", new_string: "new", glob: "*" });
    const applied = await kit.read("edit_file", { apply: /Preview ([0-9a-f]{8})/.exec(text)?.[1] });
    expect(applied).not.toContain("old content");
    expect(applied).toContain("which is a separate file now");
    for (const name of ["a.txt", "b.txt"]) expect(readFileSync(join(kit.root, name), "utf8")).toBe("new\n");
  });
});

async function textOf(kit: OutriderKit, input: object): Promise<string> {
  const outcome = await kit.call("edit_file", input);
  return outcome.status === "ok" ? outcome.text + JSON.stringify(outcome.value) : JSON.stringify(outcome);
}

function expectNoSecret(text: string): void {
  for (const secret of [aws, github])
    for (let at = 4; at + 4 <= secret.length; at += 4) expect(text).not.toContain(secret.slice(at, at + 4));
}
