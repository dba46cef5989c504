import type { ModuleFacts } from "../modules/module-facts.ts";
import { type ParserPool, WorkerLostError } from "../workers/open-parser-pool.ts";

/** Undefined where the parser could not read the text. */
export async function readModuleFacts(
  file: string,
  text: string,
  { pool, signal }: { readonly pool: ParserPool; readonly signal: AbortSignal },
): Promise<ModuleFacts | undefined> {
  let facts: ModuleFacts | undefined;
  try {
    await pool.run(
      { kind: "module", file, text },
      {
        signal,
        urgent: true,
        onReply(reply) {
          if (reply.kind === "module") ({ facts } = reply);
        },
      },
    );
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
  }
  return facts;
}
