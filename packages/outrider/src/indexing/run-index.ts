import { type IndexEvent, type IndexState, nextIndexState } from "./index-state.ts";

/** What an index does in its working states. */
export interface IndexWork {
  adopt(signal: AbortSignal): Promise<void>;
  read(signal: AbortSignal): Promise<void>;
  clear(): Promise<void>;
}

/** Keeps the state of an index, and starts the work of each state. */
export interface IndexRunner {
  readonly state: IndexState;
  /** Resolves when a running or new build ends, which needs no callers. Never fails: the state says why it ended early. */
  build(): Promise<void>;
  /** Does nothing if a build will adopt anyway. */
  adopt(): Promise<void>;
  stop(): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface IndexRunnerOptions {
  readonly work: IndexWork;
  readonly closing: AbortSignal;
  /** A build has read everything it could. */
  onBuilt(): void;
}

interface Running {
  readonly controller: AbortController;
  readonly result: Promise<void>;
  /** The result is available, and the state has changed. Never fails. */
  readonly over: Promise<void>;
}

export function createIndexRunner({ work, closing, onBuilt }: IndexRunnerOptions): IndexRunner {
  let state: IndexState = { kind: "idle" };
  let running: Running | undefined;

  /** The only place where the state changes. */
  function send(event: IndexEvent): IndexState["kind"] {
    const before = state.kind;
    state = nextIndexState(state, event);
    if (state.kind !== before) enter(state.kind);
    return state.kind;
  }

  function enter(kind: IndexState["kind"]): void {
    if (kind === "adopting") running = begin((signal) => work.adopt(signal));
    if (kind === "building") running = begin((signal) => work.read(signal));
    if (kind === "clearing") running = begin(() => work.clear());
    if (kind === "stopping") running?.controller.abort(new Error("The build was stopped."));
  }

  function begin(run: (signal: AbortSignal) => Promise<void>): Running {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, closing]);
    const result = run(signal);
    const over = result.then(
      () => end(),
      (error: unknown) => end(signal.aborted ? undefined : messageOf(error)),
    );
    return { controller, result, over };
  }

  function end(problem?: string): void {
    const isBuilt = state.kind === "building";
    send({ kind: "ended", problem });
    if (isBuilt) onBuilt();
  }

  async function resultOf(ran: Running | undefined): Promise<void> {
    await ran?.over;
    await ran?.result;
  }

  /** Sends the event again after each job until the index is in one of these states. */
  async function sendUntil(event: IndexEvent, until: readonly IndexState["kind"][]): Promise<IndexState["kind"]> {
    for (;;) {
      const kind = send(event);
      if (kind === "closed" || until.includes(kind)) return kind;
      await running?.over;
    }
  }

  return {
    get state() {
      return state;
    },
    async build() {
      if ((await sendUntil({ kind: "build" }, ["building"])) === "building") await running?.over;
    },
    async adopt() {
      const kind = await sendUntil({ kind: "adopt" }, ["adopting", "building", "stopping"]);
      if (kind === "adopting") await resultOf(running);
    },
    async stop() {
      if (send({ kind: "stop" }) === "stopping") await running?.over;
    },
    async clear() {
      if ((await sendUntil({ kind: "clear" }, ["clearing"])) === "clearing") await resultOf(running);
    },
    async close() {
      send({ kind: "close" });
      await running?.over;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
