import type { Clock, Timer } from "../tool/call-context.ts";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import { ToolError } from "../tool/tool-error.ts";

/** What `Pool` and `Client` of `pg` have in common with PGlite: one statement with parameters at a time. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** One statement, its rows, and an error that says whether anybody answered. */
export type RunStatement = (text: string, values?: readonly unknown[]) => Promise<readonly JsonObject[]>;

/** Statements have an end of their own: a connection that is cut somewhere on its way may be silent for hours. */
export function createStatements(client: PostgresClient, clock: Clock, timeoutMs: number): RunStatement {
  return async (text, values = []) => {
    let timer: Timer | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = clock.schedule(timeoutMs, () => reject(failed(`It has not answered for ${timeoutMs / 1_000} s.`)));
    });
    try {
      const { rows } = await Promise.race([client.query(text, [...values]), late]);
      return rows.filter(isJsonObject);
    } catch (error) {
      if (error instanceof ToolError) throw error;
      throw failed(error instanceof Error ? error.message : String(error), error);
    } finally {
      timer?.cancel();
    }
  };
}

function failed(problem: string, cause?: unknown): ToolError {
  const message = `The database of the threads failed: ${problem}`;
  return new ToolError("store_failed", message, { retryable: true, cause });
}
