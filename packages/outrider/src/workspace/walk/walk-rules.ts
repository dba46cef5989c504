import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside, relativeTo } from "../paths/inside.ts";
import type { LibraryIgnoreFiles } from "./walk.ts";

export interface WalkRules {
  /** Real path of the project, or of the library. */
  readonly root: string;
  /** Negated globs of what nobody may see, so that ripgrep does not even open it. */
  readonly hiddenGlobs: readonly string[];
  /** Globs of the project's own settings. */
  readonly exclude: readonly string[];
  /** Those that count. Default: as git would have it. */
  readonly ignoreFiles?: LibraryIgnoreFiles | undefined;
  /** The ignore files above the start do not count: for a start that they leave out altogether. */
  readonly alone?: boolean;
}

export interface WalkStart {
  /** Where ripgrep runs; names come out relative to it. */
  readonly cwd: string;
  /** What it is told to look at: never something that it could take for an option or for its standard input. */
  readonly argument: string;
}

/** Inside the project ripgrep runs in its root, so that globs and ignore files mean what they mean there. */
export function startOf(root: string, directory: string): WalkStart {
  if (!isInside(root, directory) || root === directory) return { cwd: directory, argument: "./" };
  return { cwd: root, argument: `./${relativeTo(root, directory)}` };
}

/** Which files a walk or a search meets, as arguments of ripgrep. Case-blind globs outrank all others there. */
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
    // A "!" in the settings of a repository would bring in what git ignores.
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
 * Outside of a repository ripgrep would obey ignore files up to the root of the disk, a `*` in the home directory
 * included. What lies above such a project does not speak for it.
 */
function parentArguments(root: string, directory: string): string[] {
  const above = ancestors(root);
  const isRepository = [root, ...above].some((each) => existsSync(join(each, ".git")));
  return isRepository || !above.some(hasIgnoreFile) ? [] : downFrom(root, directory);
}

/** Of the ignore files above the start only those from the root on. */
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
