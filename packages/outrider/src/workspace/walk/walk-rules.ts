import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside, relativeTo } from "../paths/inside.ts";
import type { LibraryIgnoreFiles } from "./walk.ts";

export interface WalkRules {
  /** Real path of the project, or of the library. */
  readonly root: string;
  /** Negated globs of denied files, so that ripgrep does not even open them. */
  readonly hiddenGlobs: readonly string[];
  /** Globs from the project's own settings. */
  readonly exclude: readonly string[];
  /** The ignore files that count. Default: as in git. */
  readonly ignoreFiles?: LibraryIgnoreFiles | undefined;
  /** Ignore files above the start do not count: for a start that they exclude completely. */
  readonly alone?: boolean;
}

export interface WalkStart {
  /** Where ripgrep runs; names are printed relative to it. */
  readonly cwd: string;
  /** The path passed to ripgrep: never one that could be taken for an option or for standard input. */
  readonly argument: string;
}

/** Inside the project ripgrep runs in its root, so that globs and ignore files have their usual meaning. */
export function startOf(root: string, directory: string): WalkStart {
  if (!isInside(root, directory) || root === directory) return { cwd: directory, argument: "./" };
  return { cwd: root, argument: `./${relativeTo(root, directory)}` };
}

/** Which files a walk or a search visits, as arguments of ripgrep, where case-insensitive globs outrank all others. */
export function ruleArguments(rules: WalkRules, directory: string): string[] {
  const { hiddenGlobs, exclude } = rules;
  return [
    "--color=never",
    "--no-messages",
    "--hidden",
    "--no-require-git",
    "--no-ignore-dot",
    "--path-separator=/",
    "--null",
    ...ignoreArguments(rules, directory),
    // A "!" in a repository's settings would include what git ignores.
    ...exclude.filter((glob) => !glob.startsWith("!")).map((glob) => `--glob=!${glob}`),
    ...["!.git", "!.outrider", ...hiddenGlobs].map((glob) => `--iglob=${glob}`),
  ];
}

function ignoreArguments({ root, ignoreFiles, alone }: WalkRules, directory: string): string[] {
  if (ignoreFiles === "none") return ["--no-ignore"];
  if (alone === true) return ["--no-ignore-parent"];
  return ignoreFiles === "own" ? downFrom(root, directory) : parentArguments(root, directory);
}

/**
 * Outside a repository ripgrep would obey ignore files up to the root of the disk, even a `*` in the home directory.
 * Files above such a project do not apply to it.
 */
function parentArguments(root: string, directory: string): string[] {
  const above = ancestors(root);
  const isRepository = [root, ...above].some((each) => existsSync(join(each, ".git")));
  return isRepository || !above.some(hasIgnoreFile) ? [] : downFrom(root, directory);
}

/** Only those of the ignore files above the start that are at or below the root. */
function downFrom(root: string, directory: string): string[] {
  const between = isInside(root, directory) ? ancestors(directory).filter((each) => isInside(root, each)) : [];
  const files = between.toReversed().filter(hasIgnoreFile);
  return ["--no-ignore-parent", ...files.map((each) => `--ignore-file=${join(each, ".gitignore")}`)];
}

function hasIgnoreFile(directory: string): boolean {
  return existsSync(join(directory, ".gitignore"));
}

function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...ancestors(above)];
}
