import { AsyncLocalStorage } from "node:async_hooks";
import type { HandlerContainment } from "../tool/containment-contract.ts";
import { replaceProcessMethod } from "./replace-process-method.ts";

type OnStray = (error: unknown) => void;

/** Keeps stray errors and attempts to end the process inside the call they come from. Close it to undo it. */
export function containHandlers(): HandlerContainment {
  holders += 1;
  if (holders === 1) restore = install();
  let open = true;
  return {
    run: (onStray, work) => current.run(onStray, work),
    close() {
      if (!open) return;
      open = false;
      holders -= 1;
      if (holders === 0) restore();
    },
  };
}

// Shared by all containments: the process has one `exit` to guard and one stream of stray errors.
const current = new AsyncLocalStorage<OnStray>();
let holders = 0;
let restore: () => void = () => {};

function install(): () => void {
  const restores = [
    // Here and not as listeners: a listener would change what Node does with errors outside any call, and could not
    // keep those inside one from the other listeners, which often end the process.
    replaceProcessMethod("emit", (proceed, args) => {
      const onStray = current.getStore();
      if (onStray === undefined || !strayEvents.has(args[0])) return proceed();
      tell(onStray, args[1]);
      return true;
    }),
    replaceProcessMethod("exit", (proceed) => refuse("process.exit()") ?? proceed()),
    replaceProcessMethod("abort", (proceed) => refuse("process.abort()") ?? proceed()),
    replaceProcessMethod(
      "kill",
      (proceed, args) => (endsThisProcess(args) ? refuse("process.kill()") : undefined) ?? proceed(),
    ),
  ];
  return () => {
    for (const restoreOne of restores) restoreOne();
  };
}

const strayEvents: ReadonlySet<unknown> = new Set(["unhandledRejection", "uncaughtException"]);

/** Throws inside a call and does nothing outside. */
function refuse(what: string): undefined {
  const onStray = current.getStore();
  if (onStray === undefined) return undefined;
  const error = new Error(`A handler called ${what}, but a handler may not end the process; throw an error instead.`);
  // Told as well as thrown: the handler may catch it, and the call has to hear all the same.
  tell(onStray, error);
  throw error;
}

function endsThisProcess([target, signal]: readonly unknown[]): boolean {
  // 0 and -1 address our group and everybody, this process included; signal 0 only asks whether it exists.
  return signal !== 0 && (target === process.pid || target === 0 || target === -1);
}

function tell(onStray: OnStray, error: unknown): void {
  try {
    onStray(error);
  } catch {
    // Nobody is left to tell.
  }
}
