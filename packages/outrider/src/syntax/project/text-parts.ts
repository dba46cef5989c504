import { noParts, type TextParts } from "../extract/text-parts.ts";
import { type ParserPool, WorkerLostError } from "../workers/open-parser-pool.ts";

/** Comments and long strings of a text; none where the parser could not read it. */
export async function readTextParts(
  file: string,
  text: string,
  { pool, signal }: { readonly pool: ParserPool; readonly signal: AbortSignal },
): Promise<TextParts> {
  let parts = noParts;
  try {
    await pool.run(
      { kind: "parts", file, text },
      {
        signal,
        urgent: true,
        onReply(reply) {
          if (reply.kind === "parts") ({ parts } = reply);
        },
      },
    );
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
  }
  return parts;
}
