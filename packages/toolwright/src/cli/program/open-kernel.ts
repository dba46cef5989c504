import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { inspect } from "node:util";
import type { KernelEvent } from "../../call/events.ts";
import { createKernel } from "../../call/kernel.ts";
import { containHandlers, createProcessRunner } from "../../process/index.ts";
import { createReadOutputTool, openSpillStore } from "../../spill/index.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { OpenedKernel } from "../host.ts";
import type { ToolModule } from "./read-exports.ts";

const readOutputName = "read_output";

/** A kernel with everything a tool may ask of it: processes, containment, and a store that a later process can read. */
export function openToolKernel(
  { tools, services, capabilities, access }: ToolModule,
  stateDirectory: string | undefined,
  tell: (text: string) => Promise<void>,
): OpenedKernel {
  const store = openSpillStore({ directory: join(resolve(stateDirectory ?? defaultStateDirectory()), "outputs") });
  const processes = createProcessRunner();
  const containment = containHandlers();
  const hasReader = tools.some((tool) => tool.name === readOutputName);
  const kernel = createKernel<readonly AnyTool[]>({
    tools: hasReader ? tools : [...tools, createReadOutputTool(store)],
    services,
    capabilities,
    access,
    output: { store, readWith: readOutputName },
    processes,
    containment,
    onEvent: (event) => void tellFault(event, tell),
  });
  return {
    kernel,
    async close() {
      containment.close();
      await Promise.all([processes.close(), store.close()]);
    },
  };
}

/** One for each user: the store refuses a directory that others may write to. */
function defaultStateDirectory(): string {
  return join(tmpdir(), `toolwright-${process.getuid?.() ?? userInfo().username}`);
}

/** At a terminal the author of the tool is the reader, so the detail that models are spared is shown. */
async function tellFault(event: KernelEvent, tell: (text: string) => Promise<void>): Promise<void> {
  if (event.type !== "fault") return;
  await tell(`[${event.tool} ${event.callId}] ${event.source}: ${inspect(event.error)}`);
}
