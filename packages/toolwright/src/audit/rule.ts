import type { ProbeName, ProbeResults, Seen } from "./seen.ts";

/** An error breaks agents or lies to them; a warning costs them turns; an info is a choice that could be better. */
export type Severity = "error" | "warning" | "info";

/** What a finding quotes. The report shortens it and masks secrets. */
export interface Evidence {
  /** What was sent, or where a text stands. */
  readonly sent?: unknown;
  readonly received?: unknown;
}

/** One place where a rule is broken. */
export interface Finding {
  /** Absent: it is about the whole server. */
  readonly tool?: string;
  /** The place in the tool or server, such as a field: part of what tells one finding from another. */
  readonly at?: string;
  /** One or two sentences: what is wrong here, with the numbers. */
  readonly message: string;
  readonly evidence?: Evidence;
  /** Where this case weighs less than the rule says. */
  readonly severity?: Severity;
}

/** What a rule says about a server. */
export type RuleVerdict =
  | { readonly kind: "passed" }
  | { readonly kind: "found"; readonly findings: readonly Finding[] }
  | { readonly kind: "not measured"; readonly reason: string };

interface RuleText {
  /** The family's letter and a number. */
  readonly id: string;
  readonly severity: Severity;
  /** The fault in a few words, such as "A tool has no description". */
  readonly title: string;
  /** Why it hurts a model or its user. */
  readonly why: string;
  /** What the author of the server does about it. */
  readonly fix: string;
  /** How the audit sees it. */
  readonly measured: string;
}

/** One rule of the audit: data, and a pure function from what was seen to findings. */
export interface AuditRule extends RuleText {
  readonly needs: readonly ProbeName[];
  examine(seen: Seen): RuleVerdict;
}

/** What the author of a rule writes. */
export interface RuleDefinition<Needs extends ProbeName> extends RuleText {
  /** The probes without which the rule can say nothing. The listing is always there. */
  readonly needs: readonly Needs[];
  find(seen: Seen & Pick<ProbeResults, Needs>): Iterable<Finding>;
}

/** A rule that is examined only if its probes have run. */
export function defineRule<Needs extends ProbeName = never>(definition: RuleDefinition<Needs>): AuditRule {
  const { find, needs, ...text } = definition;
  return Object.freeze({
    ...text,
    needs,
    examine(seen: Seen): RuleVerdict {
      if (!hasResults(seen, needs)) return { kind: "not measured", reason: describeMissing(seen, needs) };
      const findings = [...find(seen)];
      return findings.length === 0 ? { kind: "passed" } : { kind: "found", findings };
    },
  });
}

function hasResults<Needs extends ProbeName>(
  seen: Seen,
  needs: readonly Needs[],
): seen is Seen & Pick<ProbeResults, Needs> {
  return needs.every((probe) => seen[probe] !== undefined);
}

function describeMissing(seen: Seen, needs: readonly ProbeName[]): string {
  const missing = needs.find((probe) => seen[probe] === undefined);
  return (missing === undefined ? undefined : seen.unseen[missing]) ?? "The probe did not run.";
}
