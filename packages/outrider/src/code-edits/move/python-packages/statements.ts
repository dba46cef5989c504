import { editingRulesOf } from "../../../languages/editing-of.ts";
import type { ImportFact, ImportedName, ModuleFacts } from "../../../languages/modules/module-facts.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { ModuleFile } from "../module-files.ts";

/** An import statement with fewer names; without any, its line is removed. Left as it is if it contains comments. */
export function dropNames(
  text: string,
  statement: ImportFact,
  dropped: ReadonlySet<ImportedName>,
  isFollowed: boolean,
): readonly Replacement[] {
  const { span, names, source } = statement;
  const kept = names.filter((name) => !dropped.has(name));
  const written = text.slice(span.start, span.end);
  if (kept.length > 0) {
    if (written.includes("#")) return [];
    const texts = kept.map((name) => text.slice(name.span.start, name.span.end));
    return [{ ...span, text: renderFrom(source, texts, written) }];
  }
  const rest = /^[ \t]*(?:#.*)?(?:\r\n|\r|\n|$)/.exec(text.slice(span.end))?.[0];
  if (rest === undefined) return [];
  const lineEnd = span.end + rest.length;
  const isTop = !isFollowed && text.slice(0, span.start).trim() === "";
  const blank = isTop ? (/^(?:[ \t]*(?:\r\n|\r|\n))+/.exec(text.slice(lineEnd))?.[0].length ?? 0) : 0;
  return [{ start: span.start, end: lineEnd + blank, text: "" }];
}

/** After the last import at the top; else below a docstring and comments. */
export function importPosition(
  text: string,
  { imports, statements }: Pick<ModuleFacts, "imports" | "statements">,
): { readonly offset: number; readonly before: string; readonly after: string } {
  const futures = statements.filter(({ start }) => /^from\s+__future__\b/.test(text.slice(start, start + 40)));
  const last = [...imports.filter(({ isTop }) => isTop).map(({ span }) => span), ...futures]
    .toSorted((one, other) => one.end - other.end)
    .at(-1);
  const [first] = statements;
  const isDoc = first !== undefined && /^[rRuU]?(?:"""|'''|"|')/.test(text.slice(first.start, first.start + 4));
  const above = last ?? (isDoc ? first : undefined);
  const gap = "\n\n";
  if (above !== undefined) {
    const rest = /^[^\r\n]*(\r\n|\r|\n)?/.exec(text.slice(above.end));
    const before = rest?.[1] === undefined ? "\n" : "";
    return {
      offset: above.end + (rest?.[0].length ?? 0),
      before: last === undefined ? `${before}\n` : before,
      after: "",
    };
  }
  const heading = /^\uFEFF?(?:#.*(?:\r\n|\n))*/.exec(text)?.[0].length ?? 0;
  return { offset: heading, before: "", after: statements.length === 0 ? "" : gap };
}

/** `from a import b, c`, laid out on lines like the old statement. */
export function renderFrom(source: string, names: readonly string[], before = ""): string {
  const inner = /\(\s*\n([ \t]*)/.exec(before)?.[1];
  if (inner === undefined || names.length < 2) {
    const list = names.join(", ");
    return `from ${source} import ${before.includes("(") && names.length > 1 ? `(${list})` : list}`;
  }
  const last = /\n([ \t]*)\)\s*$/.exec(before)?.[1] ?? "";
  return `from ${source} import (\n${names.map((name) => `${inner}${name},\n`).join("")}${last})`;
}

/** Files in other languages may contain the same words. */
export function isPythonModule({ facts }: ModuleFile): boolean {
  return editingRulesOf(facts.language).moves.symbols === "python packages";
}
