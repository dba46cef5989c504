// fastmcp sleeps 1 ms in every call so that its progress is not lost.
import { FastMCP } from "fastmcp";
import * as z from "zod";

const server = new FastMCP({ name: "bench", version: "1.0.0" });
server.addTool({
  name: "echo",
  description: "Returns the text.",
  parameters: z.strictObject({ text: z.string().describe("What to return") }),
  execute: async ({ text }) => text,
});
await server.start({ transportType: "stdio" });
