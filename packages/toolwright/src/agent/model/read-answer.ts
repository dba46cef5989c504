import type { Clock, Timer } from "../../tool/call-context.ts";
import { deferred } from "../../tool/deferred.ts";
import type { TokenUsage } from "../log/entries.ts";
import { type Model, ModelError, type ModelEvent, type ModelRequest } from "./model.ts";

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long the model may be silent. */
  readonly stallMs: number;
  readonly onDelta: (event: Exclude<ModelEvent, { type: "finish" }>) => void;
}

type Finish = Extract<ModelEvent, { type: "finish" }>;

/**
 * Reads an answer to its end. Rejects when the signal aborts or the model falls silent, even if the model heeds no signal; and if
 * the stream ends without a finish, since what has arrived may lack its most important half.
 */
export async function readAnswer(
  model: Model,
  request: ModelRequest,
  { signal, clock, stallMs, onDelta }: ReadOptions,
): Promise<Finish> {
  signal.throwIfAborted();
  const control = new AbortController();
  const events = model.stream(request, control.signal)[Symbol.asyncIterator]();
  const stop = deferred<never>();
  stop.promise.catch(() => {});
  const cancel = (): void => stop.reject(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  let heardAt = clock.now();
  let timer: Timer = clock.schedule(stallMs, checkSilence);

  function checkSilence(): void {
    const left = heardAt + stallMs - clock.now();
    if (left <= 0) stop.reject(new ModelError("interrupted", `The model was silent for ${stallMs / 1_000} s.`));
    else timer = clock.schedule(left, checkSilence);
  }

  try {
    for (;;) {
      const next = await Promise.race([events.next(), stop.promise]);
      heardAt = clock.now();
      if (next.done === true) throw new ModelError("interrupted", "The answer ended in the middle.");
      if (next.value.type === "finish") {
        await untilOver(events, clock, stop.promise);
        return { ...next.value, usage: readUsage(next.value.usage) };
      }
      if (next.value.delta !== "") onDelta(next.value);
    }
  } finally {
    timer.cancel();
    signal.removeEventListener("abort", cancel);
    control.abort();
    // A model that is stuck in its next event would keep us waiting here.
    events.return?.().catch(() => {});
  }
}

/** Longer than a provider needs to close an answer, and shorter than a new connection takes. */
const closingMs = 100;

/** Lets the stream end by itself: a connection whose answer was read to its end serves the next request. */
async function untilOver(events: AsyncIterator<ModelEvent>, clock: Clock, stop: Promise<never>): Promise<void> {
  const late = deferred();
  const timer = clock.schedule(closingMs, late.resolve);
  // The answer is complete, whatever becomes of its stream.
  await Promise.race([events.next(), late.promise, stop]).catch(() => {});
  timer.cancel();
}

/** Counts that cannot be true would switch the limits of tokens and cost off: such a usage counts as not told. */
function readUsage(usage: TokenUsage | undefined): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  const { input, output, cacheRead, cacheWrite } = usage;
  const areCounts = [input, output, cacheRead, cacheWrite].every((each) => Number.isFinite(each) && each >= 0);
  return areCounts && input > 0 ? usage : undefined;
}
