import { expect, test } from "vitest";
import { openSymbolsKit } from "../../test/support/symbols-kit.ts";
import { otherWays } from "../tools/edit_code/other-ways.ts";
import { openDraft } from "./draft.ts";
import { type CheckOptions, replaceChecked } from "./replace-checked.ts";

const { signal } = new AbortController();

async function open(files: Readonly<Record<string, string>>) {
  const { project, symbols } = await openSymbolsKit(files);
  const draft = openDraft({ project, signal, otherWays });
  /** Puts text in place of another that stands in the file once. */
  async function replace(path: string, old: string, text: string, options?: CheckOptions) {
    const file = await draft.read(path);
    const start = file.text.indexOf(old);
    return await replaceChecked(
      { symbols, signal, otherWays },
      draft,
      file,
      [{ start, end: start + old.length, text }],
      options,
    );
  }
  return { draft, replace };
}

test("an edit is refused with the place that the parser stumbles over, and the draft stays as it was", async () => {
  const { draft, replace } = await open({ "src/a.ts": "let a = 1;\nlet b = 2;\n" });
  await expect(replace("src/a.ts", "1", "[1")).rejects.toMatchObject({
    code: "broken_syntax",
    message:
      'The new text breaks the syntax of "src/a.ts"; nothing was changed. "]" is missing at src/a.ts:1:11, in the text with the edit: let a = [1;. `edit_file` writes text whose syntax nobody checks.',
  });
  await expect(replace("src/a.ts", "let a = 1;", "let = = 1;")).rejects.toMatchObject({
    code: "broken_syntax",
    message: expect.stringContaining("The parser stumbles at src/a.ts:1:"),
  });
  expect(draft.changes()).toEqual([]);
});

test("an edit that takes other code with it is refused with the lines of that", async () => {
  const { draft, replace } = await open({ "a.ts": "let a = 1;\nlet b = 2;\n/* c */\nlet c = 3;\n" });
  await expect(replace("a.ts", "let a = 1;", "let a = 1; /*")).rejects.toMatchObject({
    code: "disturbs_others",
    message: expect.stringMatching(
      /would swallow or change code of "a\.ts" beside it; nothing was changed\.[^\n]*\n2: let b = 2;$/,
    ),
  });
  expect(draft.changes()).toEqual([]);
});

test("what is let through is in the draft, with what the file declares now", async () => {
  const { draft, replace } = await open({ "a.ts": "let a = 1;\r\nlet b = 2;\r\n" });
  const { file, after, notes } = await replace("a.ts", "let a = 1;", "let a = 1;\nlet n = `\n`;");
  expect(file.text).toBe("let a = 1;\r\nlet n = `\r\n`;\r\nlet b = 2;\r\n");
  expect(after?.symbols.map(({ path, span }) => file.text.slice(span.start, span.end) && path)).toEqual([
    "a",
    "n",
    "b",
  ]);
  expect(after?.symbols.at(-1)?.span).toEqual({ start: 27, end: 37 });
  expect(notes).toEqual([]);
  expect(draft.changes()).toHaveLength(1);
});

test("a program that knows the code may change what stands beside its edit, but not break it", async () => {
  const { replace } = await open({ "a.ts": "let a = 1; function b() {}\n" });
  await expect(replace("a.ts", "function", "async function")).resolves.toBeDefined();
  await expect(replace("a.ts", "let a = 1;", "let a = 1; export")).rejects.toMatchObject({ code: "disturbs_others" });
  await expect(replace("a.ts", "let a = 1;", "let a = 1; export (", { mayDisturb: true })).rejects.toMatchObject({
    code: "broken_syntax",
  });
  const { file } = await replace("a.ts", "let a = 1;", "let a = 1; export", { mayDisturb: true });
  expect(file.text).toBe("let a = 1; export async function b() {}\n");
});

test("notes say where less or nothing could be checked", async () => {
  const { replace } = await open({ "a.ts": "let a = ;\nlet b = 2;\n", "a.yaml": "a: 1\nb: 2\n", "a.txt": "words\n" });
  expect((await replace("a.ts", "2", "3")).notes).toEqual(['"a.ts" had syntax errors before; less could be checked.']);
  expect((await replace("a.yaml", "2", "3")).notes).toEqual(['The syntax of "a.yaml" was not checked.']);
  expect(await replace("a.txt", "words", "((((")).toMatchObject({
    after: undefined,
    notes: ['The syntax of "a.txt" was not checked.'],
  });
});
