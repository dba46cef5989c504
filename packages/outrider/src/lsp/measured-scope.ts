import type { ProcessScope, RunningProcess } from "toolwright";

export interface MeasuredScope extends ProcessScope {
  /** Bytes that the tree of a process started here holds; undefined where nobody can tell. */
  measure(pid: number): Promise<number | undefined>;
}

/** A scope that remembers what it started for as long as it runs. */
export function openMeasuredScope(scope: ProcessScope): MeasuredScope {
  const running = new Map<number, RunningProcess>();
  return {
    exec: (file, args, options) => scope.exec(file, args, options),
    close: () => scope.close(),
    spawn(file, args, options) {
      const started = scope.spawn(file, args, options);
      const forget = (): void => void running.delete(started.pid);
      if (started.pid > 0) running.set(started.pid, started);
      started.exit.then(forget, forget);
      return started;
    },
    measure: async (pid) => await running.get(pid)?.memory(),
  };
}
