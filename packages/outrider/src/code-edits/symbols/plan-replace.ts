import { ToolError } from "toolwright";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { PlannedEdit, ReplaceEdit } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { describeSymbol, findSymbolToEdit } from "../find-symbol-to-edit.ts";
import { isDeclarator } from "./layout/siblings.ts";
import { planBody } from "./replace/plan-body.ts";
import { planDeclaration } from "./replace/plan-declaration.ts";
import { readingsOf } from "./sent-code.ts";
import { applyFirstValid } from "./apply-first-valid.ts";
import { readCodeText } from "./text/code-text.ts";
import { withOwnUnit } from "./text/own-unit.ts";

/** Replaces a declaration, or only its body, with new code. */
export async function planReplace(context: EditContext, draft: Draft, edit: ReplaceEdit): Promise<PlannedEdit> {
  const { body, part = "declaration" } = edit;
  const found = await findSymbolToEdit(context, draft, edit);
  const { file, declared } = found;
  const read = await readCodeText(context, found);
  const symbol = read.symbols[declared.symbols.indexOf(found.symbol)] ?? found.symbol;
  const code = withOwnUnit(read, symbol);
  if (body.trim() === "") {
    throw new ToolError("empty_body", "`body` is empty. The action `remove` takes a declaration out.");
  }
  const planner = part === "body" ? planBody(context, code, symbol) : planDeclaration(context, code, symbol, part);
  try {
    const applied = await applyFirstValid({ context, draft, file, code }, readingsOf(body, code), planner.candidates);
    return {
      done: `replaced ${part === "body" ? "the body of " : ""}${describeSymbol(symbol, file.path)}`,
      notes: [...applied.notes, ...planner.notesAfter(applied)],
      names: [symbol.name],
    };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "broken_syntax" || !isDeclarator(code, symbol)) throw error;
    throw new ToolError(
      "shared_declaration",
      `${visibleLine(symbol.path)} shares its statement with others: send only ${visibleLine(symbol.name)} and what follows it. ${error.message}`,
      { cause: error },
    );
  }
}
