import { ToolError } from "toolwright";
import type { CodeEdit } from "../../code-edits/code-edit.ts";
import { checkText } from "../../edits/check-text.ts";
import { readListedEdits } from "../read-listed-edits.ts";
import {
  type Input,
  listedEdit,
  type ListedEdit,
  listedEdits,
  type ListedParameters,
  listedParameters,
} from "./schema.ts";

const listedFields = `\`action\` and some of: ${Object.keys(listedEdit.shape).join(", ")}`;

/** The edits of a call, each with everything its action needs. */
export function readEdits(input: Input): readonly CodeEdit[] {
  const { edits, action } = input;
  if (edits === undefined) {
    if (action === undefined || action === "undo")
      throw unclear("`action` is missing", "Give one, or a list of `edits`.");
    return [readEdit({ ...input, action, parameters: readParameters(input.parameters) })];
  }
  const beside = (
    ["action", "symbol", "body", "part", "position", "parameters", "new_name", "id", "expect"] as const
  ).filter((key) => input[key] !== undefined);
  if (beside.length > 0) {
    const named = beside.map((key) => `\`${key}\``).join(", ");
    throw unclear(`Beside \`edits\` there is ${named}`, "Put it into an edit of the list, or leave `edits` out.");
  }
  return readListedEdits(listedEdits, edits, listedFields).map((edit, index) => {
    try {
      return readEdit({ ...edit, path: edit.path ?? input.path, ...besideOf(edit, input) });
    } catch (error) {
      throw inList(index, error);
    }
  });
}

/** The shape of the list is left open by the input schema, as that of `edits` is. */
function readParameters(given: Input["parameters"]): ListedParameters | undefined {
  if (given === undefined) return undefined;
  const read = listedParameters.safeParse(given);
  if (read.success) return read.data;
  const [index] = read.error.issues[0]?.path ?? [];
  const value =
    typeof index === "number" ? `[${index}] is ${(JSON.stringify(given[index]) ?? "").slice(0, 200)}` : " is wrong";
  throw unclear(
    `\`parameters\`${value}`,
    'Each is the name of a parameter that stays, or {"name": "of the one that it was", "code": "its declaration", "argument": "what existing calls pass"}, where `name` and `argument` may be left out.',
  );
}

/** What a call says once for all of its edits. */
function besideOf(edit: ListedEdit, input: Input): Pick<ListedEdit, "force" | "unproven"> {
  return { force: edit.force ?? input.force, unproven: edit.unproven ?? input.unproven };
}

/** With several edits, the error says which one failed, and that the others were not made either. */
export function inList(index: number, error: unknown): unknown {
  if (!(error instanceof ToolError)) return error;
  const { code, message, next } = error;
  const said = message.replace(/;? ?nothing was changed\b/i, "");
  return new ToolError(code, `edits[${index}]: ${said}\nNo edit was made.`, {
    cause: error,
    ...(next === undefined ? {} : { next }),
  });
}

function readEdit(edit: ListedEdit): CodeEdit {
  const { action, path, part, expect, force = false, unproven = "refuse" } = edit;
  const symbol = edit.symbol === "" ? undefined : edit.symbol;
  checkText(edit.body ?? "", "body");
  switch (action) {
    case "replace":
      return {
        action,
        path,
        symbol: need(symbol, "symbol", action),
        body: need(edit.body, "body", action),
        part,
        expect,
      };
    case "insert":
      return readInsert({ ...edit, symbol });
    case "remove":
      return { action, path, symbol: need(symbol, "symbol", action), part, expect, unproven };
    case "rename": {
      const newName = need(edit.new_name, "new_name", action);
      return { action, path, symbol: need(symbol, "symbol", action), newName, expect, force, unproven };
    }
    case "change_signature":
      if (edit.parameters === undefined) need(undefined, "parameters", action);
      return {
        action,
        path,
        symbol: need(symbol, "symbol", action),
        parameters: edit.parameters ?? [],
        expect,
        force,
        unproven,
      };
    case "move":
      if (symbol === undefined) need(path, "path", action);
      return { action, path, symbol, to: need(edit.new_name, "new_name", action), expect, unproven };
    case "actions":
      return { action, path: need(path, "path", action), symbol, id: need(edit.id, "id", action), expect };
    default:
      return action satisfies never;
  }
}

function readInsert({ action, path, symbol, body, position, expect }: ListedEdit): CodeEdit {
  if (action !== "insert") throw new Error("no insert");
  const text = need(body, "body", action);
  if (text.trim() === "") throw unclear("`body` is empty", "Give the code to insert.");
  const where = position ?? (symbol === undefined ? undefined : "after");
  if (where === undefined) {
    throw unclear(
      "It is not said where to insert",
      'Give `symbol`, or `path` with `position` "first", "last" or "imports".',
    );
  }
  if (symbol === undefined) {
    need(path, "path", action);
    if (where === "before" || where === "after")
      throw unclear(`\`position\` "${where}" needs a \`symbol\``, "Give one.");
  }
  if (where === "imports" && symbol !== undefined) {
    throw unclear('`position` "imports" is a place of the file', "Leave `symbol` out.");
  }
  return { action, path, symbol, body: text, position: where, expect };
}

function need(value: string | undefined, field: string, action: string): string {
  if (value === undefined) throw unclear(`\`${field}\` is missing`, `"${action}" needs it.`);
  return value;
}

function unclear(problem: string, remedy: string): ToolError {
  return new ToolError("unclear_edit", `${problem}. ${remedy}`);
}
