import type { ServerCapabilities } from "@modelcontextprotocol/server";
import type { Caller } from "../tool/call-context.ts";
import { handleCompletion, offersCompletion } from "./complete.ts";
import type { Connection, Era } from "./connection.ts";
import type { ServerDefinition } from "./define-server.ts";
import { handlePrompts } from "./prompts/handle-prompts.ts";
import { handleResources } from "./resources/handle-resources.ts";
import { reportSdkError } from "./sdk-faults.ts";
import { handleTasks } from "./tasks/handle-tasks.ts";
import { tasksExtension } from "./tasks/wire-task.ts";
import { ToolServer } from "./tool-server.ts";
import { handleTools } from "./tools/handle-tools.ts";

/**
 * The official protocol engine for one connection, or for one request if the protocol is stateless. The low-level
 * server, because the kernel checks inputs, words errors and bounds answers.
 */
export function buildProtocolServer(definition: ServerDefinition, era: Era, caller: Caller): Connection {
  const { name, version, title, instructions, listTtlMs } = definition;
  const listHint = { ttlMs: listTtlMs, cacheScope: "private" } as const;
  const server = new ToolServer(
    { name, version, ...(title === undefined ? {} : { title }) },
    {
      capabilities: capabilitiesOf(definition, era),
      ...(instructions === undefined ? {} : { instructions }),
      cacheHints: {
        "tools/list": listHint,
        "prompts/list": listHint,
        "resources/list": listHint,
        "resources/templates/list": listHint,
        "server/discover": listHint,
      },
    },
  );
  server.onerror = reportSdkError(definition);
  const connection: Connection = { definition, era, caller, server };
  handleTools(connection);
  if (definition.resources !== undefined) handleResources(connection, definition.resources);
  if (definition.prompts.length > 0) handlePrompts(connection);
  if (offersCompletion(definition)) handleCompletion(connection);
  if (era === "modern" && definition.tasks !== undefined) handleTasks(connection, definition.tasks.store);
  return connection;
}

function capabilitiesOf(definition: ServerDefinition, era: Era): ServerCapabilities {
  return {
    tools: { listChanged: true },
    logging: {},
    ...(definition.resources === undefined ? {} : { resources: { listChanged: true, subscribe: true } }),
    ...(definition.prompts.length === 0 ? {} : { prompts: { listChanged: true } }),
    ...(offersCompletion(definition) ? { completions: {} } : {}),
    ...(era === "modern" && definition.tasks !== undefined ? { extensions: tasksExtension } : {}),
  };
}
