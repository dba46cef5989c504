// Ours, as its README writes it; the text is the value, so that no JSON is built around it.
import { createKernel, defineTool } from "toolwright";
import { defineServer, serveStdio } from "toolwright/mcp";
import * as z from "zod";

const echo = defineTool({
  name: "echo",
  description: "Returns the text.",
  input: z.strictObject({ text: z.string().describe("What to return") }),
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  handle: async ({ text }) => text,
  format: (text) => text,
});
const kernel = createKernel({ tools: [echo] });
await serveStdio(defineServer({ name: "bench", version: "1.0.0", kernel }));
