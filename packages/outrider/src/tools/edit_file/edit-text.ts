import { isToolError, ToolError } from "toolwright";
import { maxMarkdownChars } from "../../documents/markdown/find-section.ts";
import { type Outline, readOutline } from "../../documents/markdown/outline.ts";
import { isMarkdown } from "../../documents/markdown/sections.ts";
import { applyEdits } from "../../edits/apply-edits.ts";
import { holdsExpected } from "../../edits/check-text.ts";
import { type AppliedEdit, type Edit } from "../../edits/edit.ts";
import { toPlain } from "../../edits/plain-text.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { ProjectFiles } from "../../workspace/project.ts";
import type { TextFile } from "../../workspace/text/text-file.ts";
import type { ChangedFile } from "../../workspace/writer/writer.ts";
import { nextCall } from "../fields.ts";
import { describeFiles } from "./describe-files.ts";
import { maxBytes } from "./planned-file.ts";
import { type EditQuestion, type FileEdits, readFileEdits } from "./read-file-edits.ts";
import { unclear } from "./read-pattern.ts";
import type { Output } from "./schema.ts";

/** How often edits of several files are planned at most while others change the same files. */
const maxAttempts = 16;

/** Makes the edits of a call: all of them, in all of its files, or none. */
export async function editText(question: EditQuestion): Promise<Output> {
  const [first, ...others] = await readFileEdits(question);
  if (first === undefined) throw new Error("no edits");
  return others.length === 0 ? await editOne(first, question) : await editSeveral([first, ...others], question);
}

/** Under the lock from read to write, so that edits of one file by many callers are all made. */
async function editOne(
  { file, changes }: FileEdits,
  { input, project, signal, hidesSecrets }: EditQuestion,
): Promise<Output> {
  const { expect, dry_run: dryRun = false } = input;
  await checkSize(project.files, file);
  const outlineOf = await outlineAhead(project.files, file, { edits: changes.edits, signal });
  let applied: readonly AppliedEdit[] = [];
  const change = ({ text, eol, hash }: TextFile): string => {
    if (expect !== undefined && !holdsExpected(text, hash, expect)) throw notAsExpected(file, expect);
    const edited = applyEdits({ text, eol, path: file.shown, outline: outlineOf?.(text) }, changes);
    applied = edited.applied;
    return edited.text;
  };
  const { before, after, written, note, id } = await project.writer.edit(file, change, { signal, dryRun });
  const changed: ChangedFile = { kind: "edit", path: file.shown, before, after };
  return {
    written,
    ...(id === undefined ? {} : { id }),
    ...describeFiles([changed], [applied], { isWhole: dryRun, hidesSecrets }),
    notes: [...describeNotes(applied, (index) => `edits[${index}]`), ...(note === undefined ? [] : [note])],
  };
}

/** If a file was changed meanwhile, the edits are planned again for what is there now. */
async function editSeveral(
  files: readonly FileEdits[],
  { input, project, signal, hidesSecrets }: EditQuestion,
): Promise<Output> {
  const { dry_run: dryRun = false } = input;
  if (input.expect !== undefined)
    throw unclear("`expect` is about one file, and these edits are of several", "Leave it out.");
  for (let attempt = 1; ; attempt += 1) {
    const planned = [];
    for (const each of files) planned.push(await planFile(each, project.files, signal));
    const title = `edit ${files.length} files: ${files.map(({ file }) => file.shown).join(", ")}`;
    try {
      const report = await project.writer.change(
        planned.map(({ change }) => change),
        { signal, dryRun, title: title.slice(0, 200) },
      );
      const applied = planned.map((plan) => plan.applied);
      return {
        written: !dryRun,
        ...(report.id === undefined ? {} : { id: report.id }),
        ...describeFiles(report.files, applied, { isWhole: dryRun, hidesSecrets }),
        notes: [
          ...planned.flatMap((plan) => describeNotes(plan.applied, (index) => plan.names[index] ?? "")),
          ...report.files.flatMap(({ path, note }) => (note === undefined ? [] : [`${path}: ${note}`])),
        ],
      };
    } catch (error) {
      if (!isToolError(error) || error.code !== "stale" || attempt === maxAttempts) throw error;
    }
  }
}

async function planFile({ file, changes }: FileEdits, files: ProjectFiles, signal: AbortSignal) {
  signal.throwIfAborted();
  await checkSize(files, file);
  const outlineOf = await outlineAhead(files, file, { edits: changes.edits, signal });
  const { text, eol, hash } = await files.readText(file, { maxBytes });
  const edited = applyEdits({ text, eol, path: file.shown, outline: outlineOf?.(text) }, changes);
  const change = { kind: "edit", file, hash, text: edited.text } as const;
  return { change, applied: edited.applied, names: changes.names ?? [] };
}

function notAsExpected(file: Located, expect: string): ToolError {
  return new ToolError(
    "stale",
    `${showPath(file.shown)} has no ${JSON.stringify(expect.slice(0, 200))} any more; nothing was changed. Read it again.`,
    nextCall("read_file", { path: file.shown }),
  );
}

function describeNotes(applied: readonly AppliedEdit[], nameOf: (index: number) => string): readonly string[] {
  return applied.flatMap(({ notes }, index) =>
    notes.map((note) =>
      applied.length === 1 && nameOf(index).startsWith("edits[0]") ? note : `${nameOf(index)}: ${note}`,
    ),
  );
}

/** Refuses files that would take too long, before reading them. */
async function checkSize(files: ProjectFiles, file: Located): Promise<void> {
  const handle = await files.open(file);
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) throw tooLarge(file, size);
  } finally {
    await handle.close();
  }
}

/** The outline for edits that name a heading, parsed in advance and with pauses; valid only for the text that was read. */
async function outlineAhead(
  files: ProjectFiles,
  file: Located,
  { edits, signal }: { readonly edits: readonly Edit[]; readonly signal: AbortSignal },
): Promise<((text: string) => Outline | undefined) | undefined> {
  if (!isMarkdown(file.shown) || !edits.some(({ symbol }) => symbol !== undefined && symbol !== "")) return undefined;
  const read = await files.readText(file, { maxBytes });
  if (read.text.length > maxMarkdownChars) return undefined;
  const outline = await readOutline(toPlain(read.text, read.eol).text, { signal });
  return (text) => (text === read.text ? outline : undefined);
}

function tooLarge(file: Located, size: number): ToolError {
  return new ToolError(
    "too_large",
    `${showPath(file.shown)} has ${size} bytes, and at most ${maxBytes} are edited. Change it with a command (sed, a script) instead.`,
  );
}
