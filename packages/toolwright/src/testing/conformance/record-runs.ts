import { AsyncLocalStorage } from "node:async_hooks";
import type { Call } from "../../tool/call-context.ts";
import { deferred } from "../waiting.ts";
import type { Handler, Steering } from "./steer.ts";

/** One run of the tool's own handler. */
export interface HandlerRun {
  readonly call: Call;
  /** Settles, never rejects, when the handler itself has ended. */
  readonly ended: Promise<void>;
  /** For each progress report that this call was given: the id of the call whose work gave it. */
  readonly reporters: readonly (string | undefined)[];
  /** Undefined unless it threw. */
  thrown(): unknown;
}

const working = new AsyncLocalStorage<string>();

/** Lets a handler work as it is and tells of each of its runs. */
export function recordRuns(onRun: (run: HandlerRun) => void): Steering {
  return (original) => (input, services, call) => {
    const { promise: ended, resolve: end } = deferred();
    const reporters: (string | undefined)[] = [];
    let thrown: unknown;
    onRun({ call, ended, reporters, thrown: () => thrown });
    const fail = (error: unknown): void => {
      thrown = error;
      end();
    };
    const watched = watchProgress(call, () => reporters.push(working.getStore()));
    return runWatched(() => working.run(call.id, () => original(input, services, watched)), end, fail);
  };
}

function watchProgress(call: Call, onReport: () => void): Call {
  return Object.freeze({
    id: call.id,
    tool: call.tool,
    caller: call.caller,
    get signal() {
      return call.signal;
    },
    remainingMs: () => call.remainingMs(),
    progress(update) {
      onReport();
      call.progress(update);
    },
    heartbeat: (message) => call.heartbeat(message),
    spawn: (file, args, options) => call.spawn(file, args, options),
    exec: (file, args, options) => call.exec(file, args, options),
  } satisfies Call);
}

function runWatched(work: () => ReturnType<Handler>, end: () => void, fail: (error: unknown) => void): unknown {
  try {
    const returned = work();
    // Not awaited: the kernel gets the handler's own promise, so that a result is ready the moment it is there.
    Promise.resolve(returned).then(end, fail);
    return returned;
  } catch (error) {
    fail(error);
    throw error;
  }
}
