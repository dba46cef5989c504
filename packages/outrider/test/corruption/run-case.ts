import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { CaseFiles, CaseInput, CorruptionCase } from "./case.ts";
import { type Grade, grade, type GradeOptions, type Refusal } from "./grade.ts";

/** Whoever edits code by symbol. Paths of an input count from `root`. */
export interface CodeEditor {
  readonly root: string;
  edit(input: CaseInput): Promise<Refusal>;
  /** Takes back what the call before has done. */
  undo?(): Promise<Refusal>;
}

export interface CaseResult {
  readonly case: CorruptionCase;
  readonly grade: Grade;
  readonly after: CaseFiles;
  readonly refusal: Refusal;
  /** What a dry run or an undo did that they must not do. */
  readonly faults: readonly string[];
}

export interface RunOptions extends GradeOptions {
  /** Whether a dry run comes before. */
  readonly dryRun?: boolean;
  /** Whether it is taken back afterwards. */
  readonly undo?: boolean;
}

/** Runs a case in a directory of its own, which is there only as long: no case sees the files of another. */
export async function runCase(
  editor: CodeEditor,
  each: CorruptionCase,
  directory: string,
  { dryRun = false, undo = false, ...options }: RunOptions = {},
): Promise<CaseResult> {
  const place = join(editor.root, directory);
  mkdirSync(place, { recursive: true });
  try {
    for (const [path, content] of Object.entries(each.files)) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), content);
    }
    const input = inDirectory(each.input, directory);
    const faults = dryRun ? [...(await tryDry(editor, each, input, place))] : [];
    const refusal = await editor.edit(input);
    const after = readAll(place);
    if (undo) faults.push(...(await tryUndo(editor, each, after, place, refusal)));
    return { case: each, grade: grade(each, after, refusal, options), after, refusal, faults };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A dry run says what the run would say, and changes nothing. */
async function tryDry(
  editor: CodeEditor,
  each: CorruptionCase,
  input: CaseInput,
  place: string,
): Promise<readonly string[]> {
  const refusal = await editor.edit({ ...input, dry_run: true });
  if (!isUnchanged(each, readAll(place))) return [`A dry run changed something.`];
  const shall = each.refusal === undefined ? undefined : each.accepted.length === 0;
  if (shall === true && refusal === undefined) return ["A dry run of what is to be refused was not."];
  return shall === undefined && refusal !== undefined ? [`A dry run was refused: ${refusal.message}`] : [];
}

async function tryUndo(
  editor: CodeEditor,
  each: CorruptionCase,
  after: CaseFiles,
  place: string,
  refused: Refusal,
): Promise<readonly string[]> {
  if (refused !== undefined || isUnchanged(each, after)) return [];
  const refusal = await editor.undo?.();
  if (refusal !== undefined) return [`Undo was refused: ${refusal.message}`];
  return isUnchanged(each, readAll(place)) ? [] : ["Undo did not bring back what was there."];
}

function isUnchanged({ files }: CorruptionCase, after: CaseFiles): boolean {
  const paths = new Set([...Object.keys(files), ...Object.keys(after)]);
  return [...paths].every((path) => {
    const [one, other] = [files[path], after[path]];
    return one !== undefined && other !== undefined && other !== null && Buffer.from(one).equals(Buffer.from(other));
  });
}

/** Paths of the input, and of the edits in it, as they are seen from the root. */
function inDirectory(input: CaseInput, directory: string): CaseInput {
  const { path, edits } = input;
  return {
    ...input,
    ...(typeof path === "string" ? { path: `${directory}/${path}` } : {}),
    ...(Array.isArray(edits) ? { edits: edits.map((edit: CaseInput) => inDirectory(edit, directory)) } : {}),
  };
}

function readAll(place: string): CaseFiles {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [relative(place, file).replaceAll(sep, "/"), readFileSync(file)];
    }),
  );
}
