import { deferred } from "../../tool/deferred.ts";
import { ToolError } from "../../tool/tool-error.ts";
import type { EntryBody } from "../log/entries.ts";
import type { OpenThread } from "../log/open-thread.ts";
import type { ThreadState } from "../log/thread-state.ts";

/** The way into the thread of a run that is under way, for what a person says or decides meanwhile. */
export interface RunInbox {
  /** The run's own input is in the log; others may follow. */
  open(thread: OpenThread): void;
  /** The run has come to its end: nothing that comes now would be read. */
  close(): void;
  /** Resolves once the entries are in the log. Rejects with `no_run` when the run is over. */
  append(write: (state: ThreadState) => readonly EntryBody[]): Promise<void>;
}

export function createInbox(name: string): RunInbox {
  const opened = deferred<OpenThread | undefined>();
  let isClosed = false;
  return {
    open: opened.resolve,
    close() {
      isClosed = true;
      opened.resolve(undefined);
    },
    async append(write) {
      const thread = await opened.promise;
      if (isClosed || thread === undefined) throw noRun(name);
      await thread.appendNext(write);
    },
  };
}

export function noRun(thread: string): ToolError {
  const name = JSON.stringify(thread);
  return new ToolError("no_run", `No run of the thread ${name} is under way. Start one with \`run(${name}, input)\`.`);
}
