import type { Severity } from "../rule.ts";
import type { ReportedFinding } from "./report.ts";

/** From the worst to the mildest. */
export const severities: readonly Severity[] = ["error", "warning", "info"];

/** What to mend first: errors a model meets, then descriptions, structured output, annotations, and the rest. */
export const families: readonly (readonly [letter: string, name: string])[] = [
  ["E", "Errors"],
  ["D", "Descriptions"],
  ["S", "Schemas and structured output"],
  ["A", "Annotations"],
  ["R", "Running"],
  ["C", "Cost"],
  ["L", "Stability of the list"],
  ["X", "Attacks"],
  ["P", "Protocol"],
];

/** By severity, then in the order of the families, then by rule and tool. */
export function bySeverity(left: ReportedFinding, right: ReportedFinding): number {
  return (
    severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
    familyOf(left) - familyOf(right) ||
    compare(left.rule, right.rule) ||
    compare(left.tool ?? "", right.tool ?? "") ||
    compare(left.at ?? "", right.at ?? "")
  );
}

function familyOf({ rule }: ReportedFinding): number {
  return families.findIndex(([letter]) => letter === rule[0]);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
