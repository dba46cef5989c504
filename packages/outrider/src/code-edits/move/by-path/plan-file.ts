import { posix } from "node:path";
import { languageOf } from "../../../languages/language-of.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { planEcmascriptFile } from "../es-modules/plan-file.ts";
import type { FileMove, FilePlan } from "../file-plan.ts";
import { cannotProve } from "../location.ts";
import { findMentions } from "../path-mentions.ts";

/** For languages whose compilers find a file by its path, or require it to be named after what it declares. */
export async function planNamedFile(
  context: EditContext,
  draft: Draft,
  move: FileMove,
  leaves: boolean,
): Promise<FilePlan> {
  const { path } = move.file;
  const mentions = await findMentions(context, draft, move);
  if (leaves) {
    return { others: [], own: [], doubts: [], leftAlone: mentions, notes: ["Nothing but the file was moved."] };
  }
  const language = languageOf(path)?.id ?? "";
  throw cannotProve(path, `in ${language}, its path is part of what others call it`, mentions, editAdvice);
}

const editAdvice = '`unproven`: "leave" moves nothing but the file; what others call it is then to be edited.';

/** Stylesheets, data, images and documents: pages import them by path, and any file may mention them. */
export async function planMentionedFile(context: EditContext, draft: Draft, move: FileMove): Promise<FilePlan> {
  const { file, to } = move;
  const plan = await planEcmascriptFile(context, draft, move);
  const known = new Set(plan.others.map((other) => other.file.path));
  const mentions = (await findMentions(context, draft, move)).filter(({ path }) => !known.has(path));
  const isBeside = posix.dirname(file.path) === posix.dirname(to);
  const own =
    /["'(]\.{1,2}\//.test(file.text) && !isBeside
      ? [{ path: file.path, line: 0, text: "has relative paths of its own" }]
      : [];
  return { ...plan, own: [], doubts: [...plan.doubts, ...mentions, ...own], leftAlone: [], notes: [] };
}
