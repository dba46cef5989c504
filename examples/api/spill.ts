// toolwright/spill: Answers that are too long
import { createKernel, defineTool, reads, renderOutcome } from "toolwright";
import { createHandleId, createReadOutputTool, handleIdOf, openSpillStore } from "toolwright/spill";
import * as z from "zod";

const countUp = defineTool({
  name: "count_up",
  description: "Counts to a number.",
  input: z.strictObject({ to: z.int().min(1).describe("The last number") }),
  effects: reads,
  handle: ({ to }) => Array.from({ length: to }, (_, index) => String(index + 1)).join("\n"),
});

/** An answer over its budget is kept whole; the model sees its head, its tail and the call that reads on. */
export async function callWithStore(directory: string): Promise<string> {
  const store = openSpillStore({ directory });
  const kernel = createKernel({
    tools: [countUp, createReadOutputTool(store)],
    output: { store, readWith: "read_output", budgetTokens: 500 },
  });
  try {
    return renderOutcome(await kernel.call("count_up", { to: 5_000 }));
  } finally {
    await kernel.close();
    await store.close();
  }
}

/** Handles of one's own: nobody guesses them, and none leads out of its directory. */
export function makeHandle(): { readonly handle: string; readonly id: string | undefined } {
  const handle = `@log_${createHandleId()}`;
  return { handle, id: handleIdOf(handle, "@log_") };
}
