import { AsyncLocalStorage } from "node:async_hooks";
import type { Call, Caller } from "../../tool/call-context.ts";
import { deferred } from "../../tool/deferred.ts";
import type { Handler, Steering } from "./steer.ts";

/** One run of the tool's own handler. */
export interface HandlerRun {
  readonly call: Call;
  /** Settles, never rejects, when the handler itself has ended. */
  readonly ended: Promise<void>;
  /** For each progress report of this call: the id of the call whose work reported it. */
  readonly reporters: readonly (string | undefined)[];
  /** Whether it read `call.signal`, or started a process, which ends with the signal. */
  hasLooked(): boolean;
  /** Undefined unless it threw. */
  thrown(): unknown;
}

const working = new AsyncLocalStorage<string>();

/** Whether the current code was started by an observed handler. */
export function isHandlerAtWork(): boolean {
  return working.getStore() !== undefined;
}

/** Lets a handler work as it is and reports each of its runs. */
export function recordRuns(onRun: (run: HandlerRun) => void): Steering {
  return (original) => (input, services, call) => {
    const { promise: ended, resolve: end } = deferred();
    const reporters: (string | undefined)[] = [];
    let thrown: unknown;
    let looked = false;
    onRun({ call, ended, reporters, hasLooked: () => looked, thrown: () => thrown });
    const fail = (error: unknown): void => {
      thrown = error;
      end();
    };
    const watched = new WatchedCall(call, {
      onLook: () => (looked = true),
      onReport: () => reporters.push(working.getStore()),
    });
    return runWatched(() => working.run(call.id, () => original(input, services, watched)), end, fail);
  };
}

interface CallWatch {
  readonly onLook: () => void;
  readonly onReport: () => void;
}

/** A class, so that a handler that spreads its call loses the signal here as it does in the kernel. */
class WatchedCall implements Call {
  readonly id: string;
  readonly tool: string;
  readonly caller: Caller;
  readonly answers: Call["answers"];
  readonly state: unknown;
  readonly approval: unknown;
  readonly valueOnly: boolean;
  readonly #call: Call;
  readonly #watch: CallWatch;

  constructor(call: Call, watch: CallWatch) {
    this.id = call.id;
    this.tool = call.tool;
    this.caller = call.caller;
    this.answers = call.answers;
    this.state = call.state;
    this.approval = call.approval;
    this.valueOnly = call.valueOnly;
    this.#call = call;
    this.#watch = watch;
  }

  get signal(): AbortSignal {
    this.#watch.onLook();
    return this.#call.signal;
  }

  readonly remainingMs: Call["remainingMs"] = () => this.#call.remainingMs();

  readonly progress: Call["progress"] = (update) => {
    this.#watch.onReport();
    this.#call.progress(update);
  };

  readonly heartbeat: Call["heartbeat"] = (message) => this.#call.heartbeat(message);

  readonly log: Call["log"] = (level, message) => this.#call.log(level, message);

  readonly canAsk: Call["canAsk"] = (kind) => this.#call.canAsk(kind);

  readonly ask: Call["ask"] = (questions, state) => this.#call.ask(questions, state);

  readonly spawn: Call["spawn"] = (file, args, options) => {
    this.#watch.onLook();
    return this.#call.spawn(file, args, options);
  };

  readonly exec: Call["exec"] = (file, args, options) => {
    this.#watch.onLook();
    return this.#call.exec(file, args, options);
  };
}

function runWatched(work: () => ReturnType<Handler>, end: () => void, fail: (error: unknown) => void): unknown {
  try {
    const returned = work();
    // Not awaited: the kernel gets the handler's own promise, so that a result is ready as soon as it settles.
    Promise.resolve(returned).then(end, fail);
    return returned;
  } catch (error) {
    fail(error);
    throw error;
  }
}
