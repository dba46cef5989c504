import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import type { KernelEvent } from "../call/events.ts";
import { createKernel } from "../call/kernel.ts";
import type { OpenedKernel } from "../cli/host.ts";
import { containHandlers, createProcessRunner } from "../process/index.ts";
import { createReadOutputTool, openSpillStore } from "../spill/index.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { ToolModule } from "./read-exports.ts";
import { readOutputName } from "./tool-name.ts";

export interface KernelSettings {
  readonly stateDirectory: string | undefined;
  /** Answers are never truncated. */
  readonly full: boolean;
  readonly tell: (text: string) => Promise<void>;
}

/** A kernel with everything a tool may use: processes, containment, and a store that a later process can read. */
export function openToolKernel(
  { tools, services, capabilities, access }: ToolModule,
  { stateDirectory, full, tell }: KernelSettings,
): OpenedKernel {
  const store = openSpillStore({
    directory: stateDirectory === undefined ? temporaryDirectory() : join(stateDirectory, "outputs"),
  });
  const processes = createProcessRunner();
  const containment = containHandlers();
  const hasReader = tools.some((tool) => tool.name === readOutputName);
  const given = full ? tools.map((tool) => ({ ...tool, budgetTokens: undefined })) : tools;
  const kernel = createKernel<readonly AnyTool[]>({
    tools: hasReader ? given : [...given, createReadOutputTool(store)],
    services,
    capabilities,
    access,
    output: { store, readWith: readOutputName, ...(full ? { budgetTokens: Number.MAX_SAFE_INTEGER } : {}) },
    processes,
    containment,
    onEvent: (event) => void tellEvent(event, tell),
  });
  return {
    kernel,
    tellsFaults: true,
    async close() {
      containment.close();
      await Promise.all([processes.close(), store.close()]);
    },
  };
}

/** One per user, directly in the temp directory: another level could be created and renamed by someone else. */
function temporaryDirectory(): string {
  return join(tmpdir(), `toolwright-outputs-${process.getuid?.() ?? userInfo().username}`);
}

/** The reader is the author of the tool, or whoever runs its server: details that models are spared are shown. */
async function tellEvent(event: KernelEvent, tell: (text: string) => Promise<void>): Promise<void> {
  if (event.type === "call-log") return await tell(`[${event.tool}] ${event.level}: ${event.message}`);
  if (event.type !== "fault") return;
  await tell(`[${event.tool} ${event.callId}] ${event.source}: ${inspect(event.error)}`);
}
