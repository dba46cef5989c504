import * as z from "zod";
import { defineTool } from "../../src/tool/define-tool.ts";
import { reads } from "../sample.ts";

/** Tells a type to the model that it does not insist on: an object arrives as "[object Object]". */
export const acceptsAnything = defineTool({
  name: "accepts_anything",
  description: "A tool that is broken in one way.",
  input: z.strictObject({ text: z.coerce.string<string>().describe("Any text") }),
  effects: reads,
  examples: [{ title: "any", input: { text: "hello" } }],
  handle: ({ text }) => text,
});
