import { ToolError } from "toolwright";
import { globExpression, splitGlob } from "./glob-expression.ts";

export interface FileFilter {
  /** The part that ripgrep can do itself. */
  readonly args: readonly string[];
  /** The rest: whether a file is wanted, by its path from the root or from the start of the walk. */
  accepts(fromRoot: string, fromStart: string): boolean;
}

/**
 * Ripgrep's own `--glob` would include files that git ignores, so including globs are matched here; ripgrep only
 * filters by the last part of the name, which saves it from reading everything else.
 */
export function createFileFilter(globs: readonly string[], options: { readonly narrow: boolean }): FileFilter {
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const unwanted = globs.filter((glob) => glob.startsWith("!"));
  const expressions = wanted.map((glob) => compile(glob));
  const endings = wanted.map(nameEnding);
  const narrowed = options.narrow ? endings.filter((ending) => ending !== undefined) : [];
  const narrows = narrowed.length > 0 && narrowed.length === wanted.length;
  return {
    args: [
      ...unwanted.map((glob) => `--glob=${glob}`),
      ...(narrows ? [...narrowed.map((ending) => `--type-add=outrider:${ending}`), "--type=outrider"] : []),
    ],
    accepts: (fromRoot, fromStart) =>
      expressions.length === 0 || expressions.some((each) => each.test(fromRoot) || each.test(fromStart)),
  };
}

function compile(glob: string): RegExp {
  if (/[{,]!/.test(glob))
    throw new ToolError(
      "invalid_glob",
      `In the glob ${JSON.stringify(glob)} a "!" is inside of braces, where it excludes nothing. Give a list: ["*.ts", "!*.test.ts"].`,
    );
  try {
    return globExpression(glob);
  } catch {
    throw new ToolError(
      "invalid_glob",
      `The glob ${JSON.stringify(glob)} cannot be read: a bracket or brace is open or empty. Such as "*.ts", "src/**/*.{ts,tsx}".`,
    );
  }
}

/** The glob for the file name alone, if the whole glob determines it. */
function nameEnding(glob: string): string | undefined {
  const last = splitGlob(glob).at(-1) ?? "";
  // A plain word may be a directory, and ":" has a special meaning in a type.
  return /[*?[{]/.test(last) && last !== "**" && !/[/:]/.test(last) ? last : undefined;
}
