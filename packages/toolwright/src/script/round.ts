import type { NeedsApproval, NeedsInput } from "../call/outcome.ts";
import { deferred } from "../tool/deferred.ts";
import type { Performed } from "./inner-calls.ts";
import { openThread, type ScriptThread } from "./open-thread.ts";
import type { Exchange } from "./transcript.ts";
import type { EndMessage, FromThread, Operation, ScriptEnd, ThreadStart } from "./worker/messages.ts";

export interface RoundOptions {
  readonly start: Omit<ThreadStart, "wasm">;
  /** What an earlier round of the same script was told: told again, and nothing of it done again. */
  readonly replay: readonly Exchange[];
  readonly signal: AbortSignal;
  /** Whether a call changes nothing, so that nobody misses it when the script ends without waiting for it. */
  readonly isDispensable: (operation: Operation) => boolean;
  readonly perform: (operation: Operation, signal: AbortSignal) => Promise<Performed>;
}

/** How a round ended. */
export type RoundEnd =
  | {
      readonly kind: "ended";
      readonly message: EndMessage;
      /** Calls that had no answer when the script ended. */
      readonly unanswered: readonly Operation[];
      readonly made: readonly Exchange[];
      readonly late: readonly Exchange[];
    }
  | {
      readonly kind: "asks";
      readonly op: number;
      readonly outcome: NeedsApproval | NeedsInput;
      readonly told: readonly Exchange[];
    }
  /** The script does not make the calls that it made before. */
  | { readonly kind: "diverged"; readonly detail: string }
  | { readonly kind: "cancelled" };

/**
 * computing: the sandbox runs and will report · waiting: it waits for answers · asking: a person must decide, no call starts
 * any more and those under way end · ending: the script is over, calls that change something end · over.
 */
type State =
  | { readonly kind: "computing" | "waiting" | "over" }
  | { readonly kind: "asking"; readonly op: number; readonly outcome: NeedsApproval | NeedsInput }
  | { readonly kind: "ending"; readonly message: EndMessage };

/** A thread has this long to end by itself, which keeps what it has printed; on a busy machine it takes its time. */
const graceMs = 2_000;

/** One round of a script: from its start, or from what an earlier round was told, to its end or to a question. */
export async function runRound(options: RoundOptions): Promise<RoundEnd> {
  return await new Round(options).run();
}

class Round {
  readonly #options: RoundOptions;
  readonly #end = deferred<RoundEnd>();
  readonly #issued = new Map<number, Operation>();
  readonly #known: ReadonlyMap<number, Exchange>;
  readonly #running = new Map<number, { operation: Operation; controller: AbortController }>();
  #queue: Operation[] = [];
  readonly #ready: Exchange[] = [];
  readonly #told: Exchange[] = [];
  readonly #late: Exchange[] = [];
  #state: State = { kind: "computing" };
  #thread: ScriptThread | undefined;
  #computing: NodeJS.Timeout | undefined;

  constructor(options: RoundOptions) {
    this.#options = options;
    this.#known = new Map(options.replay.map((exchange) => [exchange.operation.op, exchange]));
  }

  async run(): Promise<RoundEnd> {
    const { start, signal } = this.#options;
    const cancel = (): void => this.#finish({ kind: "cancelled" });
    signal.addEventListener("abort", cancel, { once: true });
    const deadline = setTimeout(() => this.#passDeadline(), start.remainingMs);
    const backstop = setTimeout(() => this.#stop("deadline"), start.remainingMs + graceMs);
    this.#watchComputing();
    try {
      this.#thread = await openThread(start, {
        onMessage: (message) => this.#hear(message),
        onLost: () => this.#stop("lost"),
      });
      if (signal.aborted) cancel();
      return await this.#end.promise;
    } finally {
      signal.removeEventListener("abort", cancel);
      for (const timer of [deadline, backstop, this.#computing]) clearTimeout(timer);
      for (const { controller } of this.#running.values()) controller.abort();
      await this.#thread?.close();
    }
  }

  #hear(message: FromThread): void {
    clearTimeout(this.#computing);
    if (this.#state.kind === "over") return;
    for (const operation of message.asked) {
      this.#issued.set(operation.op, operation);
      const known = this.#known.get(operation.op);
      if (known === undefined) this.#queue.push(operation);
      else if (!isSame(known.operation, operation)) return this.#diverge(known.operation, operation);
    }
    if (this.#state.kind === "asking") return;
    if (message.kind === "end") return this.#beginEnding(message);
    this.#state = { kind: "waiting" };
    this.#advance();
  }

  /** While the sandbox waits: tells it the next thing, or starts what it has asked for. */
  #advance(): void {
    if (this.#state.kind !== "waiting") return;
    const { replay } = this.#options;
    const next = replay[this.#told.length];
    if (next !== undefined) {
      if (!this.#issued.has(next.operation.op)) return this.#diverge(next.operation, undefined);
      return this.#tell(next);
    }
    this.#startQueued();
    const ready = this.#ready.shift();
    if (ready !== undefined) this.#tell(ready);
  }

  #tell(exchange: Exchange): void {
    this.#told.push(exchange);
    this.#state = { kind: "computing" };
    this.#watchComputing();
    this.#thread?.send({ kind: "answer", answer: exchange.answer });
  }

  #startQueued(): void {
    while (this.#running.size < this.#options.start.limits.parallel) {
      const operation = this.#queue.shift();
      if (operation === undefined) return;
      const controller = new AbortController();
      this.#running.set(operation.op, { operation, controller });
      void this.#options.perform(operation, controller.signal).then((performed) => this.#settle(operation, performed));
    }
  }

  #settle(operation: Operation, performed: Performed): void {
    this.#running.delete(operation.op);
    const state = this.#state;
    if (state.kind === "over") return;
    if (performed.kind === "asks") {
      // One question at a time; the others are asked when the script comes here again.
      if (state.kind !== "asking") this.#state = { kind: "asking", op: operation.op, outcome: performed.outcome };
    } else {
      const { ok, json, sleptMs } = performed;
      const exchange = { operation, answer: { op: operation.op, ok, json, sleptMs } };
      this.#ready.push(exchange);
      if (state.kind === "ending") this.#late.push(exchange);
    }
    if (this.#state.kind === "ending") this.#startQueued();
    if (this.#running.size > 0) return this.#advance();
    if (this.#state.kind === "asking") return this.#stopToAsk(this.#state);
    if (this.#state.kind === "ending") return this.#endWith(this.#state.message);
    this.#advance();
  }

  #stopToAsk({ op, outcome }: Extract<State, { kind: "asking" }>): void {
    this.#finish({ kind: "asks", op, outcome, told: this.#everything() });
  }

  /** Calls that only read are given up; those that change something are waited for, and started if they were not. */
  #beginEnding(message: EndMessage): void {
    if (message.end.kind === "stopped") return this.#endWith(message);
    this.#state = { kind: "ending", message };
    this.#queue = this.#queue.filter((operation) => !this.#options.isDispensable(operation));
    for (const { operation, controller } of this.#running.values()) {
      if (this.#options.isDispensable(operation)) controller.abort();
    }
    this.#startQueued();
    if (this.#running.size === 0) this.#endWith(message);
  }

  #endWith(message: EndMessage): void {
    const late = this.#late
      .filter(({ operation }) => !this.#options.isDispensable(operation))
      .toSorted((a, b) => a.operation.op - b.operation.op);
    const unanswered = [...this.#running.values()].map(({ operation }) => operation);
    this.#finish({ kind: "ended", message, unanswered, made: this.#everything(), late });
  }

  /** What has been answered, told or not: a script may end before it is told all that its first round was. */
  #everything(): readonly Exchange[] {
    return [...this.#told, ...this.#options.replay.slice(this.#told.length), ...this.#ready];
  }

  #diverge(before: Operation, now: Operation | undefined): void {
    const made = now === undefined ? "it does not make that call now" : `now it makes ${describeOperation(now)}`;
    this.#finish({ kind: "diverged", detail: `It made ${describeOperation(before)} before; ${made}.` });
  }

  #passDeadline(): void {
    // A sandbox that computes looks at the time itself.
    if (this.#state.kind === "waiting") this.#thread?.send({ kind: "stop" });
  }

  #watchComputing(): void {
    clearTimeout(this.#computing);
    this.#computing = setTimeout(() => this.#stop("hung"), this.#options.start.limits.computeMs);
  }

  #stop(why: Extract<ScriptEnd, { kind: "stopped" }>["why"]): void {
    this.#endWith({ kind: "end", asked: [], kept: [], printed: [], unprinted: 0, end: { kind: "stopped", why } });
  }

  #finish(end: RoundEnd): void {
    this.#state = { kind: "over" };
    this.#end.resolve(end);
  }
}

function isSame(before: Operation, now: Operation): boolean {
  return before.kind === now.kind && before.name === now.name && before.input === now.input;
}

function describeOperation({ kind, name, input }: Operation): string {
  return `${kind === "call" ? name : kind}(${input.length > 200 ? `${input.slice(0, 200)}…` : input})`;
}
