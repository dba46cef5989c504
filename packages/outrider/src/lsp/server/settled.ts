import type { Connection } from "../wire/connection.ts";
import { uriOf } from "./uri.ts";

/** Of each document; a header that everything includes takes seconds. */
const timeoutMs = 10_000;

/**
 * Waits until opened documents count in answers about others: a server answers about their symbols only after it has read
 * them. One that fails or takes too long holds up nobody.
 */
export function createSettled(
  connection: Pick<Connection, "request">,
): (paths: readonly string[], signal: AbortSignal) => Promise<void> {
  return async (paths, signal) => {
    await Promise.allSettled(
      paths.map((path) =>
        connection.request(
          "textDocument/documentSymbol",
          { textDocument: { uri: uriOf(path) } },
          { signal, timeoutMs },
        ),
      ),
    );
  };
}
