import type { ListedTool, Listing, ProbeName, ProbeResults } from "../seen.ts";
import { timeIsUp } from "../audit-errors.ts";
import { type AuditTarget, NotMeasured } from "./target.ts";
import type { LiveSession } from "./live-session.ts";
import type { GivenInputs } from "../inputs/given-inputs.ts";

/** What probes work with. */
export interface ProbeContext {
  readonly target: AuditTarget;
  /** A session for all probes that leave the server as it was: every start costs the audit a second or more. */
  readonly live: LiveSession;
  readonly listing: Listing;
  /** The tools that the audit may call. */
  readonly callable: readonly ListedTool[];
  /** Tools that may be called in a copy of the working directory only. */
  readonly changing: readonly ListedTool[];
  readonly inputs: GivenInputs;
  readonly limits: Limits;
  /** Aborts when the time of the whole audit is up, or its caller gives up. */
  readonly signal: AbortSignal;
  /** Says what the audit is doing. */
  status(text: string): void;
}

export interface Limits {
  readonly startMs: number;
  readonly callMs: number;
  /** For one bad message, one ping, one look at a list. */
  readonly answerMs: number;
  /** How long a server may take to end. */
  readonly endMs: number;
}

export type Measured = { -readonly [Name in ProbeName]?: ProbeResults[Name] };

/** One measurement of a server. */
export interface Probe {
  readonly name: ProbeName;
  /** Earlier probes whose results it works with. */
  readonly uses: readonly ProbeName[];
  run(context: ProbeContext, measured: Measured): Promise<void>;
}

/**
 * `measure` gets what earlier probes have measured. The list that it gives to `keep` counts as far as it has come if the rest
 * cannot be measured. What comes after the end of the audit does not count: the audit has then ended the server.
 */
export function defineProbe<Name extends ProbeName>(
  { name, uses = [] }: { readonly name: Name; readonly uses?: readonly ProbeName[] },
  measure: (
    context: ProbeContext,
    earlier: Measured,
    keep: (results: ProbeResults[Name]) => void,
  ) => Promise<ProbeResults[Name]>,
): Probe {
  return {
    name,
    uses,
    async run(context, measured) {
      const { signal } = context;
      const kept: { results?: ProbeResults[Name]; inTime?: number } = {};
      const stopCounting = (): void => {
        if (Array.isArray(kept.results)) kept.inTime = kept.results.length;
      };
      signal.addEventListener("abort", stopCounting, { once: true });
      try {
        const result: Measured[Name] = await measure(context, measured, (results) => {
          kept.results = results;
        });
        if (signal.aborted) throw new NotMeasured(timeIsUp);
        measured[name] = result;
      } catch (error) {
        const { results, inTime } = kept;
        if (Array.isArray(results)) {
          if (inTime !== undefined) results.splice(inTime);
          if (results.length > 0) measured[name] = results;
        }
        throw error;
      } finally {
        signal.removeEventListener("abort", stopCounting);
      }
    },
  };
}
