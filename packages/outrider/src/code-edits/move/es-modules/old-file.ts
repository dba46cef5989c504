import { ToolError } from "toolwright";
import type { Span } from "../../../languages/language.ts";
import type { ImportedName } from "../../../languages/modules/module-facts.ts";
import { showPath } from "../../../workspace/paths/check-path.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { FileLookup } from "../module-files.ts";
import { type SymbolMove, isCut } from "../symbol-move.ts";
import { type WantedImport, changeImports, styleOf } from "./imports.ts";
import { isType } from "./needs.ts";
import { type PathStyle, filesMeant, writeSource } from "./paths.ts";

export interface OldFilePlan {
  readonly replacements: readonly Replacement[];
  /** The old file exported it. */
  readonly isExported: boolean;
  /** The old file still uses the symbol and has to import it. */
  readonly isStillUsed: boolean;
  readonly isDeferred: boolean;
}

/** The old file without the code: imports the symbol if still used, and drops imports that are no longer used. */
export async function planOldFile(
  move: SymbolMove,
  { style, isFile }: { readonly isFile: FileLookup; readonly style: PathStyle },
): Promise<OldFilePlan> {
  const { old, name, cut, to } = move;
  const { file, facts } = old;
  const left = facts.uses.filter((use) => use.name === name && !isCut(move, use.start));
  const written = left.find(({ isWritten }) => isWritten);
  if (written !== undefined) {
    throw new ToolError(
      "cannot_prove",
      `${name} was not moved: ${showPath(file.path)} gives it a new value, which an import cannot be given. Move that code, too.`,
    );
  }
  const listed = facts.exports.filter((each) => each.name === name);
  const drop = unusedImports(move);
  const source = await shortest(move, isFile, writeSource(file.path, to, style));
  const wanted: WantedImport = {
    source,
    kind: "named",
    name,
    local: name,
    isTypeOnly: isType(move.oldSymbols, name),
    isReexport: false,
  };
  const change = { drop, add: left.length > 0 ? [wanted] : [] };
  const replacements = [
    ...changeImports(old, change, styleOf(file.text, facts.imports)),
    ...cut.gaps.map((gap) => ({ ...gap, text: "" })),
    ...listed.map((each) => ({ ...specifierGap(file.text, each), text: "" })),
  ];
  return {
    replacements: joinTouching(replacements),
    isExported: listed.length > 0 || /^(?:@[^]*?\s)?export\s/m.test(withoutComments(cut.text)),
    isStillUsed: left.length > 0,
    isDeferred: left.every(({ isDeferred }) => isDeferred),
  };
}

/** The import path that the file already uses for the target, if any. */
async function shortest({ old, to }: SymbolMove, isFile: FileLookup, source: string): Promise<string> {
  for (const each of old.facts.imports) {
    if (each.form !== "static" || each.isReexport) continue;
    const meant = await filesMeant(isFile, old.file.path, each.source);
    if (meant.length === 1 && meant[0]?.path === to) return each.source;
  }
  return source;
}

function unusedImports(move: SymbolMove): ReadonlySet<ImportedName> {
  const { facts, file } = move.old;
  const inside = new Set(facts.uses.flatMap(({ name, start }) => (isCut(move, start) ? [name] : [])));
  const outside = new Set(facts.uses.flatMap(({ name, start }) => (isCut(move, start) ? [] : [name])));
  for (const { name } of facts.exports) outside.add(name);
  // JSX needs React in scope even if it is not mentioned.
  if (/<[A-Za-z>]/.test(file.text)) outside.add("React");
  const names = facts.imports.flatMap((each) =>
    each.form === "static" && !each.isReexport && each.isTop ? each.names : [],
  );
  return new Set(names.filter(({ local }) => inside.has(local) && !outside.has(local)));
}

/** Includes the comma; the whole statement if it is the only name. */
function specifierGap(text: string, { span, statement }: { readonly span: Span; readonly statement: Span }): Span {
  const inside = text.slice(statement.start, span.start) + text.slice(span.end, statement.end);
  if (/^export\s*(?:type\s*)?\{\s*,?\s*\}\s*;?$/.test(inside)) {
    const rest = /^[ \t]*(?:\r\n|\r|\n)?/.exec(text.slice(statement.end))?.[0].length ?? 0;
    return { start: statement.start, end: statement.end + rest };
  }
  const after = /^\s*,[ \t]*/.exec(text.slice(span.end))?.[0];
  if (after !== undefined) return { start: span.start, end: span.end + after.length };
  const before = /,\s*$/.exec(text.slice(0, span.start))?.[0] ?? "";
  return { start: span.start - before.length, end: span.end };
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "").trim();
}

/** Gaps of adjacent code overlap in the blank lines between them. */
function joinTouching(replacements: readonly Replacement[]): readonly Replacement[] {
  const joined: Replacement[] = [];
  for (const each of replacements.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = joined.at(-1);
    if (last !== undefined && each.start < last.end && each.text === "" && last.text === "")
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, each.end) };
    else joined.push(each);
  }
  return joined;
}
