import { isRecord } from "../../workspace/config/is-record.ts";
import type { DiagnosticsReceiver } from "./diagnostics-store.ts";
import type { ReadinessTracker } from "./readiness.ts";
import type { ServerLog } from "./server-log.ts";

export interface Hearers {
  readonly readiness: Pick<ReadinessTracker, "receiveLog" | "receiveProgress" | "receiveStatus">;
  readonly diagnostics: Pick<DiagnosticsReceiver, "receive">;
  readonly log: Pick<ServerLog, "add">;
}

const levels = ["", "error", "warning", "info", "log", "debug"];

/** Takes what a server says by itself; what nobody here needs is dropped. */
export function hearNotifications({ readiness, diagnostics, log }: Hearers): (method: string, params: unknown) => void {
  const hearMessage = (params: unknown): void => {
    if (!isRecord(params) || typeof params["message"] !== "string") return;
    const { type, message } = params;
    readiness.receiveLog(message);
    log.add(`[${(typeof type === "number" ? levels[type] : undefined) ?? "log"}] ${message}`);
  };
  const hearers = new Map<string, (params: unknown) => void>([
    ["$/progress", readiness.receiveProgress],
    ["experimental/serverStatus", readiness.receiveStatus],
    ["textDocument/publishDiagnostics", diagnostics.receive],
    ["window/logMessage", hearMessage],
    ["window/showMessage", hearMessage],
  ]);
  return (method, params) => hearers.get(method)?.(params);
}
