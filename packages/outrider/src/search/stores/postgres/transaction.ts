import type { PoolClient } from "pg";

export type DatabaseRow = Readonly<Record<string, unknown>>;
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly DatabaseRow[]>;

export interface Transaction {
  run<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** The server process; undefined if it is not known yet. */
  backend(): unknown;
  /** Whether the connection can be reused: the transaction was committed or rolled back. */
  isOver(): boolean;
}

/**
 * Everything runs in a transaction, including reads: the limits apply to it alone, so that a pooler may hand the connection to
 * others afterwards. JIT is off because compiling a plan costs more than these statements.
 */
export function createTransaction(client: PoolClient, signal: AbortSignal, statementMs: number): Transaction {
  let backend: unknown;
  let isOver = false;

  const query: Query = async (text, values) => {
    signal.throwIfAborted();
    return (await client.query<Record<string, unknown>>(text, values === undefined ? undefined : [...values])).rows;
  };

  async function rollBack(): Promise<void> {
    try {
      await client.query("rollback");
      isOver = true;
    } catch {
      // The connection is dropped instead.
    }
  }

  return {
    async run(work) {
      try {
        await query("begin");
        const [row] = await query(
          "select pg_backend_pid() as pid, set_config('statement_timeout', $1, true), set_config('jit', 'off', true)",
          [String(statementMs)],
        );
        backend = row?.["pid"];
        const result = await work(query);
        await query("commit");
        isOver = true;
        return result;
      } catch (error) {
        await rollBack();
        throw error;
      }
    },
    backend: () => backend,
    isOver: () => isOver,
  };
}
