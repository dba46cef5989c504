import { type Call, ToolError } from "toolwright";
import { applyEdits, type Changes } from "../../edits/apply-edits.ts";
import { diffLines } from "../../edits/diff.ts";
import type { AppliedEdit } from "../../edits/edit.ts";
import { nothingAt } from "../../edits/nothing-at.ts";
import type { Services } from "../../services.ts";
import type { TextFile } from "../../workspace/text/text-file.ts";
import { holdsExpected } from "../../edits/holds-expected.ts";
import { nextCall } from "../next-call.ts";
import { readListedEdits } from "../read-listed-edits.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { checkSize, outlineAhead } from "./prepare-edit.ts";
import { type EditFileInput, type EditFileOutput, listedEdits } from "./schema.ts";

/** A diff that was asked for may be long; one that only confirms is short. */
const dryRunDiff = { context: 3, maxLines: 400 };
const writtenDiff = { context: 1, maxLines: 30 };

export async function handle(
  input: EditFileInput,
  { workspace }: Pick<Services, "workspace">,
  { signal }: Pick<Call, "signal">,
): Promise<EditFileOutput> {
  const changes = readChanges(input);
  const project = await workspace.project(input.project);
  const file = await project.files.locate(input.path, "write");
  if (file.kind === "missing") throw await nothingToEdit(project, file, { input, signal });
  await checkSize(project.files, file);
  const outlineOf = await outlineAhead(project.files, file, { edits: changes.edits, signal });
  let applied: readonly AppliedEdit[] = [];
  const change = ({ text, eol, hash }: TextFile): string => {
    if (input.expect !== undefined && !holdsExpected(text, hash, input.expect)) throw notAsExpected(file, input.expect);
    const edited = applyEdits({ text, eol, path: file.shown, outline: outlineOf?.(text) }, changes);
    applied = edited.applied;
    return edited.text;
  };
  const { dry_run: dryRun = false } = input;
  const { before, after, written, note } = await project.writer.edit(file, change, { signal, dryRun });
  const { text: diff, added, removed } = diffLines(before?.text ?? "", after.text, dryRun ? dryRunDiff : writtenDiff);
  return {
    path: file.shown,
    written,
    added,
    removed,
    edits: applied.map(({ line, places }) => ({ line, places })),
    notes: [...describeNotes(applied), ...(note === undefined ? [] : [note])],
    diff,
  };
}

function notAsExpected(file: Located, expect: string): ToolError {
  return new ToolError(
    "stale",
    `${showPath(file.shown)} has no ${JSON.stringify(expect.slice(0, 200))} any more; nothing was changed. Read it again.`,
    nextCall("read_file", { path: file.shown }),
  );
}

/** Text for a file that is not there yet is meant for `create_file`; else the path is wrong. */
async function nothingToEdit(
  opened: Project,
  file: Located,
  { input, signal }: { readonly input: EditFileInput; readonly signal: AbortSignal },
): Promise<ToolError> {
  const { old_string: old = "", new_string: content, symbol = "", edits, project } = input;
  if (edits !== undefined || content === undefined || old !== "" || symbol !== "") {
    return await nothingAt(opened, file, { what: "file", signal, project });
  }
  return new ToolError(
    "not_found",
    `There is no file ${showPath(file.shown)}. \`create_file\` makes it, with \`new_string\` as its \`content\`.`,
  );
}

const listedFields = "some of: old_string, new_string, replace_all, symbol, position, line";

function readChanges(input: EditFileInput): Changes {
  const { old_string, new_string, replace_all, symbol, position, line, edits, front_matter: frontMatter } = input;
  const single = { old_string, new_string, replace_all, symbol, position, line };
  const given = Object.entries(single).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (edits === undefined)
    return { edits: given.length === 0 && frontMatter !== undefined ? [] : [single], frontMatter };
  if (given.length === 0) return { edits: readListedEdits(listedEdits, edits, listedFields), frontMatter };
  throw new ToolError(
    "unclear_edit",
    `Beside \`edits\` there is ${given.map((key) => `\`${key}\``).join(", ")}: put it into an edit of the list, or leave \`edits\` out.`,
  );
}

function describeNotes(applied: readonly AppliedEdit[]): readonly string[] {
  return applied.flatMap(({ notes }, index) =>
    notes.map((note) => (applied.length === 1 ? note : `edits[${index}]: ${note}`)),
  );
}
