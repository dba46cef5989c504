import type { Invocation } from "./invocation.ts";

/** One line of the table of what is dangerous. */
export interface Rule {
  /** Names of programs; one that ends with "*" stands for all that start so. */
  readonly programs: readonly string[];
  /** Always unless told. */
  readonly when?: (invocation: Invocation) => boolean;
  /** In words for the person who is asked. */
  readonly reason: string;
}

export function matches(rule: Rule, invocation: Invocation): boolean {
  const { program } = invocation;
  const isNamed = rule.programs.some((name) =>
    name.endsWith("*") ? program.startsWith(name.slice(0, -1)) : name === program,
  );
  return isNamed && (rule.when?.(invocation) ?? true);
}
