import { isToolError, ToolError } from "toolwright";
import { type Outline, parseOutline, reviseOutline } from "../documents/markdown/outline.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import type { TextFile, Replacement } from "../workspace/text/text-file.ts";
import { checkText } from "./check-text.ts";
import type { AppliedEdit, Edit } from "./edit.ts";
import { type FrontMatterChanges, planFrontMatter } from "./front-matter-edit.ts";
import { countEnds, fromPlain, narrowed, type PlainText, spliceText, toPlain } from "./plain-text.ts";
import { planEdit } from "./plan-edit.ts";

export interface EditableFile extends Pick<TextFile, "text" | "eol"> {
  /** As sentences name it; its ending tells the language. */
  readonly path: string;
  /** Of the text with "\n" at its line ends, when it is known already. */
  readonly outline?: Outline | undefined;
}

export interface AppliedChanges {
  /** Each sees what the ones before it have left. */
  readonly edits: readonly Edit[];
  /** Comes last, so that no line number is off by it. */
  readonly frontMatter?: FrontMatterChanges | undefined;
  /** What an error calls each edit. Default: its place in the list, if there are several. */
  readonly names?: readonly string[];
}

export interface EditedText {
  readonly text: string;
  readonly applied: readonly AppliedEdit[];
}

/** Characters times edits; all of it is done without a pause. */
const maxEffort = 48 * 1024 * 1024;
const headingPasses = 6;

/** All of the changes or, with a ToolError, none. What they do not name stays to the letter, line ends included. */
export function applyEdits(file: EditableFile, { edits, frontMatter, names }: AppliedChanges): EditedText {
  let state: State = { plain: toPlain(file.text, file.eol), outline: file.outline };
  checkEffort(state.plain.text.length, edits);
  const applied: AppliedEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    const name = names?.[index] ?? (edits.length === 1 ? undefined : `edits[${index}]`);
    const step = naming(name, index > 0, () => applyOne(state, file.path, edit));
    state = step.state;
    applied.push(step.applied);
  }
  let { plain } = state;
  if (frontMatter !== undefined) {
    const plan = planFrontMatter({ text: plain.text, path: file.path }, frontMatter);
    plain = spliceText(plain, plan.replacements);
    applied.push({ line: 1, places: 1, notes: plan.notes });
  }
  const text = fromPlain(plain);
  if (text === file.text) throw unchanged(file.path);
  return { text, applied };
}

interface State {
  readonly plain: PlainText;
  /** Undefined as long as nobody has asked for it. */
  readonly outline: Outline | undefined;
}

function applyOne(
  { plain, outline: known }: State,
  path: string,
  edit: Edit,
): { readonly state: State; readonly applied: AppliedEdit } {
  checkText(edit.old_string ?? "", "old_string");
  checkText(edit.new_string ?? "", "new_string");
  let outline = known;
  const target = { text: plain.text, path, outline: () => (outline ??= parseOutline(plain.text)) };
  const plan = planEdit(target, edit);
  const { replacements, notes } = plan;
  const [first = { start: 0, end: 0, text: "" }] = replacements.slice(0, 1).map((each) => narrowed(plain.text, each));
  const line = countEnds(plain.text, 0, first.start) + (first.text.startsWith("\n") ? 2 : 1);
  const spliced = spliceText(plain, replacements);
  return {
    state: {
      plain: spliced,
      outline: plan.outline ?? (outline && revised(outline, plain.text, spliced.text, replacements)),
    },
    applied: { line, places: replacements.length, notes },
  };
}

/** All replacements count as one change, from the first to the last. */
function revised(outline: Outline, before: string, after: string, replacements: readonly Replacement[]): Outline {
  const start = replacements[0]?.start ?? 0;
  const end = replacements.at(-1)?.end ?? 0;
  const from = countEnds(before, 0, start);
  const to = from + countEnds(before, start, end) + 1;
  const count = to - from + countEnds(after, 0, after.length) - countEnds(before, 0, before.length);
  return reviseOutline(outline, after, { from, to, count });
}

/** Each edit goes through the whole text, and one by heading does so several times. */
function checkEffort(chars: number, edits: readonly Edit[]): void {
  const passes = edits.map(({ symbol }) => (symbol === undefined || symbol === "" ? 1 : headingPasses));
  const most = Math.max(1, Math.floor(maxEffort / (chars * Math.max(1, ...passes))));
  if (edits.length <= most || chars * passes.reduce((sum, each) => sum + each, 0) <= maxEffort) return;
  throw new ToolError(
    "too_large",
    `${edits.length} edits of a text of ${chars} characters are too many for one call: send at most ${most} at a time. No edit was made.`,
  );
}

/** Of several edits the error says which one, and that the others were not made either. */
function naming<Value>(name: string | undefined, isLater: boolean, apply: () => Value): Value {
  try {
    return apply();
  } catch (error) {
    if (name === undefined || !isToolError(error)) throw error;
    const before = isLater ? " (after the edits before it)" : "";
    throw new ToolError(error.code, `${name}${before}: ${error.message}\nNo edit was made.`, { cause: error });
  }
}

function unchanged(path: string): ToolError {
  return new ToolError(
    "no_change",
    `The edits leave ${showPath(path)} as it is: every part of the new text is there already.`,
  );
}
