import { ToolError } from "toolwright";
import { editingOf } from "../../languages/editing-of.ts";
import type { NameRules } from "../../languages/editing.ts";
import { languageById } from "../../languages/language-of.ts";
import { plainName } from "../../languages/name-patterns.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { type Target, isMember } from "../../syntax/references/target.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";

/** Refuses what cannot be the new name of a symbol; keywords show when the edited code is parsed. */
export function checkNewName(target: Target, newName: string): void {
  const { language, symbol } = target;
  const { name, kind, path } = symbol;
  if (newName === name)
    throw new ToolError(
      "no_change",
      `${visibleLine(path)} has the name ${show(newName)} already; nothing was changed.`,
    );
  if (kind === "constructor") {
    throw new ToolError(
      "invalid_name",
      `${visibleLine(path)} is a constructor, whose name is that of its type. Rename the type.`,
    );
  }
  const { names } = editingOf(language);
  if (!isMember(target) && isReserved(names, kind, newName)) {
    throw new ToolError(
      "invalid_name",
      `${show(newName)} has a meaning of its own in the language, so ${visibleLine(path)} cannot have that name; nothing was changed. Choose another.`,
    );
  }
  if (isName(names, name, newName)) return;
  const title = languageById(language)?.title ?? language;
  throw new ToolError(
    "invalid_name",
    `Expected \`new_name\` to be a name as ${title} allows it, without the path before it, got ${show(newName)}. The symbol is ${show(name)} now.`,
  );
}

function isReserved({ reserved, reservedTypes }: NameRules, kind: CodeSymbol["kind"], newName: string): boolean {
  const isType = typeKinds.has(kind) || kind === "type";
  return reserved?.has(newName) === true || (isType && reservedTypes?.has(newName) === true);
}

/** A private name stays one. */
function isName({ pattern, privateMark }: NameRules, old: string, newName: string): boolean {
  const mark = privateMark !== undefined && old.startsWith(privateMark) ? privateMark : "";
  const allowed = pattern?.(old) ?? plainName;
  return newName.startsWith(mark) && allowed.test(newName.slice(mark.length));
}

function show(name: string): string {
  return visibleLine(JSON.stringify(name.slice(0, 120)));
}
