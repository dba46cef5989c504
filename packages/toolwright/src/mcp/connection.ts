import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";
import type { Caller } from "../tool/call-context.ts";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import type { ServerDefinition } from "./define-server.ts";

/** "legacy": revisions 2024-10-07 to 2025-11-25, with sessions. "modern": 2026-07-28, without. */
export type Era = "legacy" | "modern";

/** One client as its handlers see it. */
export interface Connection {
  readonly definition: ServerDefinition;
  readonly era: Era;
  readonly caller: Caller;
  readonly server: Server;
}

/** The client's capabilities: sent with each request in the modern era, once in the legacy one. */
export function clientCapabilities({ server }: Connection, { mcpReq }: ServerContext): JsonObject {
  const envelope: JsonObject = { ...mcpReq.envelope };
  const stated = envelope[CLIENT_CAPABILITIES_META_KEY];
  // oxlint-disable-next-line typescript/no-deprecated -- the only place of a legacy client's capabilities
  return isJsonObject(stated) ? stated : { ...server.getClientCapabilities() };
}
