import type { AnyTool } from "../../tool/tool.ts";
import type { Connection } from "../connection.ts";
import { takePage } from "../page.ts";
import { wordError } from "../sdk-faults.ts";
import { callOrStartTask } from "../tasks/start-task.ts";
import { callParams } from "./call-params.ts";
import { watchExposure } from "./watch-exposure.ts";
import { wireTool } from "./wire-tool.ts";

export function handleTools(connection: Connection): void {
  const { definition, server } = connection;
  const exposure = watchExposure(connection);

  server.setRequestHandler("tools/list", async ({ params }) => {
    const tools = await listedTools(connection);
    exposure.listed(tools);
    const { entries, nextCursor } = takePage(tools, (tool) => tool.name, params?.cursor, definition.pageSize);
    const listed = entries.map((tool) => wireTool(tool, definition.brief));
    return { tools: listed, ...(nextCursor === undefined ? {} : { nextCursor }) };
  });

  server.setRequestHandler("tools/call", { params: callParams }, async (params, context) => {
    try {
      return await callOrStartTask(connection, params, context);
    } catch (error) {
      throw wordError(error, definition.onFault);
    } finally {
      exposure.check();
    }
  });
}

/**
 * Legacy clients see what they can use now and hear when that changes. The modern era wants one list for all: there a
 * call that lacks its capability says how to gain it.
 */
async function listedTools({ definition, era, caller }: Connection): Promise<readonly AnyTool[]> {
  const { kernel } = definition;
  if (era === "legacy") return (await kernel.list(caller)).visible;
  return kernel.toolNames.flatMap((name) => kernel.tool(name) ?? []);
}
