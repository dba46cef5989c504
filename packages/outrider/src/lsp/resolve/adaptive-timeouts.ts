import { tookLonger } from "./provenance.ts";
import { type Timeouts, timeoutsOf } from "./timeouts.ts";

/** How long one question waits for a server, given how earlier ones went. */
export interface AdaptiveTimeouts {
  readonly timeouts: Timeouts;
  /** Whether earlier questions ran into their time, so that this one waits only briefly. */
  readonly isShort: boolean;
  /** Whether a server of the project has answered any question yet: until then, it may still be reading the project. */
  readonly isFirst: boolean;
  /** The question ran into its time. */
  late(): void;
  /** The server answered. */
  answered(): void;
}

/** Enough for a server that has its answer at hand. */
const shortMs = 4_000;
/** After this, a server that was late gets its whole time again. */
const forgetMs = 120_000;

/** When a server of a project last ran into its time. */
const lateAt = new WeakMap<object, number>();

/** Projects whose servers have answered something. */
const everAnswered = new WeakSet<object>();

/**
 * A server that was late is mostly late again: on a large project each answer would come after the whole wait, from syntax. So the next
 * questions wait briefly, unless the caller says how long.
 */
export function adaptTimeouts(servers: object, readyMs: number | undefined, answerMs?: number): AdaptiveTimeouts {
  const last = lateAt.get(servers);
  const isShort = readyMs === undefined && last !== undefined && performance.now() - last < forgetMs;
  const whole = timeoutsOf(readyMs, answerMs);
  return {
    // The time of one request stays as it is: a server that is stopped earlier is slow and does not hang.
    timeouts: isShort ? { ...whole, readyMs: 0, allMs: shortMs } : whole,
    isShort,
    isFirst: !everAnswered.has(servers),
    late() {
      // Those that only waited briefly say nothing new.
      if (!isShort) lateAt.set(servers, performance.now());
    },
    answered() {
      lateAt.delete(servers);
      everAnswered.add(servers);
    },
  };
}

/** The reason for an answer from syntax. */
export function whyLate({ timeouts, isShort, isFirst }: AdaptiveTimeouts, maxMs = timeouts.allMs): string {
  const took = tookLonger(maxMs);
  if (isFirst)
    return `${took} and has not answered yet: it may still be reading the project, and goes on; ask again in a minute, or give \`wait\``;
  return isShort ? `${took}, and was slow before; \`wait\` gives it more` : took;
}
