import type { ImportedName, ImportFact } from "../../../../languages/modules/module-facts.ts";
import type { Replacement } from "../../../../workspace/text/replacement.ts";
import type { ModuleFile } from "../../module-files.ts";
import type { WantedImport } from "./wanted-import.ts";
import { type CodeStyle, renderNew, renderStatement } from "./render-import.ts";

export interface ImportChange {
  readonly drop: ReadonlySet<ImportedName>;
  readonly add: readonly WantedImport[];
}

/** What becomes of a file's imports: statements that lose all their names go, new names join a statement of their module. */
export function changeImports(
  { file, facts }: ModuleFile,
  { drop, add }: ImportChange,
  style: CodeStyle,
): readonly Replacement[] {
  const { text } = file;
  const left = new Set(add);
  const statements = facts.imports.filter(({ form, isTop }) => form === "static" && isTop);
  const changed = statements.flatMap((statement) => {
    const joining = [...left].filter((wanted) => mayJoin(text, statement, wanted, drop));
    const dropped = new Set(statement.names.filter((name) => drop.has(name)));
    for (const wanted of joining) left.delete(wanted);
    return dropped.size === 0 && joining.length === 0 ? [] : [{ statement, dropped, joining }];
  });
  let cleared = 0;
  const replacements = changed.map(({ statement, ...change }) => {
    const isTop = left.size === 0 && text.slice(cleared, statement.span.start).trim() === "";
    const replacement = renderStatement(text, statement, { ...change, isTop });
    if (isTop && replacement.text === "") cleared = replacement.end;
    return replacement;
  });
  if (left.size === 0) return replacements;
  const at = placeForImports(
    text,
    facts.statements,
    statements,
    [...left].every(({ handsOn }) => handsOn),
  );
  const lines = renderNew([...left], style).map((line) => `${line}\n`);
  return [...replacements, { start: at.offset, end: at.offset, text: `${at.before}${lines.join("")}${at.after}` }];
}

function mayJoin(text: string, statement: ImportFact, wanted: WantedImport, drop: ReadonlySet<ImportedName>): boolean {
  const written = text.slice(statement.span.start, statement.span.end);
  return (
    statement.source === wanted.source &&
    statement.handsOn === wanted.handsOn &&
    wanted.kind === "named" &&
    statement.isTypeOnly === wanted.isTypeOnly &&
    statement.names.some((name) => name.kind === "named" && !drop.has(name)) &&
    !/\/\/|\/\*/.test(written.slice(0, written.lastIndexOf("from"))) &&
    !/\brequire\b/.test(written)
  );
}

/** Behind the last import; at the top without one, below a `#!` line, directives and a heading comment. */
export function placeForImports(
  text: string,
  statements: readonly { readonly start: number; readonly end: number }[],
  imports: readonly ImportFact[],
  isAtEnd: boolean,
): { readonly offset: number; readonly before: string; readonly after: string } {
  const bringing = isAtEnd ? imports : imports.filter(({ handsOn }) => !handsOn);
  const last = (bringing.length > 0 ? bringing : []).at(-1);
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
