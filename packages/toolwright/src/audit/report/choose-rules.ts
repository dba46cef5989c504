import { didYouMean } from "../../tool/nearest-name.ts";
import { AuditOptionsError } from "../audit-errors.ts";
import type { AuditRule } from "../rule.ts";
import { rules } from "../rules/index.ts";

/** The rules that are asked for, by id (`E101`) or family (`E`) in any case. An empty `only` stands for all. */
export function chooseRules(only: readonly string[], skip: readonly string[]): readonly AuditRule[] {
  const [wanted, unwanted] = [only.flatMap(requireRules), skip.flatMap(requireRules)];
  const chosen = rules.filter((rule) => (only.length === 0 || wanted.includes(rule)) && !unwanted.includes(rule));
  // Nothing to judge by would be a perfect score.
  if (chosen.length === 0) throw new AuditOptionsError("No rule is left: each one that was asked for is skipped, too.");
  return chosen;
}

/** The rules of an id or a family; empty if there is none. */
export function findRules(name: string): readonly AuditRule[] {
  const wanted = name.toUpperCase();
  return rules.filter(({ id }) => id === wanted || id[0] === wanted);
}

function describeUnknownRule(name: string): string {
  const known = rules.map(({ id }) => id);
  return `There is no rule ${JSON.stringify(name)}.${didYouMean(name, known)} Rules: ${known.join(", ")}.`;
}

/** The same; none is an error that names the nearest. */
export function requireRules(name: string): readonly AuditRule[] {
  const found = findRules(name);
  if (found.length === 0) throw new AuditOptionsError(describeUnknownRule(name));
  return found;
}
