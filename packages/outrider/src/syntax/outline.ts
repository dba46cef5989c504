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

/** Places declarations, in the order of their lines, inside each other by their extent. */
export function nestDeclarations(
  declarations: readonly Declaration[],
  lines: readonly string[],
): readonly OutlineSymbol[] {
  const symbols: OutlineSymbol[] = [];
  const open: number[] = [];
  for (const { name, kind, line, endLine, owner } of declarations) {
    while (open.length > 0 && (symbols[open.at(-1) ?? -1]?.endLine ?? 0) <= line) open.pop();
    const parent = open.at(-1);
    const around = parent === undefined ? owner : symbols[parent]?.path;
    open.push(symbols.length);
    symbols.push({
      name,
      kind,
      path: around === undefined ? name : `${around}/${name}`,
      line,
      startLine: leadingLine(lines, line),
      endLine,
      signature: (lines[line] ?? "").trim().slice(0, maxSignature),
      parent,
    });
  }
  return symbols;
}

function leadingLine(lines: readonly string[], line: number): number {
  let first = line;
  while (
    first > 0 &&
    /^\s*(?:@|#\[|\/\/|\/\*|\*|#(?!\s*(?:include|define|if|endif|else|pragma)\b)|--|template\s*<)/.test(
      lines[first - 1] ?? "",
    )
  ) {
    first -= 1;
  }
  return first;
}
