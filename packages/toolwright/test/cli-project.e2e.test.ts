import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDirectory, makeProject, packageRoot, repositoryRoot, shell, toolwright } from "./cli-process.ts";

test("a new tool is well typed, conforms, passes its tests and can be called", async () => {
  const project = makeProject();
  const made = await toolwright(["new", "count_words"], project);
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).toContain("toolwright test count_words\n");
  expect(readdirSync(join(project, "tools", "count_words")).sort()).toEqual([
    "count_words.test.ts",
    "description.md",
    "guide.md",
    "index.ts",
  ]);

  const conforms = await toolwright(["test", "count_words"], project);
  expect(conforms).toMatchObject({ code: 0, stderr: "" });
  expect(conforms.stdout).toMatch(/^✓ count_words  \d+ passed, \d+ not applicable\n1 tool tested, all conform\.\n$/);
  const byPath = await toolwright(["test", "tools/count_words/index.ts", "--verbose"], project);
  expect(byPath).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ example:ok  ") });
  const called = await toolwright(["call", "count_words", '{"text":"To be or not to be"}'], project);
  expect(called).toEqual({ code: 0, stdout: "6 words, 1 line, 18 characters\n", stderr: "" });

  const compilerOptions = { customConditions: [] };
  const tsconfig = { extends: join(repositoryRoot, "tsconfig.json"), compilerOptions, include: ["tools"] };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(tsconfig));
  const typed = await shell(`'${join(repositoryRoot, "node_modules", ".bin", "tsc")}' -p tsconfig.json`, project);
  expect(typed).toMatchObject({ code: 0, stdout: "" });

  const config =
    'import { markdownAsText } from "toolwright/testing";\nexport default { plugins: [markdownAsText()] };\n';
  writeFileSync(join(project, "vitest.config.mjs"), config);
  const tested = await shell(`'${join(repositoryRoot, "node_modules", ".bin", "vitest")}' run`, project);
  expect(tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d\d passed/) });

  expect(leftovers(project)).toEqual([]);
});

test("new overwrites nothing and tells the line to add", async () => {
  const project = makeProject();
  await toolwright(["new", "count_words"], project);
  const list = readFileSync(join(project, "tools", "index.ts"), "utf8");
  writeFileSync(join(project, "tools", "count_words", "index.ts"), "mine");
  const again = await toolwright(["new", "count_words"], project);
  expect(again).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("count_words.test.ts exists") });
  expect(readFileSync(join(project, "tools", "count_words", "index.ts"), "utf8")).toBe("mine");
  const other = await toolwright(["new", "other"], project);
  expect(other.stdout).toContain('Register it in tools/index.ts: import otherTool from "./other/index.ts";');
  expect(readFileSync(join(project, "tools", "index.ts"), "utf8")).toBe(list);
  expect(await toolwright(["new", "read_output"], project)).toMatchObject({ code: 2, stdout: "" });
});

test("a tool that is not in the list is said to be there", async () => {
  const project = makeProject();
  for (const name of ["count_words", "other"]) await toolwright(["new", name], project);
  for (const command of ["call", "tools", "test"]) {
    const unregistered = await toolwright([command, "other"], project);
    expect(unregistered).toMatchObject({ code: 2, stdout: "" });
    expect(unregistered.stderr).toContain("tools/other exists but is not in tools/index.ts.\n");
  }
});

test("a tool that breaks its promises fails the test, in JSON as well", async () => {
  const project = makeProject();
  await toolwright(["new", "count_words"], project);
  const handler = join(project, "tools", "count_words", "index.ts");
  writeFileSync(handler, readFileSync(handler, "utf8").replace("words: words.length", 'words: Number("x")'));
  const text = await toolwright(["test"], project);
  expect(text).toMatchObject({ code: 1, stdout: expect.stringContaining("not conforming: count_words") });
  expect(text.stdout).toMatch(
    /^✗ count_words  1 failed, .*\n  ✗ example:ok  [^✓–]*\n  \d+ checks wait for example:ok\n/,
  );
  const json = await toolwright(["test", "--json"], project);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject([{ tool: "count_words", ok: false }]);
});

test("without a module it says what it looked for", async () => {
  const cwd = makeDirectory();
  const { code, stderr } = await toolwright(["tools"], cwd);
  expect(code).toBe(2);
  expect(stderr).toContain(
    `looked for tools/index.ts, src/tools/index.ts, tools/index.js, src/tools/index.js in ${cwd}`,
  );
});

test.each([
  ["syntax.ts", "const a = 1;\n  const x = ;", 'syntax.ts:2:13: Unexpected ";"\n  const x = ;\n            ^'],
  ["syntax.mjs", "const a = 1;\n  const x = ;", 'syntax.mjs:2:13: Unexpected ";"'],
  ["none.ts", "export const tool = 1;", "none.ts has no default export (it exports tool)"],
  ["plain.ts", 'export default { name: "x", handle() {} };', "each made by defineTool"],
  ["missing.ts", 'import x from "./gone.ts"; export default x;', 'missing.ts:1:15: Could not resolve "./gone.ts"'],
  ["package.ts", 'import x from "gone"; export default x;', 'Cannot find package "gone". Next: npm install gone'],
  [
    "throws.ts",
    'const f = () => {\n  throw new RangeError("boom");\n};\nexport default f();',
    "throws.ts:2:9: RangeError: boom",
  ],
  [
    "wrong.ts",
    'import { defineTool } from "toolwright";\nexport default defineTool({} as never);',
    "wrong.ts:2:16: Tool",
  ],
  ["access.ts", "export default { tools: [], access: { confirm: 1 } };", "access must be a policy function or rules"],
])("%s is refused with its place", async (name, text, message) => {
  const project = makeProject();
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src", name), text);
  const result = await toolwright(["tools", "--from", `src/${name}`], project);
  expect(result).toMatchObject({ code: 2, stdout: "" });
  expect(result.stderr).toContain(message);
  expect(leftovers(project)).toEqual([]);
});

function leftovers(project: string): readonly string[] {
  const cache = join(project, "node_modules", ".cache", "toolwright");
  const seen = [project, join(project, "src"), join(project, "tools"), cache].flatMap((directory) => {
    try {
      return readdirSync(directory);
    } catch {
      return [];
    }
  });
  return seen.filter((name) => name.startsWith(".toolwright-"));
}

test("a bundled tool finds the files beside it, and what it logs stays out of the answer", async () => {
  const project = makeProject();
  mkdirSync(join(project, "tools"));
  writeFileSync(join(project, "tools", "greeting.txt"), "hello from beside");
  const source = `
    import { readFileSync } from "node:fs";
    import { defineTool } from "toolwright";
    import * as z from "zod";
    export default defineTool({
      name: "greet",
      description: "Greets.",
      input: z.strictObject({}),
      effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      handle() {
        console.log("noise");
        return readFileSync(new URL("./greeting.txt", import.meta.url), "utf8");
      },
    });`;
  writeFileSync(join(project, "tools", "index.ts"), source);
  const called = await toolwright(["call", "greet", "--json"], project);
  expect(called).toMatchObject({ code: 0, stderr: "noise\n" });
  expect(JSON.parse(called.stdout)).toMatchObject({ status: "ok", value: "hello from beside" });
});

test("started from node_modules it prints commands that npx can run", async () => {
  const project = makeProject();
  mkdirSync(join(project, "node_modules", ".bin"));
  symlinkSync(join(packageRoot, "bin", "toolwright.js"), join(project, "node_modules", ".bin", "toolwright"));
  const made = await shell("node_modules/.bin/toolwright new count_words", project);
  expect(made.stdout).toContain("npx toolwright test count_words\n");
});

test.each([
  ["with", "count_words"],
  ["without", "count_words_2"],
])("Markdown is imported %s an attribute", async (kind, name) => {
  const project = makeProject();
  await toolwright(["new", name], project);
  const index = join(project, "tools", name, "index.ts");
  if (kind === "without") writeFileSync(index, readFileSync(index, "utf8").replaceAll(' with { type: "text" }', ""));
  expect((await toolwright(["tools"], project)).stdout).toContain("Counts the words, lines and characters of a text.");
});

test("what the module's own rules ask for is not tested unasked, however harmless", async () => {
  const project = makeProject();
  await toolwright(["new", "count_words"], project);
  const source = `
    import countWords from "./count_words/index.ts";
    export default { tools: [countWords], access: { tools: { count_words: "ask" } } };`;
  writeFileSync(join(project, "tools", "index.ts"), source);
  const unasked = await toolwright(["test"], project);
  expect(unasked).toMatchObject({ code: 1, stdout: expect.stringContaining("Not tested: count_words.") });
  expect(await toolwright(["test", "--yes"], project)).toMatchObject({ code: 0 });
});
