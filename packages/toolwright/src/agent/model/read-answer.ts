import type { Clock, Timer } from "../../tool/call-context.ts";
import { deferred } from "../../tool/deferred.ts";
import { type Model, ModelError, type ModelEvent, type ModelRequest } from "./model.ts";

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long the model may be silent. */
  readonly stallMs: number;
  readonly onDelta: (event: Exclude<ModelEvent, { type: "finish" }>) => void;
}

/**
 * Reads an answer to its end. Rejects when the signal aborts or the model falls silent, even if the model heeds no signal; and if
 * the stream ends without a finish, since what came of it may lack its most important half.
 */
export async function readAnswer(
  model: Model,
  request: ModelRequest,
  { signal, clock, stallMs, onDelta }: ReadOptions,
): Promise<Extract<ModelEvent, { type: "finish" }>> {
  signal.throwIfAborted();
  const control = new AbortController();
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

  const events = model.stream(request, control.signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([events.next(), stop.promise]);
      heardAt = clock.now();
      if (next.done === true) throw new ModelError("interrupted", "The answer ended in the middle.");
      if (next.value.type === "finish") return next.value;
      onDelta(next.value);
    }
  } finally {
    timer.cancel();
    signal.removeEventListener("abort", cancel);
    control.abort();
    // A model that is stuck in its next event would keep us waiting here.
    events.return?.().catch(() => {});
  }
}
