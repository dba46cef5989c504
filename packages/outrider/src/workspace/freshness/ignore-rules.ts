import { readFileSync } from "node:fs";
import { globExpression } from "../walk/glob-expression.ts";

/** Which directories certainly contain nothing of the project, so that they need not be watched. */
export interface IgnoreRules {
  /** Undefined if the rules say nothing, or nothing that is understood here. */
  leavesOut(directory: string): boolean | undefined;
}

interface Rule {
  readonly isNegated: boolean;
  /** Undefined for syntax that only ripgrep understands. */
  readonly expression: RegExp | undefined;
}

/** The rules of an ignore file in `base` on top of those from above; a missing file adds nothing. */
export function readIgnoreRules(file: string, base: string, above: IgnoreRules): IgnoreRules {
  const rules = tryRead(file)
    .split("\n")
    .flatMap((line) => parseLine(line))
    .toReversed();
  if (rules.length === 0) return above;
  return {
    leavesOut(directory) {
      const path = below(base, directory);
      for (const { isNegated, expression } of rules) {
        // A rule that might re-include a directory counts as if it did: an extra watch does no harm.
        if (expression === undefined ? isNegated : expression.test(path)) return !isNegated;
      }
      return above.leavesOut(directory);
    },
  };
}

/** Globs of the project's settings; they outrank every ignore file. */
export function excludeRules(globs: readonly string[], base: string): IgnoreRules {
  const expressions = globs.filter((glob) => !glob.startsWith("!")).flatMap((glob) => compile(glob) ?? []);
  return {
    leavesOut: (directory) => expressions.some((each) => each.test(below(base, directory))) || undefined,
  };
}

function below(base: string, directory: string): string {
  return directory.slice(base === "/" ? 1 : base.length + 1);
}

function tryRead(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function parseLine(line: string): Rule[] {
  const text = line.trimEnd();
  if (text === "" || text.startsWith("#")) return [];
  const isNegated = text.startsWith("!");
  const glob = isNegated ? text.slice(1) : text;
  if (/^\/*$/.test(glob)) return [];
  // Escapes, braces, character classes and byte order marks mean different things to different readers.
  const isPlain = !/[\\{}\uFEFF]|\[:|^\.\//.test(glob);
  return [{ isNegated, expression: isPlain ? compile(glob) : undefined }];
}

function compile(glob: string): RegExp | undefined {
  try {
    return globExpression(glob);
  } catch {
    return undefined;
  }
}
