import { ToolError } from "toolwright";
import { applyReplacements } from "../../code-edits/draft.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { readChoice } from "./choose-matches.ts";
import { describeFiles } from "./describe-files.ts";
import { type KeptPreview, readPreview } from "./kept-previews.ts";
import { findNewErrors } from "./new-errors.ts";
import { maxBytes, type PlannedFile, type ReplaceContext } from "./planned-file.ts";
import type { Input, Output } from "./schema.ts";
import { showMatches } from "./show-matches.ts";

const maxNamed = 10;
const alone = new Set(["project", "dry_run", "apply"]);

/** Writes what a preview has shown, or the chosen part of it: in all files or in none. A file that changed since is refused. */
export async function applyPreview(apply: string, input: Input, context: ReplaceContext): Promise<Output> {
  const beside = Object.entries(input).find(([key, value]) => value !== undefined && !alone.has(key));
  if (beside !== undefined)
    throw new ToolError(
      "unclear_edit",
      `\`${beside[0]}\` does not go with \`apply\`, which writes what the preview has shown. Leave it out. Nothing was changed.`,
    );
  const { project, call, hidesSecrets } = context;
  const { id, choose } = readChoice(apply);
  const preview = await readPreview(project, id);
  const planned = await planChosen(preview, choose, context);
  const files = planned.map(({ file }) => file);
  const { dry_run: dryRun = false } = input;
  const { errors, unchecked } = await findNewErrors(files, context);
  const newErrors = errors.length === 0 ? {} : { new_errors: [...errors] };
  if (dryRun) {
    const shown = showMatches(
      hidesSecrets,
      planned.map(({ file: { located, file, replacements }, numbers }) => ({
        path: located.shown,
        text: file.text,
        matches: replacements.map((each, index) => ({ ...each, number: numbers[index] ?? 0 })),
      })),
    );
    const nothing = { written: false, files: [], in_files: 0, added: 0, removed: 0 };
    return { ...nothing, preview: { id, ...shown }, ...newErrors, notes: [...unchecked] };
  }
  const changes = files.map(({ located: file, file: { text, eol, hash }, replacements }) => {
    const after = applyReplacements({ text, eol, path: file.shown }, replacements);
    return { kind: "edit", file, hash, text: after } as const;
  });
  const report = await project.writer.change(changes, { signal: call.signal, title: preview.title });
  const applied = files.map(({ replacements }) => [{ line: 0, places: replacements.length, notes: [] }]);
  return {
    written: true,
    ...(report.id === undefined ? {} : { id: report.id }),
    ...describeFiles(report.files, applied, { isWhole: false, hidesSecrets }),
    ...newErrors,
    notes: [
      ...report.files.flatMap(({ path, note }) => (note === undefined ? [] : [`${path}: ${note}`])),
      ...unchecked,
    ],
  };
}

interface Chosen {
  readonly file: PlannedFile;
  readonly numbers: readonly number[];
}

async function planChosen(
  { files }: KeptPreview,
  choose: (total: number) => (number: number) => boolean,
  { project, call }: ReplaceContext,
): Promise<readonly Chosen[]> {
  const isChosen = choose(files.reduce((sum, { matches }) => sum + matches.length, 0));
  const planned: Chosen[] = [];
  const changed: string[] = [];
  let before = 0;
  for (const { path, hash, matches } of files) {
    call.signal.throwIfAborted();
    const first = before + 1;
    before += matches.length;
    const own = matches
      .map((each, index) => ({ each, number: first + index }))
      .filter(({ number }) => isChosen(number));
    if (own.length === 0) continue;
    const located = await project.files.locate(path, "write");
    const file = located.kind === "file" ? await project.files.readText(located, { maxBytes }) : undefined;
    if (file === undefined || file.hash !== hash) changed.push(path);
    else
      planned.push({
        file: { located, file, replacements: own.map(({ each }) => each) },
        numbers: own.map(({ number }) => number),
      });
  }
  if (changed.length > 0) throw stale(changed);
  if (planned.length === 0)
    throw new ToolError("no_change", "No match of the preview is chosen, so there is nothing to write.");
  return planned;
}

function stale(changed: readonly string[]): ToolError {
  const named = changed.slice(0, maxNamed).map(showPath).join(", ");
  const more = changed.length - maxNamed;
  return new ToolError(
    "stale",
    `Changed since the preview: ${named}${more > 0 ? `, and ${more} more` : ""}; nothing was written. Make the preview again.`,
  );
}
