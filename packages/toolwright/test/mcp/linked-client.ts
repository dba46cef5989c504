import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { Connection } from "../../src/mcp/connection.ts";
import { handleCompletion } from "../../src/mcp/complete.ts";
import type { ServerDefinition } from "../../src/mcp/define-server.ts";
import { handlePrompts } from "../../src/mcp/prompts/handle-prompts.ts";
import { handleResources } from "../../src/mcp/resources/handle-resources.ts";
import { ToolServer } from "../../src/mcp/tool-server.ts";
import { createVirtualClock } from "../../src/testing/virtual-clock.ts";
import { createLog } from "./log.ts";

/** A real client of the legacy era and the handlers of a server, linked within this process, on a virtual clock. */
export async function linkClient(definition: ServerDefinition) {
  const clock = createVirtualClock();
  const server = new ToolServer(
    { name: definition.name, version: definition.version },
    { capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, completions: {} } },
  );
  const connection: Connection = {
    definition,
    era: "legacy",
    caller: { host: "test", session: "linked", principal: "tester" },
    server,
  };
  if (definition.resources !== undefined) handleResources(connection, definition.resources, clock);
  handlePrompts(connection, clock);
  handleCompletion(connection, clock);

  const client = new Client({ name: "linked", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
  const heard = createLog<{ readonly method: string }>();
  client.fallbackNotificationHandler = async (notification) => heard.add(notification);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  return { client, clock, connection, heard, close: async () => await client.close() };
}
