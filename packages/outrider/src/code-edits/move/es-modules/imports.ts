import type { Span } from "../../../languages/language.ts";
import type { ImportFact, ImportedName } from "../../../languages/modules/module-facts.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { ModuleFile } from "../module-files.ts";

/** A name that a file has to import or re-export. */
export interface WantedImport {
  readonly source: string;
  readonly kind: ImportedName["kind"];
  readonly name: string;
  readonly local: string;
  readonly isTypeOnly: boolean;
  readonly isReexport: boolean;
  /** The statement that brings it in now: the new one stands in its place, or right behind it. */
  readonly instead?: ImportFact;
}

export interface ImportChange {
  readonly drop: ReadonlySet<ImportedName>;
  readonly add: readonly WantedImport[];
}

interface ChangedStatement {
  readonly statement: ImportFact;
  readonly dropped: ReadonlySet<ImportedName>;
  readonly joining: readonly WantedImport[];
  /** New statements that take its place or follow it. */
  readonly behind: readonly WantedImport[];
}

/** Changes the imports of a file: statements without names are removed, new names join a statement for their module. */
export function changeImports(
  { file, facts }: ModuleFile,
  { drop, add }: ImportChange,
  style: CodeStyle,
): readonly Replacement[] {
  const { text } = file;
  const left = new Set(add);
  const statements = facts.imports.filter(({ form, isTop }) => form === "static" && isTop);
  const joined = new Map(
    statements.map((statement) => {
      const joining = [...left].filter((wanted) => mayJoin(text, statement, wanted, drop));
      for (const wanted of joining) left.delete(wanted);
      return [statement, joining] as const;
    }),
  );
  const anchored = anchorsOf([...left]);
  for (const wanted of anchored.keys()) left.delete(wanted);
  const changed = statements.flatMap((statement): readonly ChangedStatement[] => {
    const joining = joined.get(statement) ?? [];
    const dropped = new Set(statement.names.filter((name) => drop.has(name)));
    const behind = [...anchored].flatMap(([wanted, anchor]) => (anchor === statement ? [wanted] : []));
    const isChanged = dropped.size > 0 || joining.length > 0 || behind.length > 0;
    return isChanged ? [{ statement, dropped, joining, behind }] : [];
  });
  let cleared = 0;
  const replacements = changed.flatMap((change) => {
    const { statement, behind, dropped, joining } = change;
    const added = behind.length === 0 ? [] : [putBehind(text, statement, behind, style)];
    if (dropped.size === 0 && joining.length === 0) return added;
    const isTop = left.size === 0 && text.slice(cleared, statement.span.start).trim() === "";
    const replacement = replaceStatement(text, change, { style, isTop });
    if (isTop && replacement.text === "") cleared = replacement.end;
    return isEmptied(change) ? [replacement] : [replacement, ...added];
  });
  if (left.size === 0) return replacements;
  const isReexported = [...left].every(({ isReexport }) => isReexport);
  const at = importPosition(text, facts.statements, statements, isReexported);
  const lines = renderNew([...left], style).map((line) => `${line}\n`);
  const ordered = lines.length === 1 ? inOrder(text, statements, [...left]) : undefined;
  if (ordered !== undefined) return [...replacements, { start: ordered, end: ordered, text: lines.join("") }];
  return [...replacements, { start: at.offset, end: at.offset, text: `${at.before}${lines.join("")}${at.after}` }];
}

/** Names for one module go into one statement: where the first of them stands. */
function anchorsOf(wanted: readonly WantedImport[]): ReadonlyMap<WantedImport, ImportFact> {
  const first = new Map<string, ImportFact>();
  const found = new Map<WantedImport, ImportFact>();
  for (const each of wanted) {
    if (each.instead === undefined) continue;
    const anchor = first.get(groupOf(each)) ?? each.instead;
    first.set(groupOf(each), anchor);
    found.set(each, anchor);
  }
  return found;
}

function isEmptied({ statement, dropped, joining }: ChangedStatement): boolean {
  return joining.length === 0 && statement.names.every((name) => dropped.has(name));
}

function replaceStatement(
  text: string,
  change: ChangedStatement,
  { style, isTop }: { readonly style: CodeStyle; readonly isTop: boolean },
): Replacement {
  const { statement, behind } = change;
  if (behind.length === 0 || !isEmptied(change)) return renderStatement(text, statement, { ...change, isTop });
  const [first] = behind;
  const isSame =
    behind.length === statement.names.length &&
    behind.every(({ instead, source }) => instead === statement && source === first?.source);
  // Everything in it is in the other file now, so that all but the path stays as it was written.
  if (isSame && first !== undefined) return { ...statement.sourceSpan, text: first.source };
  return { ...statement.span, text: renderNew(behind, style).join("\n") };
}

function putBehind(text: string, { span }: ImportFact, wanted: readonly WantedImport[], style: CodeStyle): Replacement {
  const rest = /^[^\r\n]*(\r\n|\r|\n)?/.exec(text.slice(span.end));
  const at = span.end + (rest?.[0].length ?? 0);
  const lines = renderNew(wanted, style).join("\n");
  return { start: at, end: at, text: rest?.[1] === undefined ? `\n${lines}` : `${lines}\n` };
}

/** Where a new statement belongs among imports of files that are in the order of their paths; undefined if they are not. */
function inOrder(text: string, statements: readonly ImportFact[], wanted: readonly WantedImport[]): number | undefined {
  const [only] = wanted;
  if (only === undefined || !isFilePath(only.source)) return undefined;
  const alike = statements.filter(({ source, isReexport }) => isFilePath(source) && isReexport === only.isReexport);
  const isSorted = alike.every(({ source }, index) => index === 0 || (alike[index - 1]?.source ?? "") <= source);
  const next = alike.find(({ source }) => source > only.source);
  if (alike.length < 2 || !isSorted || next === undefined) return undefined;
  const { start } = next.span;
  return start === 0 || /[\r\n]$/.test(text.slice(0, start)) ? start : undefined;
}

function isFilePath(source: string): boolean {
  return source.startsWith(".");
}

function mayJoin(text: string, statement: ImportFact, wanted: WantedImport, drop: ReadonlySet<ImportedName>): boolean {
  const written = text.slice(statement.span.start, statement.span.end);
  return (
    statement.source === wanted.source &&
    statement.isReexport === wanted.isReexport &&
    wanted.kind === "named" &&
    statement.isTypeOnly === wanted.isTypeOnly &&
    statement.names.some((name) => name.kind === "named" && !drop.has(name)) &&
    !/\/\/|\/\*/.test(written.slice(0, written.lastIndexOf("from"))) &&
    !/\brequire\b/.test(written)
  );
}

/** After the last import; without one at the top, below a `#!` line, directives and a header comment. */
function importPosition(
  text: string,
  statements: readonly { readonly start: number; readonly end: number }[],
  imports: readonly ImportFact[],
  isAtEnd: boolean,
): { readonly offset: number; readonly before: string; readonly after: string } {
  const own = isAtEnd ? imports : imports.filter(({ isReexport }) => !isReexport);
  const last = (own.length > 0 ? own : []).at(-1);
  if (last !== undefined) {
    const rest = /^[^\r\n]*(\r\n|\r|\n)?/.exec(text.slice(last.span.end));
    return { offset: last.span.end + (rest?.[0].length ?? 0), before: rest?.[1] === undefined ? "\n" : "", after: "" };
  }
  const directives = /^\uFEFF?(?:#!.*(?:\r\n|\n))?(?:\s*(["'])use [a-z ]+\1;?[ \t]*(?:\r\n|\n))*/.exec(text)?.[0] ?? "";
  const heading =
    /^(?:[ \t]*(?:\/\/.*|\/\*[^]*?\*\/)[ \t]*(?:\r\n|\n))+(?:[ \t]*(?:\r\n|\n))+/.exec(
      text.slice(directives.length),
    )?.[0] ?? "";
  const offset = directives.length + heading.length;
  const [first] = statements;
  return {
    offset: first === undefined ? offset : Math.min(offset, first.start),
    before: "",
    after: statements.length === 0 ? "" : "\n",
  };
}

/** Formatting of the surrounding code. */
export interface CodeStyle {
  readonly quote: string;
  readonly end: string;
}

/** The quotes and line ends of a file's imports, else of its text. */
export function styleOf(text: string, imports: readonly ImportFact[]): CodeStyle {
  const first = imports.find(({ form }) => form === "static");
  if (first === undefined) {
    const [single, double] = [text.split("'").length, text.split('"').length];
    const isBare = text.trim() !== "" && !/;[ \t]*\r?$/m.test(text);
    return { quote: single > double ? "'" : '"', end: isBare ? "" : ";" };
  }
  const quote = text[first.sourceSpan.start - 1] ?? '"';
  return { quote, end: text.slice(first.span.start, first.span.end).endsWith(";") ? ";" : "" };
}

function showName({ kind, name, local, isTypeOnly }: WantedImport, inTypes: boolean): string {
  const type = isTypeOnly && !inTypes ? "type " : "";
  if (kind === "default") return `default as ${local}`;
  return name === local ? `${type}${name}` : `${type}${name} as ${local}`;
}

/** Statements for names that fit into no existing one; one for each module and kind of import. */
export function renderNew(wanted: readonly WantedImport[], { quote, end }: CodeStyle): readonly string[] {
  const groups = new Map<string, WantedImport[]>();
  for (const each of wanted) groups.set(groupOf(each), [...(groups.get(groupOf(each)) ?? []), each]);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const head = `${first.isReexport ? "export" : "import"}${first.isTypeOnly ? " type" : ""}`;
    return [`${head} ${clauseOf(group, first)} from ${quote}${first.source}${quote}${end}`];
  });
}

function groupOf({ kind, local, source, isReexport, isTypeOnly }: WantedImport): string {
  return [source, isReexport, isTypeOnly, kind === "named" ? "" : `${kind} ${local}`].join("\n");
}

function clauseOf(group: readonly WantedImport[], { kind, local, isReexport }: WantedImport): string {
  if (kind === "module") return `* as ${local}`;
  if (kind === "all") return "*";
  if (kind === "default" && !isReexport) return local;
  return `{ ${group.map((each) => showName(each, true)).join(", ")} }`;
}

interface StatementChange {
  readonly dropped: ReadonlySet<ImportedName>;
  readonly joining: readonly WantedImport[];
  /** It is at the top of the file, and no new imports follow it. */
  readonly isTop: boolean;
}

/** A statement with fewer or more names; empty if none is left. */
function renderStatement(
  text: string,
  statement: ImportFact,
  { dropped, joining, isTop }: StatementChange,
): Replacement {
  const { span, names, sourceSpan } = statement;
  const kept = names.filter((name) => !dropped.has(name));
  if (kept.length === 0 && joining.length === 0) return { ...wholeLine(text, span, isTop), text: "" };
  const head = /\bfrom\s*$/.exec(text.slice(span.start, sourceSpan.start - 1));
  const clauseEnd = span.start + (head?.index ?? 0);
  const clause = text.slice(span.start, clauseEnd);
  const plain = kept.filter((name) => !isInBraces(text, clause, span.start, name));
  const braced = kept.filter((name) => !plain.includes(name)).map((name) => text.slice(name.span.start, name.span.end));
  const all = [...braced, ...joining.map((each) => showName(each, statement.isTypeOnly))];
  const parts = [
    ...plain.map((name) => text.slice(name.span.start, name.span.end)),
    ...(all.length === 0 ? [] : [braces(clause, all)]),
  ];
  const word = /^(?:import|export)(?:\s+type\b(?!\s*(?:,|from\b)))?/.exec(clause)?.[0] ?? "import";
  return { start: span.start, end: clauseEnd, text: `${word} ${parts.join(", ")} ` };
}

function isInBraces(text: string, clause: string, start: number, { span }: ImportedName): boolean {
  const open = clause.indexOf("{");
  return open !== -1 && span.start > start + open && text.slice(start + open, span.start).includes("{");
}

/** On one line or several, with or without spaces, as before. */
function braces(clause: string, names: readonly string[]): string {
  const open = /\{([^]*)\}/.exec(clause)?.[1] ?? " ";
  const indent = /\r?\n([ \t]*)\S/.exec(open)?.[1];
  if (indent !== undefined) {
    const comma = /,\s*$/.test(open) ? "," : "";
    return `{\n${names.map((name) => `${indent}${name}`).join(",\n")}${comma}\n}`;
  }
  const blank = /^\s/.test(open) ? " " : "";
  return `{${blank}${names.join(", ")}${blank}}`;
}

function wholeLine(text: string, { start, end }: Span, isTop: boolean): Span {
  const rest = /^[ \t]*(?:\r\n|\r|\n|$)/.exec(text.slice(end))?.[0];
  const isAlone = /(?:^|[\r\n])$/.test(text.slice(0, start).replace(/[ \t]+$/, "")) && rest !== undefined;
  if (!isAlone) return { start, end };
  const lineEnd = end + rest.length;
  // At the top of the file, the blank lines that separated it from the code below are not needed.
  const blank = isTop ? (/^(?:[ \t]*(?:\r\n|\r|\n))+/.exec(text.slice(lineEnd))?.[0].length ?? 0) : 0;
  return { start, end: lineEnd + blank };
}
