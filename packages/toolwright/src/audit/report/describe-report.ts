import type { Severity } from "../rule.ts";
import { rules } from "../rules/index.ts";
import type { AuditReport } from "./report.ts";
import { severities } from "./severity.ts";

// Words that every form of the report has in common.

export function describeServer({ name, version }: AuditReport["server"]): string {
  return [name, version].filter((word) => word !== "").join(" ");
}

/** Such as `2 errors, 1 warning, 0 infos`. */
export function describeCounts({ findings }: AuditReport): string {
  return severities
    .map((severity) => countOf(findings.filter((each) => each.severity === severity).length, severity))
    .join(", ");
}

export function countOf(count: number, severity: Severity): string {
  return `${count} ${count === 1 ? severity : `${severity}s`}`;
}

/** A call that failed has not shown what a tool does. */
export function describeCalls({ called, worked, server }: AuditReport): string {
  const all = `${called.length} of ${server.tools} tools called`;
  return worked.length === called.length ? all : `${all}, ${worked.length} of them with an input that worked`;
}

/** Without it, a server with a baseline would look better than it is. */
export function describeKnown({ known }: AuditReport): string {
  return known === undefined ? "" : `${known} known ${known === 1 ? "finding" : "findings"} left out; `;
}

/** That there is something to compare with from now on. */
export function describePinned(file: string): string {
  return `L703: the tools were written to ${file}; later audits with --pin compare with it.`;
}

/** What the author does about a finding of a rule. */
export function fixOf(id: string): string {
  return rules.find((rule) => rule.id === id)?.fix ?? "";
}

/** Words of a server may end with a full stop, or not. */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
