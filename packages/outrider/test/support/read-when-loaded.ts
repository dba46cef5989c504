import { tools } from "../../src/tools/index.ts";
import type { OutriderKit } from "./outrider-kit.ts";

const maxMs = 150_000;
const wait = 40;
/** What an answer says that a faster machine would have given whole. */
const gaveUp = /still loading|had no answer within|could not be sent|too slow|^Incomplete: |Not settled/;

/** The text of an answer that is as complete as it gets: on a busy machine the first calls may give up waiting. */
export async function readWhenLoaded(kit: OutriderKit, tool: string, input: object): Promise<string> {
  return (await callWhenLoaded(kit, tool, input)).text;
}

/** The same with the value. */
export async function callWhenLoaded(
  kit: OutriderKit,
  tool: string,
  input: object,
): Promise<{ readonly text: string; readonly value: unknown }> {
  const until = performance.now() + maxMs;
  const takesWait = tools.find(({ name }) => name === tool)?.inputJsonSchema.properties?.["wait"] !== undefined;
  for (;;) {
    const outcome = await kit.call(tool, takesWait ? { wait, ...input } : input);
    if (outcome.status !== "ok") throw new Error(`${tool} ended as ${outcome.status}: ${outcome.error.message}`);
    // Each call waits by itself for a while.
    if (!gaveUp.test(outcome.text) || performance.now() > until) return outcome;
  }
}
