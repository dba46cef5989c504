import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { overflowSchema } from "../output/overflow.ts";
import { defineTool } from "../tool/define-tool.ts";
import { reads } from "../tool/effects.ts";
import { declareTools } from "./declarations.ts";
import { sampleTools } from "./fixtures/script-kernel.ts";

const row = z.strictObject({
  file: z.string().describe("Path; ends a comment: */ not here"),
  line: z.int().describe("From 1"),
  role: z.enum(["call", "import", "write"]).optional().describe("What it does there"),
});
const described = <Value extends z.ZodType>(schema: Value): Value => schema.describe("Described");

const node = z.strictObject({
  name: described(z.string()),
  get children() {
    return described(z.array(node));
  },
});

const tools = [
  ...sampleTools({ done: [], stopped: [] }),
  defineTool({
    name: "references",
    description: "Finds uses. Of everything.",
    input: z.strictObject({ symbol: described(z.string()), "odd-name": described(z.number().optional()) }),
    output: z.strictObject({ rows: described(z.array(row)), overflow: overflowSchema.optional().describe("The rest") }),
    effects: reads,
    handle: () => ({ rows: [] }),
  }),
  defineTool({
    name: "delete",
    description: "Has a reserved name.",
    input: z.strictObject({
      either: described(z.union([z.string(), z.array(z.union([z.number(), z.null()]))])),
      pair: described(z.tuple([z.string(), z.number()])),
      by_name: described(z.record(z.string(), z.boolean())),
      only: described(z.literal("this")),
      anything: described(z.unknown()),
    }),
    output: z.strictObject({
      matches: described(z.array(row)),
      overflow: overflowSchema.optional().describe("The rest"),
    }),
    effects: reads,
    handle: () => ({ matches: [] }),
  }),
  defineTool({
    name: "tree",
    description: "Is recursive.",
    input: z.strictObject({}),
    output: node,
    effects: reads,
    handle: () => ({ name: "", children: [] }),
  }),
];
const names = tools.map(({ name }) => name);

/** Runs the compiler over a file; the empty string if it is content. */
function compile(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "script.ts"), `${code}\nexport {};\n`);
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
  try {
    const options = ["--noEmit", "--strict", "--target", "es2023", "--module", "esnext", "--types", ""];
    execFileSync(process.execPath, [tsc, ...options, "script.ts"], { cwd: folder, stdio: "pipe" });
    return "";
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

test("all names come with one line each", () => {
  const lines = declareTools(tools).split("\n");
  expect(lines).toHaveLength(tools.length + 1);
  expect(lines).toContain("references({ symbol, odd-name? }) // Finds uses.");
});

test("what several tools share is declared once", () => {
  const text = declareTools(tools, ["references", "delete"]);
  expect(text.match(/next_offset/g)).toHaveLength(1);
  expect(text).toMatch(/^type Row = /m);
  expect(text).toContain("overflow?: Overflow");
  expect(text).toContain("matches: Row[]");
});

test("a list that the tool leaves open is written out for the author of a script", () => {
  const tool = defineTool({
    name: "edit",
    description: "Edits.",
    input: z.strictObject({ edits: z.array(z.unknown()).optional().describe("Edits") }),
    fullInput: z.strictObject({ edits: z.array(z.strictObject({ at: z.int().describe("Line") })).optional() }),
    effects: reads,
    handle: () => null,
  });
  expect(compile(`${declareTools([tool], ["edit"])}\nvoid tools.edit({ edits: [{ at: 1 }] });`)).toBe("");
  expect(compile(`${declareTools([tool], ["edit"])}\nvoid tools.edit({ edits: [{ at: "1" }] });`)).toContain("TS2322");
});

test("unknown names are said to be unknown", () => {
  expect(declareTools(tools, ["nope"])).toBe('// There is no tool "nope".');
});

test("the declarations of every tool compile, and so does a script that uses them", () => {
  const script = `
    async function script() {
      const { rows, overflow } = await tools.references({ symbol: "a", "odd-name": 1 });
      const lines: number[] = rows.map((row) => row.line);
      const { matches } = await tools.delete({ either: [1, null], pair: ["a", 1], by_name: {}, only: "this", anything: 1 });
      const same: typeof rows = matches;
      const { children } = await tools.tree();
      return [lines, overflow?.total, same, children[0]?.children[0]?.name];
    }
    void script;`;
  expect(compile(`${declareTools(tools, names)}\n${script}`)).toBe("");
});

test("the compiler refuses what the schema refuses", () => {
  const declared = declareTools(tools, ["references"]);
  expect(compile(`${declared}\nvoid tools.references({ symbol: 1 });`)).toContain("TS2322");
});
