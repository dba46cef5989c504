import type { ToolSource } from "./source-contract.ts";
import type { ToolSourceOptions } from "./source-options.ts";

/** Connects to an MCP server and turns its tools into Toolwright tools. */
export async function openToolSource(options: ToolSourceOptions): Promise<ToolSource> {
  // Loaded lazily: a server that uses no other server must not wait for a client at its start.
  const client = await import("./tool-source.ts");
  return await client.openToolSource(options);
}
