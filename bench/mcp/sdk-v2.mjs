// The bare official SDK, as its README writes it.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

const input = z.strictObject({ text: z.string().describe("What to return") });

serveStdio(() => {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  server.registerTool("echo", { description: "Returns the text.", inputSchema: input }, async ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  return server;
});
