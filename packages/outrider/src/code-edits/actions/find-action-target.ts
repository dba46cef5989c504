import { ToolError } from "toolwright";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Draft, DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { findSymbolToEdit } from "../find-symbol-to-edit.ts";
import { editedBefore } from "../workspace-edit/collect-edit.ts";

export interface ActionTarget {
  readonly file: DraftFile;
  /** Undefined for the whole file. */
  readonly symbol: CodeSymbol | undefined;
}

/** What the actions are for; refused if the text on disk, which the server reads, differs. */
export async function findActionTarget(
  context: EditContext,
  draft: Draft,
  of: { readonly path: string | undefined; readonly symbol: string | undefined; readonly expect: string | undefined },
): Promise<ActionTarget> {
  const { path, symbol, expect } = of;
  const target =
    symbol === undefined
      ? await wholeFile(draft, path, expect)
      : await findSymbolToEdit(context, draft, { path, symbol, expect });
  if (!target.file.isChanged) return { file: target.file, symbol: target.symbol };
  throw editedBefore(target.file.path);
}

async function wholeFile(draft: Draft, path: string | undefined, expect: string | undefined): Promise<ActionTarget> {
  if (path === undefined) throw new ToolError("unclear_edit", "`path` is missing. Actions are those of a file.");
  const file = await draft.read(path);
  if (expect === undefined || expect === file.hash || inOneLine(file.text).includes(inOneLine(expect)))
    return { file, symbol: undefined };
  throw new ToolError("stale", `${showPath(file.path)} is not as expected; nothing was changed. Read it again.`);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
