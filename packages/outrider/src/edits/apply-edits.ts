import { isToolError, ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import type { TextFile } from "../workspace/text/text-file.ts";
import { checkText } from "./check-text.ts";
import type { AppliedEdit, Edit } from "./edit.ts";
import { type FrontMatterChanges, planFrontMatter } from "./front-matter-edit.ts";
import { countEnds, fromPlain, narrowed, type PlainText, spliceText, toPlain } from "./plain-text.ts";
import { planEdit } from "./plan-edit.ts";

export interface EditableFile extends Pick<TextFile, "text" | "eol"> {
  /** As sentences name it; its ending tells the language. */
  readonly path: string;
}

export interface Changes {
  /** Each sees what the ones before it have left. */
  readonly edits: readonly Edit[];
  /** Comes last, so that no line number is off by it. */
  readonly frontMatter?: FrontMatterChanges | undefined;
}

export interface EditedText {
  readonly text: string;
  readonly applied: readonly AppliedEdit[];
}

/** All of the changes or, with a ToolError, none. What they do not name stays to the letter, line ends included. */
export function applyEdits(file: EditableFile, { edits, frontMatter }: Changes): EditedText {
  let plain = toPlain(file.text, file.eol);
  const applied: AppliedEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    const step = naming(index, edits.length, () => applyOne(plain, file.path, edit));
    plain = step.plain;
    applied.push(step.applied);
  }
  if (frontMatter !== undefined) {
    const plan = planFrontMatter({ text: plain.text, path: file.path }, frontMatter);
    plain = spliceText(plain, plan.replacements);
    applied.push({ line: 1, places: 1, notes: plan.notes });
  }
  const text = fromPlain(plain);
  if (text === file.text) throw unchanged(file.path);
  return { text, applied };
}

function applyOne(
  plain: PlainText,
  path: string,
  edit: Edit,
): { readonly plain: PlainText; readonly applied: AppliedEdit } {
  checkText(edit.old_string ?? "", "old_string");
  checkText(edit.new_string ?? "", "new_string");
  const { replacements, notes } = planEdit({ text: plain.text, path }, edit);
  const [first = { start: 0, end: 0, text: "" }] = replacements.map((each) => narrowed(plain.text, each));
  const line = countEnds(plain.text, 0, first.start) + (first.text.startsWith("\n") ? 2 : 1);
  return { plain: spliceText(plain, replacements), applied: { line, places: replacements.length, notes } };
}

/** Of several edits the error says which one, and that the others were not made either. */
function naming<Value>(index: number, count: number, apply: () => Value): Value {
  try {
    return apply();
  } catch (error) {
    if (count === 1 || !isToolError(error)) throw error;
    const before = index === 0 ? "" : " (after the edits before it)";
    throw new ToolError(error.code, `edits[${index}]${before}: ${error.message}\nNo edit was made.`, { cause: error });
  }
}

function unchanged(path: string): ToolError {
  return new ToolError(
    "no_change",
    `The edits leave ${showPath(path)} as it is: every part of the new text is there already.`,
  );
}
