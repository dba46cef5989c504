import { posix } from "node:path";
import { editingRulesOf } from "../../languages/editing-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { Target } from "../../syntax/references/target.ts";
import { findMentions, isCode } from "../move/path-mentions.ts";
import type { TouchedFile } from "../workspace-edit/collect-edit.ts";
import { type Renaming, refusal } from "./renaming.ts";

/** The new path of the file that declares a type, if the language wants both to have one name; undefined if it stays. */
export function renamedFile({ file, language, symbol, container }: Target, newName: string): string | undefined {
  const { typesInFiles } = editingRulesOf(language).names;
  const isType = typeKinds.has(symbol.kind) && (container === undefined || container.kind === "module");
  if (typesInFiles === undefined || !isType) return undefined;
  const extension = posix.extname(file);
  if (posix.basename(file, extension) !== symbol.name) return undefined;
  if (typesInFiles === "public" && !symbol.exported) return undefined;
  return posix.join(posix.dirname(file), `${newName}${extension}`);
}

/** The edits of a rename, with the file of the type moved where it has to be. */
export function withRenamedFile(
  target: Target,
  newName: string,
  touched: readonly TouchedFile[],
): readonly TouchedFile[] {
  const path = renamedFile(target, newName);
  if (path === undefined || touched.some(({ isMoved }) => isMoved)) return touched;
  return touched.map((each) => (each.file?.path === target.file ? { ...each, path, isMoved: true } : each));
}

/** Refuses if code names the file that moves with its type, as `require` does, unless the caller leaves such places. */
export async function refuseNamedFile(renaming: Renaming, touched: readonly TouchedFile[]): Promise<void> {
  const { context, draft, target, newName, unproven } = renaming;
  const moved = touched.find(({ file, isMoved }) => isMoved && file?.path === target.file)?.file;
  if (moved === undefined || unproven === "leave" || renamedFile(target, newName) === undefined) return;
  const named = (await findMentions(context, draft, { file: moved })).filter(({ path }) => isCode(path));
  if (named.length === 0) return;
  throw refusal(
    "cannot_prove",
    `${target.file} takes the new name of its type, and code names the file`,
    named.map(({ path, line, text }) => `${path}:${line + 1} ${text}`),
    'Change these places first, or rename with `unproven`: "leave".',
  );
}
