// toolwright/script: Scripts that call tools
import { type AnyKernel, createKernel, defineTool, reads, renderOutcome } from "toolwright";
import { createScriptTool, declareTools, isScriptTool, type ScriptToolOptions } from "toolwright/script";
import * as z from "zod";

const countLetters = defineTool({
  name: "count_letters",
  description: "Counts the letters of a word.",
  input: z.strictObject({ word: z.string().describe("The word") }),
  output: z.strictObject({ letters: z.int().describe("How many") }),
  effects: reads,
  handle: ({ word }) => ({ letters: word.length }),
});

const options: Omit<ScriptToolOptions, "kernel"> = {
  readOnly: true,
  library: "globalThis.sum = (numbers) => numbers.reduce((all, each) => all + each, 0);",
  limits: { calls: 50 },
};

/** Three calls in one, side by side; only the sum comes back. */
export async function countAll(): Promise<string> {
  const kernel: AnyKernel = createKernel({
    tools: [countLetters, createScriptTool({ kernel: () => kernel, ...options })],
  });
  const code = `
    const counts = await Promise.all(["one", "two", "three"].map((word) => tools.count_letters({ word })));
    return sum(counts.map(({ letters }) => letters));`;
  try {
    return renderOutcome(await kernel.call("script", { code }));
  } finally {
    await kernel.close();
  }
}

/** The functions as a script's author sees them: what `await types("count_letters")` gives a script. */
export async function showTypes(kernel: AnyKernel): Promise<string> {
  const { visible } = await kernel.list();
  const tools = visible.filter((tool) => !isScriptTool(tool));
  return declareTools(
    tools,
    tools.map(({ name }) => name),
  );
}
