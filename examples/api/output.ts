// toolwright: Lists, pages and budgets
import { countTokens, createOutputGuard, defineTool, fitsTokens, overflowSchema, reads } from "toolwright";
import * as z from "zod";

const words = Array.from({ length: 500 }, (_, index) => `word-${index + 1}`);

export const listWords = defineTool({
  name: "list_words",
  description: "Lists the words that begin in a certain way.",
  input: z.strictObject({
    prefix: z.string().default("").describe("How the words begin"),
    offset: z.int().min(0).optional().describe("Words to skip, from next_offset; default 0"),
    limit: z.int().min(1).max(1000).optional().describe("Words at most; default 20"),
  }),
  output: z.strictObject({ words: z.array(z.string()), overflow: overflowSchema.optional() }),
  effects: reads,
  handle({ prefix, ...page }) {
    const found = words.filter((word) => word.startsWith(prefix));
    const { items, overflow } = createOutputGuard(page, { maxResults: 20 }).capItems(
      found,
      "A longer prefix finds less.",
    );
    return overflow === undefined ? { words: items } : { words: items, overflow };
  },
});

/** As many lines as fit a budget, in the tokens that models count. */
export async function fitLines(lines: readonly string[], budget: number): Promise<string> {
  if (await fitsTokens(lines.join("\n"), budget)) return lines.join("\n");
  const kept: string[] = [];
  let left = budget;
  for (const line of lines) {
    left -= await countTokens(`${line}\n`);
    if (left < 0) break;
    kept.push(line);
  }
  return kept.join("\n");
}
