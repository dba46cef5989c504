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
  /** Moved names that the old file exported. */
  readonly exported: ReadonlySet<string>;
  /** Moved names that the old file still uses and has to import. */
  readonly stillUsed: ReadonlySet<string>;
  readonly isDeferred: boolean;
}

/** The old file without the code: imports what it still uses, exports what the code needs, and drops imports that are no longer used. */
export async function planOldFile(
  move: SymbolMove,
  {
    style,
    isFile,
    opened,
  }: { readonly isFile: FileLookup; readonly style: PathStyle; readonly opened: ReadonlySet<string> },
): Promise<OldFilePlan> {
  const { old, cut, to } = move;
  const { file, facts } = old;
  const left = facts.uses.filter((use) => cut.names.has(use.name) && !isCut(move, use.start));
  const written = left.find(({ isWritten }) => isWritten);
  if (written !== undefined) {
    throw new ToolError(
      "cannot_prove",
      `${written.name} was not moved: ${showPath(file.path)} gives it a new value, which an import cannot be given. Move that code, too.`,
    );
  }
  const listed = facts.exports.filter((each) => cut.names.has(each.name));
  const drop = unusedImports(move);
  const source = await shortest(move, isFile, writeSource(file.path, to, style));
  const stillUsed = new Set([...cut.names].filter((name) => left.some((use) => use.name === name)));
  const wanted = [...stillUsed].map((name): WantedImport => ({
    source,
    kind: "named",
    name,
    local: name,
    isTypeOnly: isType(move.oldSymbols, name),
    isReexport: false,
  }));
  const replacements = [
    ...changeImports(old, { drop, add: wanted }, styleOf(file.text, facts.imports)),
    ...cut.gaps.map((gap) => ({ ...gap, text: "" })),
    ...listed.map((each) => ({ ...specifierGap(file.text, each), text: "" })),
    ...exportAlso(move, opened),
  ];
  return {
    replacements: joinTouching(replacements),
    exported: new Set([
      ...listed.map(({ name }) => name),
      ...cut.pieces.flatMap(({ names, text }) => (/^(?:@[^]*?\s)?export\s/m.test(withoutComments(text)) ? names : [])),
    ]),
    stillUsed,
    isDeferred: left.every(({ isDeferred }) => isDeferred),
  };
}

/** The keyword before the statements that declare these names. */
function exportAlso({ name, old: { file, facts } }: SymbolMove, opened: ReadonlySet<string>): readonly Replacement[] {
  const homes = facts.statements.filter(({ start, end }) =>
    facts.declared.some((each) => opened.has(each.name) && each.start >= start && each.start < end),
  );
  return homes.map(({ start }) => {
    const rest = file.text.slice(start);
    if (/^(?:abstract|async|class|const|declare|enum|function|interface|let|type|var)\b/.test(rest))
      return { start, end: start, text: "export " };
    throw new ToolError(
      "uses_private",
      `${name} was not moved: it uses what ${showPath(file.path)} declares by ${JSON.stringify(rest.slice(0, 40))} and does not export. Export it first.`,
    );
  });
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
