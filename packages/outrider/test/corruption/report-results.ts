import { diffLines } from "../../src/edits/diff.ts";
import type { OutriderKit } from "../support/outrider-kit.ts";
import type { CaseFiles, CorruptionCase } from "./case.ts";
import { faulty } from "./grade.ts";
import { judgeResults } from "./judge-results.ts";
import { outriderEditor } from "./outrider-editor.ts";
import { type CaseResult, runCase } from "./run-case.ts";

/** Runs cases against Outrider, one after the other, and tells each that did not come out right; none should be. */
export async function faultsOf(
  kit: OutriderKit,
  cases: readonly CorruptionCase[],
  { compile = true, ...options }: { readonly wait?: number; readonly compile?: boolean } = {},
): Promise<readonly string[]> {
  const editor = outriderEditor(kit, options);
  const results: CaseResult[] = [];
  for (const [index, each] of cases.entries()) {
    // Of every few cases one is tried dry before, and one taken back: often enough to see that neither depends on the edit.
    const tries = { dryRun: index % 6 === 1, undo: index % 4 === 0 };
    results.push(await runCase(editor, each, `case-${index}`, tries));
  }
  const { faults } = await judgeResults(results, { compile });
  return [...results.flatMap(complaintsOf), ...faults];
}

function complaintsOf({ case: each, grade, after, refusal, faults }: CaseResult): readonly string[] {
  const told = faults.map((fault) => `${each.name}: ${fault}`);
  if (!faulty.includes(grade)) return told;
  const why = refusal === undefined ? showFiles(each, after) : `${refusal.code}: ${refusal.message}`;
  return [`${each.name}: ${grade}\n${JSON.stringify(each.input)}\n${why}`, ...told];
}

function showFiles({ files }: CorruptionCase, after: CaseFiles): string {
  const paths = [...new Set([...Object.keys(files), ...Object.keys(after)])];
  return paths
    .map(
      (path) => `${path}:\n${diffLines(textOf(files[path]), textOf(after[path]), { context: 1, maxLines: 60 }).text}`,
    )
    .join("\n");
}

function textOf(content: string | Uint8Array | null | undefined): string {
  return content === null || content === undefined ? "" : Buffer.from(content).toString();
}
