import { leadingLine } from "./leading-line.ts";

/** A declaration of a code file. Lines count from 0. */
export interface OutlineSymbol {
  readonly name: string;
  /** The word for it in its language, about: `function`, `class`, `method`, `const` … */
  readonly kind: string;
  /** Names from the outermost on, "/" between. */
  readonly path: string;
  /** The line with the name. */
  readonly line: number;
  /** First line with what belongs to it: comments, decorators, attributes. */
  readonly startLine: number;
  /** First line after it. */
  readonly endLine: number;
  /** The line with the name, trimmed and of bounded length. */
  readonly signature: string;
  /** Index of the symbol around it in the same list. */
  readonly parent: number | undefined;
}

/** A declaration before its place among the others is known. */
export interface Declaration {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly endLine: number;
  /** Puts it below another one although it does not stand in it: a Go method below its receiver. */
  readonly owner?: string;
}

const maxSignature = 160;

/** Places declarations, in the order of their lines, inside each other by their extent. `blanked`: without strings and comments. */
export function nestDeclarations(
  declarations: readonly Declaration[],
  lines: readonly string[],
  blanked: readonly string[],
): readonly OutlineSymbol[] {
  const symbols: OutlineSymbol[] = [];
  const open: number[] = [];
  // The first line that no earlier declaration has.
  let free = 0;
  for (const { name, kind, line, endLine, owner } of declarations) {
    while (open.length > 0 && (symbols[open.at(-1) ?? -1]?.endLine ?? 0) <= line) {
      free = Math.max(free, symbols[open.pop() ?? -1]?.endLine ?? 0);
    }
    const parent = open.at(-1);
    const least = parent === undefined ? free : Math.max(free, (symbols[parent]?.line ?? -1) + 1);
    const around = parent === undefined ? owner : symbols[parent]?.path;
    open.push(symbols.length);
    symbols.push({
      name,
      kind,
      path: around === undefined ? name : `${around}/${name}`,
      line,
      startLine: leadingLine(lines, blanked, line, Math.min(least, line)),
      endLine,
      signature: (lines[line] ?? "").trim().slice(0, maxSignature),
      parent,
    });
  }
  return symbols;
}
