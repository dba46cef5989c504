// The maintenance line of the official SDK.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as z from "zod";

const server = new McpServer({ name: "bench", version: "1.0.0" });
server.registerTool(
  "echo",
  { description: "Returns the text.", inputSchema: z.strictObject({ text: z.string().describe("What to return") }) },
  async ({ text }) => ({ content: [{ type: "text", text }] }),
);
await server.connect(new StdioServerTransport());
