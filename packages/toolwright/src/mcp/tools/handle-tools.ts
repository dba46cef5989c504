import type { AnyTool } from "../../tool/tool.ts";
import { coalesce } from "../announce.ts";
import type { Connection } from "../connection.ts";
import { takePage } from "../page.ts";
import { toProtocolError } from "../protocol-errors.ts";
import { callOrStartTask } from "../tasks/start-task.ts";
import { callParams } from "./call-params.ts";
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
      throw toProtocolError(error, definition.onFault);
    } finally {
      exposure.check();
    }
  });
}

/**
 * Legacy clients see what they can use now and are notified when that changes. The modern era wants one list for all: there a
 * call that lacks its capability says how to gain it.
 */
async function listedTools({ definition, era, caller }: Connection): Promise<readonly AnyTool[]> {
  const { kernel } = definition;
  if (era === "legacy") return (await kernel.list(caller)).visible;
  return kernel.toolNames.flatMap((name) => kernel.tool(name) ?? []);
}

export interface ExposureWatch {
  /** The client was shown these tools. */
  listed(tools: readonly AnyTool[]): void;
  /** Notifies the client if its tools have changed. In the background: no answer waits for it. */
  check(): void;
}

const noWatch: ExposureWatch = { listed() {}, check() {} };

/** A call may add or remove tools (a server started, a project opened); a legacy client is notified. */
export function watchExposure({ definition, era, caller, server }: Connection): ExposureWatch {
  const { kernel, onFault } = definition;
  const mayChange = kernel.toolNames.some((name) => (kernel.tool(name)?.needs.length ?? 0) > 0);
  if (era === "modern" || !mayChange) return noWatch;
  let known: string | undefined;

  async function compare(): Promise<void> {
    const { visible } = await kernel.list(caller);
    const names = namesOf(visible);
    if (known === undefined || names === known || server.transport === undefined) return;
    known = names;
    await server.sendToolListChanged();
  }
  const compareSoon = coalesce(async () => await compare().catch(onFault));

  return {
    listed(tools) {
      known = namesOf(tools);
    },
    check() {
      if (known !== undefined) compareSoon();
    },
  };
}

function namesOf(tools: readonly AnyTool[]): string {
  return tools.map((tool) => tool.name).join(" ");
}
