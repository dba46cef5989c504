import { settleWithin } from "toolwright/process";
import type { CloseReason, Connection } from "../wire/connection.ts";
import type { ServerLimits } from "./server-limits.ts";
import type { ServerProcess } from "./spawn-server.ts";

export interface ServerEnd {
  /** Includes what the process itself reported about its end. */
  readonly closed: Promise<CloseReason>;
  stop(): Promise<void>;
}

/** Output written before the exit still has to be read, unless a descendant holds the pipe open. */
const drainMs = 250;
/** Time between the end of the output and the exit that says why. */
const exitMs = 500;

/** However the server ends, the connection and the whole process tree end together. */
export function watchEnd(connection: Connection, process: ServerProcess, limits: ServerLimits): ServerEnd {
  let stopping: Promise<void> | undefined;

  const closeAfterExit = async (): Promise<void> => {
    const words = await process.exit;
    await settleWithin(connection.closed, drainMs);
    connection.close({ why: "ended", detail: words });
  };
  const describeEnd = async (): Promise<CloseReason> => {
    const reason = await connection.closed;
    // The caller that closed it also ends the process.
    if (reason.why === "closed") return reason;
    const exit = reason.why === "ended" ? await settleWithin(process.exit, exitMs) : undefined;
    void process.kill();
    const what = exit === undefined || exit === reason.detail ? reason.detail : `${reason.detail}; ${exit}`;
    const words = process.log.lastWords();
    return { why: reason.why, detail: words === "" ? `${what}.` : `${what}. It last wrote:\n${words}` };
  };
  const shutDown = async (): Promise<void> => {
    const { signal } = new AbortController();
    try {
      await connection.request("shutdown", undefined, { signal, timeoutMs: limits.shutdown });
    } catch {
      // It hangs or is gone; the steps below end it in any case.
    }
    connection.notify("exit");
    connection.close({ why: "closed", detail: "it was stopped" });
    await settleWithin(process.exit, limits.leave);
    await process.kill();
  };

  void closeAfterExit();
  const closed = describeEnd();
  return {
    closed,
    stop() {
      stopping ??= shutDown();
      return stopping;
    },
  };
}
