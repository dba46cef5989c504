import {
  closed,
  modelOf,
  type ModelState,
  openBegun,
  opened,
  type OpenModel,
  problemOf,
  toldModelOf,
  unopened,
  workFailed,
} from "./model-state.ts";

/** One model of a project: keeps its state, opens and closes it, and records failures. */
export class ModelSlot {
  readonly name: string;
  readonly #background = new Set<Promise<void>>();
  #state: ModelState = unopened;

  constructor(name: string) {
    this.name = name;
  }

  get state(): ModelState {
    return this.#state;
  }

  get model(): OpenModel | undefined {
    return modelOf(this.#state);
  }

  get toldModel(): OpenModel | undefined {
    return toldModelOf(this.#state);
  }

  get problem(): string | undefined {
    return problemOf(this.#state);
  }

  apply(transition: (state: ModelState) => ModelState): void {
    this.#state = transition(this.#state);
  }

  /** Undefined if it fails, or is closed meanwhile. */
  async open(open: () => Promise<OpenModel>): Promise<OpenModel | undefined> {
    this.apply(openBegun);
    if (this.#state.kind !== "opening") return undefined;
    try {
      const model = await open();
      this.apply((state) => opened(state, model));
      if (this.model === undefined) await closeModel(model);
    } catch (error) {
      this.apply((state) => workFailed(state, error));
    }
    return this.model;
  }

  /** Undefined if the work fails, which is recorded. A caller that stops waiting is not a failure. */
  async attempt<Result>(work: Promise<Result> | undefined, signal: AbortSignal): Promise<Result | undefined> {
    try {
      return await work;
    } catch (error) {
      signal.throwIfAborted();
      this.apply((state) => workFailed(state, error));
      return undefined;
    }
  }

  /** Work that `close` waits for. */
  inBackground(work: () => Promise<void>): Promise<void> {
    const running = work()
      // Only closing makes it reject; every other failure is recorded in the state.
      .catch(() => {})
      .finally(() => this.#background.delete(running));
    this.#background.add(running);
    return running;
  }

  async close(): Promise<void> {
    const { model } = this;
    this.#state = closed;
    await Promise.all(this.#background);
    if (model !== undefined) await closeModel(model);
  }
}

async function closeModel({ embedder, store }: OpenModel): Promise<void> {
  await Promise.allSettled([embedder.close(), store.close()]);
}
