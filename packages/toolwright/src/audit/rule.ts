import type { ProbeName, ProbeResults, Seen } from "./seen.ts";

/** An error breaks agents or lies to them; a warning costs them turns; an info is a choice that could be better. */
export type Severity = "error" | "warning" | "info";

/** What a finding quotes. The report shortens it and masks secrets. */
export interface Evidence {
  /** What was sent, or where a text stands. */
  readonly sent?: unknown;
  readonly received?: unknown;
  /** What the two are called, where they were neither sent nor received. */
  readonly labels?: readonly [sent: string, received: string];
}

/** Where a rule is broken. */
export interface Place {
  /** Absent: it is about the whole server. */
  readonly tool?: string;
  /** The place in the tool or server, such as a field: part of what tells one finding from another. */
  readonly at?: string;
}

/** One place where a rule is broken, or several of the same cause. */
export interface Finding extends Place {
  /** One or two sentences: what is wrong here, with the numbers. */
  readonly message: string;
  readonly evidence?: Evidence;
  /** Where this case weighs less than the rule says. */
  readonly severity?: Severity;
  /** What one change by the author fixes: findings with the same cause and severity are merged. */
  readonly cause?: string;
  /** All of them, where the finding stands for more than one. */
  readonly places?: readonly Place[];
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
  readonly also: readonly ProbeName[];
  examine(seen: Seen): RuleVerdict;
}

/** What the author of a rule writes. */
export interface RuleDefinition<Needs extends ProbeName> extends RuleText {
  /** The probes without which the rule can say nothing. The listing is always there. */
  readonly needs: readonly Needs[];
  /** Probes by which it sees more, where they have run. */
  readonly also?: readonly ProbeName[];
  find(seen: Seen & Pick<ProbeResults, Needs>): Iterable<Finding>;
  /** Where nothing is found: why it could not have been, such as that no call has worked. */
  unmeasured?(seen: Seen & Pick<ProbeResults, Needs>): string | undefined;
}

/** A rule that is examined only if its probes have run. */
export function defineRule<Needs extends ProbeName = never>(definition: RuleDefinition<Needs>): AuditRule {
  const { find, unmeasured = () => undefined, needs, also = [], ...text } = definition;
  return Object.freeze({
    ...text,
    needs,
    also,
    examine(seen: Seen): RuleVerdict {
      if (!hasResults(seen, needs)) return { kind: "not measured", reason: describeMissing(seen, needs) };
      try {
        const findings = joinByCause([...find(seen)]);
        if (findings.length > 0) return { kind: "found", findings };
        const reason = unmeasured(seen);
        return reason === undefined ? { kind: "passed" } : { kind: "not measured", reason };
      } catch (error) {
        // A list is somebody else's text: what a rule cannot read must not cost the whole report.
        return {
          kind: "not measured",
          reason: `The rule failed: ${error instanceof Error ? error.message : String(error)}`,
        };
      }
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

/** One finding a cause: the first one speaks for all, and names the others. */
function joinByCause(findings: readonly Finding[]): readonly Finding[] {
  const groups = new Map<unknown, Finding[]>();
  for (const finding of findings) {
    const key = finding.cause === undefined ? finding : `${finding.severity ?? ""} ${finding.cause}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [join(first, others)]));
}

function join(first: Finding, others: readonly Finding[]): Finding {
  const { tool, cause, severity, evidence } = first;
  if (others.length === 0 || cause === undefined) return first;
  const places = [first, ...others].map(placeOf);
  const isOneTool = tool !== undefined && others.every((other) => other.tool === tool);
  return {
    ...(isOneTool ? { tool } : {}),
    at: cause,
    message: `${first.message} The same in ${listPlaces(places.slice(1), isOneTool ? tool : undefined)}.`,
    ...(severity === undefined ? {} : { severity }),
    ...(evidence === undefined ? {} : { evidence }),
    places,
  };
}

function placeOf({ tool, at }: Finding): Place {
  return { ...(tool === undefined ? {} : { tool }), ...(at === undefined ? {} : { at }) };
}

const mostShown = 6;

/** By tool, each with its places: "6 more places: find (`query`, `limit`), read". */
function listPlaces(places: readonly Place[], within: string | undefined): string {
  const byTool = new Map<string, string[]>();
  for (const { tool = "the server", at } of places) {
    byTool.set(tool, [...(byTool.get(tool) ?? []), ...(at === undefined ? [] : [`\`${at}\``])]);
  }
  const named = [...byTool].map(([tool, ats]) => {
    const shown = `${ats.slice(0, mostShown).join(", ")}${ats.length > mostShown ? " …" : ""}`;
    return tool === within ? shown : shown === "" ? tool : `${tool} (${shown})`;
  });
  const rest = named.length > mostShown ? ` and ${named.length - mostShown} more tools` : "";
  const count = places.length === 1 ? "1 more place" : `${places.length} more places`;
  return `${count}: ${named.slice(0, mostShown).join(", ")}${rest}`;
}
