import { expect, test } from "vitest";
import { openKit, type OutriderKit } from "../support/outrider-kit.ts";
import type { CaseInput, CorruptionCase } from "./case.ts";
import { patternCases, severalFileCases } from "./cases/texts.ts";
import { faulty, type Refusal } from "./grade.ts";
import { refusalOf } from "./outrider-editor.ts";
import { type CodeEditor, runCase } from "./run-case.ts";
import { written, type Writing } from "./variants.ts";

const ways: readonly (readonly [Writing | "as they are"])[] = [
  ["as they are"],
  ["crlf"],
  ["bom"],
  ["bom and crlf"],
  ["utf-16le"],
  ["utf-16be"],
  ["latin"],
];

test.each(ways)("no edit of several files comes out wrong, and each is undone to the byte: %s", async (way) => {
  const kit = await openKit();
  expect(await faultsOf(textEditor(kit), inWriting(severalFileCases, way))).toEqual([]);
});

test.each(ways)("no replacement by pattern comes out wrong, and each is undone to the byte: %s", async (way) => {
  const kit = await openKit();
  expect(await faultsOf(patternEditor(kit), inWriting(patternCases, way))).toEqual([]);
});

function inWriting(cases: readonly CorruptionCase[], way: Writing | "as they are"): readonly CorruptionCase[] {
  return way === "as they are" ? cases : written(cases, way);
}

async function faultsOf(editor: CodeEditor, cases: readonly CorruptionCase[]): Promise<readonly string[]> {
  const told: string[] = [];
  for (const [index, each] of cases.entries()) {
    const { grade, refusal, faults } = await runCase(editor, each, `case-${index}`, { dryRun: true, undo: true });
    told.push(...faults.map((fault) => `${each.name}: ${fault}`));
    if (faulty.includes(grade)) told.push(`${each.name}: ${grade} ${refusal?.code ?? ""} ${refusal?.message ?? ""}`);
  }
  return told;
}

function textEditor(kit: OutriderKit): CodeEditor {
  return {
    root: kit.root,
    edit: async (input) => refusalOf(await kit.call("edit_file", input)),
    undo: async () => refusalOf(await kit.call("edit_code", { action: "undo" })),
  };
}

/** Shows first, and writes what was shown; a dry run ends before that. */
function patternEditor(kit: OutriderKit): CodeEditor {
  return { ...textEditor(kit), edit: async (input) => await replace(kit, input) };
}

async function replace(kit: OutriderKit, { dry_run: isDry, ...input }: CaseInput): Promise<Refusal> {
  const shown = await kit.call("edit_file", input);
  if (shown.status !== "ok") return refusalOf(shown);
  const apply = /^Preview ([0-9a-f]{8}):/.exec(shown.text)?.[1];
  return refusalOf(await kit.call("edit_file", isDry === true ? { apply, dry_run: true } : { apply }));
}
