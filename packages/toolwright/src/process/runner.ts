import type { ProcessRunner, ProcessScope } from "../tool/process-contract.ts";
import { sharedHostGuard, type HostGuard } from "./host-guard.ts";
import { openProcessScope } from "./scope.ts";
import { createAbortError } from "./settle-within.ts";

/** Where a process runner sends its warnings. */
export interface ProcessRunnerOptions {
  /** Called when the protection against the host's own death is lost. Default: a process warning. */
  readonly onWarning?: (message: string) => void;
}

/** The runner of a Node host. */
export interface NodeProcessRunner extends ProcessRunner {
  /** The pid of the process that ends our children if this one is killed; undefined while none is running. */
  watchdogPid(): number | undefined;
  /** Ends every scope that is still open. Resolves with the pids that could not be ended. */
  close(): Promise<readonly number[]>;
}

/** Starts processes whose whole trees end with their scope, with the runner, and with this process. */
export function createProcessRunner(options: ProcessRunnerOptions = {}): NodeProcessRunner {
  return createGuardedRunner(sharedHostGuard(), options);
}

export function createGuardedRunner(guard: HostGuard, options: ProcessRunnerOptions = {}): NodeProcessRunner {
  const scopes = new Set<ProcessScope>();
  const release = guard.hold(options.onWarning ?? emitWarning);
  let closing: Promise<readonly number[]> | undefined;
  const closeAll = async (): Promise<readonly number[]> => {
    const ended = Promise.all([...scopes].map((scope) => scope.close()));
    return (await ended.finally(release)).flat();
  };
  return {
    openScope(scopeOptions = {}) {
      if (closing !== undefined) throw createAbortError("Cannot open a process scope: the runner was closed.");
      const scope = openProcessScope(guard, scopeOptions, () => scopes.delete(scope));
      scopes.add(scope);
      return scope;
    },
    watchdogPid: () => guard.watchdogPid(),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

function emitWarning(message: string): void {
  process.emitWarning(message, "ToolwrightWarning");
}
