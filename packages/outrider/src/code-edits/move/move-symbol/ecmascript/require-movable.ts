import { ToolError } from "toolwright";
import { languageOf } from "../../../../languages/language-of.ts";
import { showPath } from "../../../../workspace/paths/check-path.ts";
import type { SymbolMove } from "../symbol-move.ts";

/** Refuses what has no name of its own to others, or a module that is no list of names. */
export function requireMovable({ old, target, to, name, cut }: SymbolMove): void {
  const refuse = (why: string, next: string): never => {
    throw new ToolError("cannot_prove", `${name} in ${showPath(old.file.path)} was not moved: ${why}. ${next}`);
  };
  const isDefault =
    /^export\s+default\b/m.test(cut.text) ||
    old.facts.exports.some((each) => each.name === name && each.as === "default");
  if (isDefault) refuse("it is the default export of its file", "Make it a named one first.");
  const renamed = old.facts.exports.find((each) => each.name === name && each.as !== name);
  if (renamed !== undefined) refuse(`it is exported as ${renamed.as}`, "Export it by its own name first.");
  for (const { file } of target === undefined ? [old] : [old, target]) {
    if (/\bmodule\.exports\b|(?<![.\w])exports\.\w|^export\s*=/m.test(file.text))
      refuse(`${file.path} exports in the way of CommonJS`, "`insert` and `remove` it by hand.");
  }
  if (/@jsx\b/.test(old.file.text))
    refuse("a comment says how its elements are made", "`insert` and `remove` it by hand.");
  const isTyped = (path: string): boolean => languageOf(path)?.id !== "javascript";
  if (isTyped(old.file.path) !== isTyped(to))
    refuse("the other file has other rules for types", "Choose a file of the same kind.");
}
