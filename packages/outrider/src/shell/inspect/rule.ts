import { type Invocation, operands, subcommand } from "./invocation.ts";
import { textOf } from "./word.ts";

/** One row of the table of dangerous commands. */
export interface Rule {
  /** Program names; one that ends with "*" matches all names with that prefix. */
  readonly programs: readonly string[];
  /** Default: always. */
  readonly when?: (invocation: Invocation) => boolean;
  /** Shown to the user who is asked. */
  readonly reason: string;
  /** It may lose work in the project, or change what runs later outside: no sandbox can give that back. */
  readonly loses?: true | ((invocation: Invocation) => boolean);
}

export function matches(rule: Rule, invocation: Invocation): boolean {
  const { program } = invocation;
  const isNamed = rule.programs.some((name) =>
    name.endsWith("*") ? program.startsWith(name.slice(0, -1)) : name === program,
  );
  return isNamed && (rule.when?.(invocation) ?? true);
}

/** Whether a rule that matches is a reason to ask in a sandbox too. */
export function loses({ loses: test = () => false }: Rule, invocation: Invocation): boolean {
  return test === true || test(invocation);
}

/** Programs with dangerous subcommands. */
export function commands(programs: readonly string[], subcommands: readonly string[], reason: string): Rule {
  return {
    programs,
    reason,
    when: ({ args }) =>
      starts(args).some((rest) => [1, 2, 3].some((words) => subcommands.includes(subcommand({ args: rest }, words)))) ||
      operands({ args })[0]?.mayBeOption === true,
  };
}

/** Where the subcommand may begin: an operand right after an option may be the option's value. */
function starts(args: Invocation["args"]): readonly Invocation["args"][] {
  const found: Invocation["args"][] = [args];
  for (const [at, word] of args.entries()) {
    const text = textOf(word) ?? "";
    if (text.startsWith("-")) continue;
    const isValue = at > 0 && (textOf(args[at - 1] ?? word) ?? "").startsWith("-");
    if (!isValue && !text.startsWith("+")) break;
    found.push(args.slice(at + 1));
  }
  return found;
}
