import { createHash } from "node:crypto";
import type { Place, Severity } from "../rule.ts";
import type { PinnedTools } from "../pin.ts";
import type { Cost, ProbeName } from "../seen.ts";

/** What an audit found, ready to be shown or stored: shortened, secrets masked. */
export interface AuditReport {
  readonly server: {
    readonly name: string;
    readonly version: string;
    readonly protocolVersion: string;
    readonly tools: number;
  };
  /** From 0 to 100; null if there are no tools that could be judged, or not by every rule before the time was up. */
  readonly score: number | null;
  /** Why the list of tools could not be read. */
  readonly unread?: string;
  /** That the time was up, and how much was not measured. */
  readonly partial?: string;
  readonly findings: readonly ReportedFinding[];
  /** How many findings a baseline has left out. */
  readonly known?: number;
  /** Rules without a finding. */
  readonly passed: readonly string[];
  readonly notMeasured: readonly { readonly rule: string; readonly reason: string }[];
  /** Tools that were called. */
  readonly called: readonly string[];
  /** Those of them that did what they were asked to, at least once. */
  readonly worked: readonly string[];
  /** Each tool as it is listed: what `--pin` writes. */
  readonly pins: PinnedTools;
  /** The lock file that this audit has written. */
  readonly pinnedTo?: string;
  /** Names of tools that another server has, too. */
  readonly sharedNames: readonly string[];
  readonly cost: Cost | undefined;
  /** What kept the server in its place. */
  readonly wall: string;
  /** Files outside of its place that the server changed. */
  readonly touched: readonly string[];
  readonly unseen: Partial<Readonly<Record<ProbeName, string>>>;
  readonly problems: readonly string[];
  readonly tookMs: number;
}

/** A finding as a report has it: its texts shortened and without secrets. */
export interface ReportedFinding extends Place {
  readonly rule: string;
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  readonly sent?: string;
  readonly received?: string;
  /** What the two are called, where they were neither sent nor received. */
  readonly labels?: readonly [sent: string, received: string];
  /** Every place of the same cause, where there is more than one. */
  readonly places?: readonly Place[];
  /** The same as long as the rule, the tool and the place are. */
  readonly fingerprint: string;
}

/** What a finding quotes, each with what it is. */
export function listQuotes({
  sent,
  received,
  labels: [first, second] = ["sent", "received"],
}: ReportedFinding): readonly { readonly label: string; readonly text: string }[] {
  return [
    ...(sent === undefined || sent === "" ? [] : [{ label: first, text: sent }]),
    ...(received === undefined || received === "" ? [] : [{ label: second, text: received }]),
  ];
}

/** Tells one finding from another, and is the same in the next report. */
export function fingerprintOf(rule: string, { tool, at }: Place): string {
  return createHash("sha256")
    .update(JSON.stringify([rule, tool, at]))
    .digest("hex")
    .slice(0, 16);
}
