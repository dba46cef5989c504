import type { OutriderKit } from "./outrider-kit.ts";

const maxMs = 90_000;

/** The text of an answer by a language server: on a busy machine it may still be starting when the first call gives up waiting. */
export async function readWhenLoaded(kit: OutriderKit, tool: string, input: object): Promise<string> {
  const until = performance.now() + maxMs;
  for (;;) {
    const outcome = await kit.call(tool, input);
    if (outcome.status !== "ok") throw new Error(`${tool} ended as ${outcome.status}: ${outcome.error.message}`);
    // Each call waits by itself for a while.
    if (!outcome.text.includes("still loading") || performance.now() > until) return outcome.text;
  }
}
