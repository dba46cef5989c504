import { McpServer, type Server } from "@modelcontextprotocol/server";
import type { AnyKernel } from "../../call/kernel.ts";
import type { JsonSchema } from "../../tool/schema.ts";
import type { Connection } from "../connection.ts";

/**
 * Tools whose schema also sends arguments as headers (`x-mcp-header`) are checked by the SDK, but only for its
 * high-level server; only for those, ours is wrapped as one.
 */
export function checkHeaders({ definition, server }: Connection): Server | McpServer {
  return hasHeaders(definition.kernel) ? new HeaderCheckedServer(definition.kernel, server) : server;
}

class HeaderCheckedServer extends McpServer {
  readonly #kernel: AnyKernel;

  constructor(kernel: AnyKernel, server: Server) {
    super({ name: "unused", version: "0" });
    Object.defineProperty(this, "server", { value: server });
    this.#kernel = kernel;
  }

  override toolInputSchemaJson(name: string): JsonSchema | undefined {
    return this.#kernel.tool(name)?.inputJsonSchema;
  }
}

const known = new WeakMap<AnyKernel, boolean>();

/** Determined once: the tools of a kernel never change. */
function hasHeaders(kernel: AnyKernel): boolean {
  const found =
    known.get(kernel) ??
    kernel.toolNames.some((name) => JSON.stringify(kernel.tool(name)?.inputJsonSchema).includes('"x-mcp-header"'));
  known.set(kernel, found);
  return found;
}
