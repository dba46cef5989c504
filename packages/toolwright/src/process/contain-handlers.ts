import { AsyncLocalStorage } from "node:async_hooks";
import type { HandlerContainment } from "../tool/call-context.ts";
import { replaceMethod } from "./replace-method.ts";
import { ownGroup } from "./signals.ts";

type OnStray = (error: unknown) => void;

/** Keeps stray errors and attempts to end the process inside the call they come from. Close it to undo it. */
export function containHandlers(): HandlerContainment {
  holders += 1;
  if (holders === 1) restore = install();
  let open = true;
  return {
    run: (onStray, work) => current.run(onStray, work),
    runOutside: (work) => (current.getStore() === undefined ? work() : current.run(undefined, work)),
    close() {
      if (!open) return;
      open = false;
      holders -= 1;
      if (holders === 0) restore();
    },
  };
}

// Shared by all containments: the process has one `exit` to guard and one stream of stray errors.
const current = new AsyncLocalStorage<OnStray | undefined>();
let holders = 0;
let restore: () => void = () => {};

function install(): () => void {
  const ownTargets = findOwnTargets();
  const restores = [
    // Not as listeners: a listener would change what Node does with errors outside any call, and could not
    // keep errors inside one from other listeners, which often end the process.
    replaceMethod(process, "emit", (proceed, args) => {
      const onStray = current.getStore();
      if (onStray === undefined || !strayEvents.has(args[0])) return proceed();
      tell(onStray, args[1]);
      return true;
    }),
    replaceMethod(process, "exit", (proceed) => refuse("process.exit()") ?? proceed()),
    replaceMethod(process, "abort", (proceed) => refuse("process.abort()") ?? proceed()),
    replaceMethod(process, "kill", (proceed, [target, signal]) => {
      // Signal 0 only checks whether the process exists.
      if (current.getStore() === undefined || signal === 0 || !ownTargets.has(Number(target))) return proceed();
      return refuse("process.kill()");
    }),
    replaceMethod(globalThis, "queueMicrotask", (proceed, [callback]) => {
      const onStray = current.getStore();
      if (onStray === undefined || typeof callback !== "function") return proceed();
      return proceed([() => runMicrotask(callback, onStray)]);
    }),
  ];
  return () => {
    for (const restoreOne of restores) restoreOne();
  };
}

/** Targets by which `process.kill` reaches this process: itself, its group (0, or by number) and all processes (-1). */
function findOwnTargets(): ReadonlySet<number> {
  const group = ownGroup();
  return new Set([process.pid, -process.pid, 0, -1, ...(group === undefined ? [] : [-group])]);
}

const strayEvents: ReadonlySet<unknown> = new Set(["unhandledRejection", "uncaughtException"]);

/** Throws inside a call and does nothing outside. */
function refuse(what: string): undefined {
  const onStray = current.getStore();
  if (onStray === undefined) return undefined;
  const error = new Error(`A handler called ${what}, but a handler may not end the process; throw an error instead.`);
  // Reported as well as thrown: the handler may catch it, but the call must still be told.
  tell(onStray, error);
  throw error;
}

// Here, because Node 20 has lost the call by the time it reports what a microtask throws.
function runMicrotask(callback: Function, onStray: OnStray): void {
  try {
    Reflect.apply(callback, undefined, []);
  } catch (error) {
    tell(onStray, error);
  }
}

function tell(onStray: OnStray, error: unknown): void {
  try {
    onStray(error);
  } catch {
    // There is no one left to tell.
  }
}
