import type { Invocation } from "./invocation.ts";
import { optionValues } from "./option-values.ts";
import { readSedScript, type SedScript } from "./sed-script.ts";
import { textsOf, type Word } from "./word.ts";

export interface SedArguments {
  readonly scripts: readonly SedScript[];
  /** The files that it edits, and those that contain scripts. */
  readonly files: readonly Word[];
}

/** Which arguments of sed are scripts: the value of `-e`, otherwise the first operand. */
export function readSedArguments({ args }: Pick<Invocation, "args">): SedArguments {
  const given = optionValues({ args }, "-e", "--expression");
  const isGiven = args.some((word) => textsOf(word).some((text) => /^--(?:exp|file)|^-[a-zA-Z]*[ef]/.test(text)));
  const first = args.find((word) => textsOf(word).every((text) => !text.startsWith("-") || text === "-"));
  const scripts = isGiven || first === undefined ? given : [first];
  return {
    scripts: scripts.flatMap(textsOf).map(readSedScript),
    files: args.filter((word) => !scripts.includes(word)),
  };
}
