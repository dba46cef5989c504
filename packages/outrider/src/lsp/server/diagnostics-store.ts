import type { ServerSpec } from "../../languages/server-spec.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import { ServerError } from "../wire/connection.ts";
import type { DiagnosticsStore, FileDiagnostics, RawDiagnostic } from "./language-server.ts";
import { readDiagnostic } from "./read-diagnostic.ts";
import { pathOfUri } from "./uri.ts";

export interface DiagnosticsReceiver extends DiagnosticsStore {
  /** The params of `textDocument/publishDiagnostics`. */
  receive(params: unknown): void;
  /** The server got a new text of the file: its diagnostics for the old one are no longer valid. */
  forget(path: string): void;
  /** No more diagnostics will come: waiting calls are rejected. */
  end(why: string): void;
}

const maxFiles = 2000;
const maxItems = 200;

/** `versionOf`: the version of the text that the server was last given; undefined if the file is not open. */
export function createDiagnosticsStore(
  spec: Pick<ServerSpec, "isCausedByOurLimits"> = {},
  versionOf: (path: string) => number | undefined = () => undefined,
): DiagnosticsReceiver {
  const entries = new Map<string, FileDiagnostics>();
  const waiting = new Set<() => void>();
  let version = 0;
  let changedAt = performance.now();
  let over: string | undefined;

  const tell = (): void => {
    for (const wake of waiting) wake();
  };

  return {
    of: (path) => entries.get(path),
    get paths() {
      return [...entries.keys()];
    },
    get changedAt() {
      return changedAt;
    },
    next: ({ signal }) =>
      new Promise<void>((resolve, reject) => {
        const settle = (): void => {
          waiting.delete(settle);
          signal.removeEventListener("abort", settle);
          if (signal.aborted) reject(new ServerError("cancelled", "The wait for diagnostics was cancelled."));
          else if (over === undefined) resolve();
          else reject(new ServerError("closed", over));
        };
        if (signal.aborted || over !== undefined) return settle();
        waiting.add(settle);
        signal.addEventListener("abort", settle, { once: true });
      }),
    receive(params) {
      if (!isRecord(params)) return;
      const { uri, diagnostics } = params;
      const path = typeof uri === "string" ? pathOfUri(uri) : undefined;
      if (path === undefined || !Array.isArray(diagnostics)) return;
      // Diagnostics sent before the server got the new text are about the old one.
      if (typeof params["version"] === "number" && params["version"] < (versionOf(path) ?? 0)) return;
      const items: RawDiagnostic[] = [];
      let total = 0;
      for (const each of diagnostics) {
        const item = readDiagnostic(each, spec);
        if (item === undefined) continue;
        total += 1;
        if (items.length < maxItems) items.push(item);
      }
      version += 1;
      entries.delete(path);
      entries.set(path, { version, items, ...(total > items.length ? { total } : {}) });
      if (entries.size > maxFiles) dropOne(entries);
      changedAt = performance.now();
      tell();
    },
    forget: (path) => void entries.delete(path),
    end(why) {
      over ??= why;
      tell();
    },
  };
}

/** Drops a file without diagnostics first: losing the fact that a file is clean costs less. */
function dropOne(entries: Map<string, FileDiagnostics>): void {
  let oldest: string | undefined;
  for (const [path, { items }] of entries) {
    oldest ??= path;
    if (items.length > 0) continue;
    entries.delete(path);
    return;
  }
  if (oldest !== undefined) entries.delete(oldest);
}
