import { basename } from "node:path";
import type { PathJudge } from "./places.ts";
import type { SimpleCommand } from "./simple-command.ts";
import { textOf, textsOf, type Word } from "./word.ts";

/** A program about to run, after unwrapping: what the rules look at. */
export interface Invocation {
  /** Name without directory and `.exe`, in lower case. */
  readonly program: string;
  readonly args: readonly Word[];
  readonly command: SimpleCommand;
  readonly places: PathJudge;
}

/** The name of the program that a word starts; undefined if it is unknown. */
export function programName(word: Word): string | undefined {
  const text = textOf(word);
  if (text === undefined || /\s/.test(text)) return undefined;
  return basename(text.replaceAll("\\", "/"))
    .toLowerCase()
    .replace(/\.exe$/, "");
}

/**
 * Whether one of the options is given: `-f`, also combined as in `-rf`, or `--force`, also abbreviated as programs allow.
 * A word that may expand to an option counts as one.
 */
export function hasOption({ args }: Pick<Invocation, "args">, ...options: readonly string[]): boolean {
  return beforeDashes(args).some((word) => word.mayBeOption || textsOf(word).some((text) => isOption(text, options)));
}

/** The same, but only if it is certain: for options that make a command harmless. */
export function surelyHasOption({ args }: Pick<Invocation, "args">, ...options: readonly string[]): boolean {
  return beforeDashes(args).some((word) => !word.unknown && textsOf(word).every((text) => isOption(text, options)));
}

function isOption(text: string, options: readonly string[]): boolean {
  if (!text.startsWith("-") || text === "-") return false;
  if (text.startsWith("--")) {
    const name = text.split("=")[0] ?? text;
    return name.length > 2 && options.some((option) => option.startsWith("--") && option.startsWith(name));
  }
  // `-delete` of find and `-D` of git are not letter clusters, but a cluster may contain the letter.
  return options.some(
    (option) =>
      option === text || (/^-[^-]$/.test(option) && /^-[a-z0-9]+$/i.test(text) && text.includes(option.charAt(1))),
  );
}

/** Everything but options: operands and subcommands. Option values count as operands. */
export function operands({ args }: Pick<Invocation, "args">): readonly Word[] {
  const before = beforeDashes(args).filter(
    (word) => !textsOf(word).some((text) => text.startsWith("-") && text !== "-"),
  );
  return [...before, ...args.slice(beforeDashes(args).length + 1)];
}

/** The first operands as text, such as `system prune`. */
export function subcommand(invocation: Pick<Invocation, "args">, words = 1): string {
  return operands(invocation)
    .slice(0, words)
    .map((word) => textOf(word) ?? "")
    .join(" ");
}

/** Whether some argument equals one of these texts. */
export function hasWord({ args }: Pick<Invocation, "args">, ...texts: readonly string[]): boolean {
  return args.some((word) => word.mayBeOption || textsOf(word).some((text) => texts.includes(text)));
}

export function hasDashes({ args }: Pick<Invocation, "args">): boolean {
  return args.some((word) => textOf(word) === "--");
}

function beforeDashes(args: readonly Word[]): readonly Word[] {
  const dashes = args.findIndex((word) => textOf(word) === "--");
  return dashes === -1 ? args : args.slice(0, dashes);
}
