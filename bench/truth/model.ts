/** What a judge says of a repository, in JSON lines that programs in several languages write. */

export type DeclarationKind =
  | "function"
  | "method"
  | "class"
  | "interface"
  | "type"
  | "constant"
  | "variable"
  | "field"
  | "module"
  /** Parameters, local values, imports: known, never drawn. */
  | "local";

/** A file relative to the root of the repository, a line and a column, both from 1. */
export type Place = readonly [file: string, line: number, column: number];

/** Several records with one id are one symbol: overloads, prototypes, merged declarations. */
export interface Declaration {
  readonly declare: string;
  readonly at: Place;
  readonly name: string;
  readonly kind: DeclarationKind;
  /** Names of the declarations around it, the innermost last, with a slash between. */
  readonly container: string;
}

/** An identifier with every symbol that it refers to: usually one, two in `{ name }`, several for members of a union. */
export interface Use {
  readonly use: readonly string[];
  readonly at: Place;
  readonly name: string;
}

/** The id of everything that is declared in no file of the repository. */
export const outside = "outside";

/** Read from the lines of a judge. */
export interface Table {
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
  readonly uses: ReadonlyMap<string, readonly Use[]>;
  /** Of each line `file:line`: what the judge resolved there. */
  readonly lines: ReadonlyMap<string, LineOfJudge>;
  /** Names whose every occurrence was judged; undefined if all were. */
  readonly names: ReadonlySet<string> | undefined;
}

export interface LineOfJudge {
  readonly uses: Use[];
  readonly declarations: Declaration[];
}

export function lineOf([file, line]: Place): string {
  return `${file}:${line}`;
}

type Row = Declaration | Use | { readonly names: readonly string[] };

export function readTable(text: string): Table {
  const declarations = new Map<string, Declaration[]>();
  const uses = new Map<string, Use[]>();
  const lines = new Map<string, LineOfJudge>();
  let names: ReadonlySet<string> | undefined;
  for (const each of new Set(text.split("\n"))) {
    if (each === "") continue;
    // Written by the programs in judges/, in this shape.
    const row = JSON.parse(each) as Row;
    if ("names" in row) {
      names = new Set(row.names);
      continue;
    }
    const key = lineOf(row.at);
    const line = lines.get(key) ?? { uses: [], declarations: [] };
    lines.set(key, line);
    if ("declare" in row) {
      declarations.set(row.declare, [...(declarations.get(row.declare) ?? []), row]);
      line.declarations.push(row);
      continue;
    }
    line.uses.push(row);
    for (const id of row.use) {
      const known = uses.get(id);
      if (known === undefined) uses.set(id, [row]);
      else known.push(row);
    }
  }
  return { declarations, uses, lines, names };
}
