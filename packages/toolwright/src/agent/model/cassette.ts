import { canonicalJson } from "../../access/sealed-state.ts";
import { readModelError } from "./ai-sdk-errors.ts";
import { type Model, ModelError, type ModelErrorKind, type ModelEvent, type ModelRequest } from "./model.ts";

/** One model call: what was asked, and what came back. No key and no header is in it. */
export interface RecordedCall {
  readonly request: ModelRequest;
  readonly events: readonly ModelEvent[];
  readonly error?: { readonly kind: ModelErrorKind; readonly message: string; readonly retryAfterMs?: number };
}

/** Model calls in their order, as JSON. */
export interface Cassette {
  readonly model: string;
  readonly calls: readonly RecordedCall[];
}

/** A model that passes everything on and keeps it. `cassette()` is what it has kept so far. */
export function recordModel(model: Model): Model & { cassette(): Cassette } {
  const calls: RecordedCall[] = [];
  return {
    id: model.id,
    cassette: () => ({ model: model.id, calls: [...calls] }),
    async *stream(request, signal) {
      const events: ModelEvent[] = [];
      let isKept = false;
      const keep = (more: Pick<RecordedCall, "error"> = {}): void => {
        isKept = true;
        calls.push({ request, events, ...more });
      };
      try {
        for await (const event of model.stream(request, signal)) {
          if (event.type === "finish" || event.delta !== "") events.push(event);
          // A reader that has the end asks for nothing more, so that nothing behind it would be reached.
          if (event.type === "finish") keep();
          yield event;
        }
        // Without a finish: the answer was cut off, and is again when it is replayed.
        if (!isKept) keep();
      } catch (error) {
        const failure = readModelError(error, events.length > 0, Date.now());
        if (!isKept && !signal.aborted) keep({ error: describeFailure(failure) });
        throw error;
      }
    },
  };
}

function describeFailure({ kind, message, retryAfterMs }: ModelError): NonNullable<RecordedCall["error"]> {
  return { kind, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** A model that says again what was recorded. A request that differs from the recorded one is an error that tells where. */
export function replayModel({ model, calls }: Cassette): Model {
  let at = 0;
  return {
    id: model,
    async *stream(request, signal) {
      const recorded = calls[at];
      at += 1;
      if (recorded === undefined) throw new ModelError("rejected", `Only ${calls.length} model calls were recorded.`);
      const difference = findDifference(recorded.request, request);
      if (difference !== undefined) {
        throw new ModelError("rejected", `Model call ${at} is not the recorded one, from here on: ${difference}`);
      }
      for (const event of recorded.events) {
        signal.throwIfAborted();
        yield event;
      }
      if (recorded.error === undefined) return;
      const { kind, message, retryAfterMs } = recorded.error;
      throw new ModelError(kind, message, { retryAfterMs });
    },
  };
}

function findDifference(recorded: ModelRequest, request: ModelRequest): string | undefined {
  const [before, now] = [canonicalJson(recorded), canonicalJson(request)];
  if (before === now) return undefined;
  let same = 0;
  while (before[same] === now[same]) same += 1;
  return `…${now.slice(Math.max(0, same - 40), same + 80)}…`;
}
