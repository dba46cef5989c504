import { AsyncResource } from "node:async_hooks";

/** A value that is loaded when it is first used. */
export interface Lazy<Value> {
  /** Concurrent first users share one load. A failed load is retried at the next use. */
  get(): Promise<Value>;
  /** The value if it is already loaded; never starts a load. */
  ifLoaded(): Value | undefined;
  /** Waits for a load in progress and closes its value; `get` fails afterwards. */
  close(): Promise<void>;
}

type State<Value> =
  | { readonly kind: "unloaded" }
  | { readonly kind: "loading"; readonly load: Promise<Value> }
  | { readonly kind: "loaded"; readonly value: Value }
  | { readonly kind: "closed"; readonly end: Promise<void> };

export function createLazy<Value>(
  load: () => Promise<Value>,
  closeValue: (value: Value) => Promise<void> = async () => {},
): Lazy<Value> {
  // The value outlives the call that happens to use it first, so the load must not belong to that call.
  const outside = new AsyncResource("OutriderLazy");
  let state: State<Value> = { kind: "unloaded" };

  function begin(): Promise<Value> {
    const begun = outside.runInAsyncScope(load);
    const own: State<Value> = { kind: "loading", load: begun };
    const settle = (next: State<Value>): void => {
      if (state === own) state = next;
    };
    state = own;
    begun.then(
      (value) => settle({ kind: "loaded", value }),
      () => settle({ kind: "unloaded" }),
    );
    return begun;
  }

  async function end(last: State<Value>): Promise<void> {
    if (last.kind === "loaded") return await closeValue(last.value);
    if (last.kind !== "loading") return;
    const loaded = await last.load.then(
      (value) => ({ value }),
      // The caller that requested it gets the error; there is nothing to close.
      () => undefined,
    );
    if (loaded !== undefined) await closeValue(loaded.value);
  }

  return {
    async get() {
      if (state.kind === "closed") throw new Error("Outrider is closing.");
      if (state.kind === "loaded") return state.value;
      return await (state.kind === "loading" ? state.load : begin());
    },
    ifLoaded: () => (state.kind === "loaded" ? state.value : undefined),
    async close() {
      if (state.kind !== "closed") state = { kind: "closed", end: end(state) };
      await state.end;
    },
  };
}
