import type { AnyTool } from "../../tool/tool.ts";
import { coalesce } from "../announce.ts";
import type { Connection } from "../connection.ts";

export interface ExposureWatch {
  /** The client was shown these tools. */
  listed(tools: readonly AnyTool[]): void;
  /** Tells the client when its tools are others by now. In the background: no answer waits for it. */
  check(): void;
}

const noWatch: ExposureWatch = { listed() {}, check() {} };

/** A call may bring tools or take them away (a server started, a project opened); a legacy client is told. */
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
