import { ToolError } from "toolwright";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { applyReplacements } from "../draft.ts";
import type { TouchedFile } from "../workspace-edit/collect-edit.ts";
import type { Renaming } from "./renaming.ts";

/** Refuses a new name under which the symbol is not found again: a keyword, or one that the language reads otherwise. */
export async function checkDeclared(
  { context: { symbols, signal }, target, newName }: Renaming,
  touched: readonly TouchedFile[],
): Promise<void> {
  const { file: path, symbol } = target;
  const own = touched.find(({ file }) => file?.path === path);
  if (own?.file === undefined) return;
  const text = applyReplacements(own.file, own.replacements);
  const after = await symbols.ofText(path, text, { signal });
  if (after === undefined) return;
  const wanted = symbol.path.slice(0, symbol.path.length - symbol.name.length) + newName;
  const isThere = after.symbols.some((each) => each.path === wanted && each.kind === symbol.kind);
  if (isThere) return;
  throw new ToolError(
    "invalid_name",
    `With the name ${visibleLine(JSON.stringify(newName))} the code does not declare ${visibleLine(symbol.path)} any more, as if that were a word of the language; nothing was changed. Choose another name.`,
  );
}
