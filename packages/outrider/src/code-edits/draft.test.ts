import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openTestWorkspace, testCaller } from "../../test/support/test-workspace.ts";
import { otherWays } from "../tools/edit_code/other-ways.ts";
import { applyReplacements, openDraft } from "./draft.ts";

const { signal } = new AbortController();

async function open(files: Readonly<Record<string, string | Uint8Array>>) {
  const { workspace } = openTestWorkspace(files);
  const project = await workspace.session(testCaller).project(undefined);
  return openDraft({ project, signal, otherWays });
}

test("each edit sees what the ones before have left, and only the outcome is a change", async () => {
  const draft = await open({ "a.ts": "let a = 1;\r\nlet b = 2;\r\n", "b.ts": "let c = 3;\n" });
  const first = draft.replace(await draft.read("a.ts"), [{ start: 8, end: 9, text: "10" }]);
  expect(first.text).toBe("let a = 10;\r\nlet b = 2;\r\n");
  const again = await draft.read("./a.ts");
  expect(again.text).toBe(first.text);
  draft.replace(again, [{ start: 13, end: 13, text: "let x;\nlet y;\n" }]);
  const other = draft.replace(await draft.read("b.ts"), [{ start: 0, end: 3, text: "var" }]);
  draft.replace(other, [{ start: 0, end: 3, text: "let" }]);
  expect(draft.changes()).toMatchObject([
    { kind: "edit", file: { shown: "a.ts" }, text: "let a = 10;\r\nlet x;\r\nlet y;\r\nlet b = 2;\r\n" },
  ]);
});

test("files are made, moved and removed in it, and found again where they will be", async () => {
  const draft = await open({ "a.ts": "1;\n", "b.ts": "2;\n" });
  await draft.create("new/c.ts", "3;\n");
  expect((await draft.read("new/c.ts")).text).toBe("3;\n");
  const moved = await draft.move(await draft.read("a.ts"), "d.ts");
  expect(moved.path).toBe("d.ts");
  draft.replace(await draft.read("d.ts"), [{ start: 0, end: 1, text: "4" }]);
  draft.remove(await draft.read("b.ts"));
  await expect(draft.read("a.ts")).rejects.toMatchObject({ code: "not_found" });
  await expect(draft.read("b.ts")).rejects.toMatchObject({ code: "not_found" });
  await expect(draft.create("d.ts", "")).rejects.toMatchObject({ code: "exists" });
  expect(draft.changes()).toMatchObject([
    { kind: "create", file: { shown: "new/c.ts" }, text: "3;\n" },
    { kind: "move", file: { shown: "a.ts" }, to: { shown: "d.ts" }, text: "4;\n" },
    { kind: "remove", file: { shown: "b.ts" } },
  ]);
});

test("what may not be edited is refused", async () => {
  const draft = await open({ ".env": "KEY=1\n", "dir/a.ts": "", "a.bin": Buffer.of(0, 1, 2, 0) });
  for (const path of [".env", "dir", "a.bin", "none.ts", "../outside/x.ts", ".git/config"]) {
    await expect(draft.read(path), path).rejects.toMatchObject({ name: "ToolError" });
  }
  expect(draft.changes()).toEqual([]);
});

test("parts that overlap are refused, those that touch are not", () => {
  const file = { text: "abcdef", eol: "\n", path: "a" } as const;
  expect(() =>
    applyReplacements(file, [
      { start: 0, end: 3, text: "" },
      { start: 2, end: 4, text: "" },
    ]),
  ).toThrow(/change the same text/);
  expect(
    applyReplacements(file, [
      { start: 3, end: 4, text: "X" },
      { start: 0, end: 3, text: "-" },
    ]),
  ).toBe("-Xef");
});

test("whatever the line ends are, what is outside of the parts keeps every character", () => {
  const line = fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/[\r\n]/g, "·"));
  const end = fc.constantFrom("\n", "\r\n", "\r");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(line, end), { maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.string({ maxLength: 8 })), { maxLength: 3 }),
      (lines, cuts) => {
        const text = lines.flat().join("");
        const replacements = placed(text, cuts);
        const result = applyReplacements({ text, eol: "\n", path: "a" }, replacements);
        let at = 0;
        for (const [index, { start }] of replacements.entries()) {
          const kept = text.slice(replacements[index - 1]?.end ?? 0, start);
          expect(result.slice(at)).toSatisfy((rest: string) => rest.includes(kept) || kept === "");
          at = result.indexOf(kept, at) + kept.length;
        }
        expect(result.endsWith(text.slice(replacements.at(-1)?.end ?? 0))).toBe(true);
      },
    ),
  );
});

/** In order, apart from each other, never between "\r" and "\n"; their text has no line ends that could join others. */
function placed(text: string, cuts: readonly (readonly [number, number, string])[]) {
  const offsets = [...new Set(cuts.flatMap(([one, two]) => [one % (text.length + 1), two % (text.length + 1)]))]
    .filter((at) => !(text[at - 1] === "\r" && text[at] === "\n"))
    .toSorted((one, other) => one - other);
  return Array.from({ length: Math.floor(offsets.length / 2) }, (_, index) => ({
    start: offsets[index * 2] ?? 0,
    end: offsets[index * 2 + 1] ?? 0,
    text: (cuts[index]?.[2] ?? "").replaceAll(/[\r\n]/g, "·"),
  }));
}
