import { posix } from "node:path";
import { ToolError } from "toolwright";
import { editingOfFile } from "../../../languages/editing-of.ts";
import type { ImportFact } from "../../../languages/modules/module-facts.ts";
import { showPath } from "../../../workspace/paths/check-path.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { replaceChecked } from "../../replace-checked.ts";
import { isCut, type SymbolMove } from "../symbol-move.ts";

/** Go, inside one package: only the imports of the two files change. */
export async function planGoMove(context: EditContext, draft: Draft, move: SymbolMove): Promise<readonly string[]> {
  const { old, target, to, cut } = move;
  requireSamePackage(move);
  const inside = new Set(old.facts.uses.flatMap(({ name, start }) => (isCut(move, start) ? [name] : [])));
  const outside = new Set(old.facts.uses.flatMap(({ name, start }) => (isCut(move, start) ? [] : [name])));
  const used = old.facts.imports.filter((each) => inside.has(localOf(each)));
  const wanted = used.filter((each) => !isThere(move, each));
  const drop = used.filter((each) => !outside.has(localOf(each)));
  const lines = wanted.map(({ span }) => old.file.text.slice(span.start, span.end));
  if (target === undefined) {
    const head = `package ${packageOf(old.file.text)}\n${lines.length === 0 ? "" : `\n${newBlock(lines)}\n`}`;
    const text = `${head}\n${cut.text}\n`;
    await draft.create(to, old.file.eol === "\r\n" ? text.replaceAll("\n", "\r\n") : text);
  } else {
    const end = target.file.text.trimEnd().length;
    const put = { start: end, end: target.file.text.length, text: `\n\n${cut.text}\n` };
    await replaceChecked(context, draft, target.file, [
      ...addSpecs(target.file.text, target.facts.imports, lines),
      put,
    ]);
  }
  const dropped = editingOfFile(old.file.path).imports.dropUnused?.(old.file.text, old.facts.imports, drop) ?? [];
  const gaps: readonly Replacement[] = [...cut.gaps, ...dropped].map((gap) => ({ ...gap, text: "" }));
  return (await replaceChecked(context, draft, await draft.read(old.file.path), gaps)).notes;
}

function requireSamePackage(move: SymbolMove): void {
  const { old, target, to, cut, name } = move;
  const refuse = (why: string, next: string): never => {
    throw new ToolError("cannot_prove", `${name} in ${showPath(old.file.path)} was not moved: ${why}. ${next}`);
  };
  if (posix.dirname(old.file.path) !== posix.dirname(to)) {
    refuse("another directory is another package in Go", "`insert` it there and `remove` it here, in one call.");
  }
  if (target !== undefined && packageOf(target.file.text) !== packageOf(old.file.text)) {
    refuse(`${to} is in package ${packageOf(target.file.text)}`, "Choose a file of the same package.");
  }
  const isBound = (path: string, text: string): boolean =>
    /_(?:test|[a-z0-9]+)\.go$/.test(path) || /^\/\/(?:go:build| \+build)\b/m.test(text);
  if (posix.basename(old.file.path).replace(/^[^_]*/, "") !== posix.basename(to).replace(/^[^_]*/, "")) {
    if (isBound(old.file.path, old.file.text) || isBound(to, target?.file.text ?? ""))
      refuse("one of the two files is built for some systems or tests only", "`insert` and `remove` it by hand.");
  }
  if (/^\/\/go:build\b/m.test(old.file.text) || /^\/\/go:build\b/m.test(target?.file.text ?? "")) {
    refuse("one of the two files is built under conditions", "`insert` and `remove` it by hand.");
  }
  for (const each of old.facts.imports) {
    const local = localOf(each);
    if (local === "." || each.source === "C")
      refuse(`its file imports ${each.source} without a name`, "`insert` and `remove` it by hand.");
    if (
      new RegExp(`(?<![\\w.])${local}\\s*(?:,[^\\n]*)?:=|\\bvar\\s+${local}\\b|[(,]\\s*${local}\\s+[*\\w[]`).test(
        cut.text,
      )
    )
      refuse(`it has a ${local} of its own beside the package of that name`, "Give it another name first.");
  }
  if (/^\/\/go:(?:embed|linkname)\b|^\s*\biota\b/m.test(cut.text))
    refuse("it depends on its file", "`insert` and `remove` it by hand.");
}

/** Refused if the target imports another package under that name. */
function isThere({ target, to, name: moved }: SymbolMove, each: ImportFact): boolean {
  const local = localOf(each);
  const there = target?.facts.imports.find((other) => localOf(other) === local);
  if (there === undefined) return false;
  if (there.source === each.source) return true;
  throw new ToolError("name_taken", `${moved} was not moved: ${local} is another package in ${showPath(to)}.`);
}

function localOf({ names }: ImportFact): string {
  return names[0]?.local ?? "";
}

function packageOf(text: string): string {
  return /^package\s+(\w+)/m.exec(text)?.[1] ?? "";
}

function newBlock(lines: readonly string[]): string {
  return lines.length === 1 ? `import ${lines[0] ?? ""}` : `import (\n${lines.map((line) => `\t${line}\n`).join("")})`;
}

/** Into the existing import block, else below the package clause. */
function addSpecs(text: string, imports: readonly ImportFact[], lines: readonly string[]): readonly Replacement[] {
  if (lines.length === 0) return [];
  const last = imports.at(-1);
  const isBlock =
    last !== undefined &&
    !/\bimport[ \t]*$/.test(text.slice(0, last.span.start).replace(/[\w.]+[ \t]*$/, (word) => word));
  if (last !== undefined && isBlock)
    return [{ start: last.span.end, end: last.span.end, text: lines.map((line) => `\n\t${line}`).join("") }];
  const head =
    last?.span.end ??
    (/^package\s+\w+[^\n\r]*/m.exec(text)?.index ?? 0) + (/^package\s+\w+[^\n\r]*/m.exec(text)?.[0].length ?? 0);
  return [{ start: head, end: head, text: `${last === undefined ? "\n" : ""}\n${newBlock(lines)}` }];
}
