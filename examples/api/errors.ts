// toolwright: Errors and next steps
import { defineTool, didYouMean, escapeHidden, isToolError, nearestName, reads, ToolError } from "toolwright";
import * as z from "zod";

const pages = new Map([
  ["install", "npm install toolwright"],
  ["serve", "npx toolwright serve"],
]);

export const readPage = defineTool({
  name: "read_page",
  description: "Reads a page of the manual.",
  input: z.strictObject({ page: z.string().describe("Name of the page") }),
  effects: reads,
  examples: [
    { title: "A page", input: { page: "install" } },
    { title: "A page that is not there", input: { page: "instal" }, fails: "no_page" },
  ],
  handle: ({ page }) => findPage(page),
});

/** The value, what was expected, and the call that would help. */
function findPage(name: string): string {
  const text = pages.get(name);
  if (text !== undefined) return text;
  const known = [...pages.keys()];
  const nearest = nearestName(name, known);
  throw new ToolError(
    "no_page",
    // What cannot be seen is shown as an escape, so that nobody is misled by it.
    `There is no page ${escapeHidden(JSON.stringify(name))}.${didYouMean(name, known)}`,
    nearest === undefined ? {} : { next: { tool: "read_page", input: { page: nearest } } },
  );
}

/** Only errors that were written for the model are shown to it; any other one ends the call as `crashed`. */
export function findPageIfAny(name: string): string | undefined {
  try {
    return findPage(name);
  } catch (error) {
    if (isToolError(error) && error.code === "no_page") return undefined;
    throw error;
  }
}
