import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { z } from "zod";
import { createKernel, type AnyKernel } from "../../src/call/kernel.ts";
import { defineServer, serveHttp, serveStdio, type ServedHttp, type ServerDefinition } from "../../src/mcp/index.ts";
import { containHandlers, createProcessRunner } from "../../src/process/index.ts";
import { createScriptTool } from "../../src/script/index.ts";
import { createReadOutputTool, openSpillStore } from "../../src/spill/index.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import type { AnyTool } from "../../src/tool/tool.ts";
import { reads } from "../sample.ts";
import { prompts, resources } from "./fixture-content.ts";
import type { FixtureSettings } from "./fixture-settings.ts";
import * as tools from "./fixture-tools.ts";

// A real server in a process of its own: over stdio, or over HTTP with commands on stdin.
const [, , given = "{}"] = process.argv;
// oxlint-disable-next-line typescript/consistent-type-assertions -- written by `fixture-process.ts`
const settings = JSON.parse(given) as FixtureSettings;
const runner = createProcessRunner();
const definition = settings.variant === "bare" ? defineBareServer() : defineFullServer();
const loopDelay = monitorEventLoopDelay({ resolution: 5 });
let served: ServedHttp | undefined;

if (settings.transport === "stdio") {
  serveStdio(definition, settings.stdio);
  tools.report("serving");
} else {
  loopDelay.enable();
  served = await serveHttp(definition, settings.http);
  tools.report("serving", { url: served.url, token: served.token });
  createInterface(process.stdin).on("line", (line) => void obey(line, served));
}

/** Everything the host can do, with a store for long answers. */
function defineFullServer(): ServerDefinition {
  const store = openSpillStore({ directory: settings.spillDirectory });
  let feature = settings.featureAtStart ?? false;

  const setFeature = defineTool({
    name: "set_feature",
    description: "Switches the feature that `use_feature` needs.",
    input: z.strictObject({ on: z.boolean().describe("Whether it is there") }),
    effects: reads,
    handle({ on }) {
      feature = on;
      return `feature ${on ? "on" : "off"}`;
    },
  });
  const useFeature = defineTool({
    name: "use_feature",
    description: "Needs the feature.",
    input: z.strictObject({}),
    effects: reads,
    needs: ["feature"],
    handle: () => "used",
  });
  const announce = defineTool({
    name: "announce",
    description: "Tells every client that something has changed.",
    input: z.strictObject({
      kind: z.enum(["tools", "prompts", "resources", "resource"]).describe("What has changed"),
      uri: z.string().default("").describe("Which resource"),
    }),
    effects: reads,
    handle({ kind, uri }) {
      if (kind === "tools") server.toolsChanged();
      if (kind === "prompts") server.promptsChanged();
      if (kind === "resources") server.resourcesChanged();
      if (kind === "resource") server.resourceUpdated(uri);
      return "announced";
    },
  });
  const { report: _report, releaseHeld: _release, ...ready } = tools;
  const script = createScriptTool({ kernel: () => kernel });
  const kernel: AnyKernel = createKernel<readonly AnyTool[]>({
    tools: [...Object.values(ready), setFeature, useFeature, announce, createReadOutputTool(store), script],
    // oxlint-disable-next-line typescript/consistent-type-assertions -- these tools ask for no services
    services: () => ({}) as never,
    capabilities: {
      feature: () =>
        feature ? { available: true } : { available: false, reason: "it is off", remedy: "Call set_feature." },
    },
    output: { store, readWith: "read_output", previewTokens: 200 },
    processes: runner,
    containment: containHandlers(),
    onEvent: () => {},
  });
  const server = defineServer({
    name: "fixture",
    version: "1.0.0",
    instructions: "A server for tests.",
    kernel,
    resources,
    prompts,
    onFault: (error) => tools.report("fault", { error: String(error) }),
  });
  return server;
}

/** Five of everything, two on a page, and no store. */
function defineBareServer(): ServerDefinition {
  const kernel = createKernel<readonly AnyTool[]>({
    tools: [tools.echo, tools.longRows, tools.removeFile, tools.hold, tools.orderPizza],
    // oxlint-disable-next-line typescript/consistent-type-assertions -- these tools ask for no services
    services: () => ({}) as never,
    onEvent: () => {},
  });
  const names = ["a", "b", "c", "d", "e"];
  return defineServer({
    name: "bare",
    version: "1.0.0",
    kernel,
    pageSize: 2,
    resources: {
      templates: names.map((name) => ({ uriTemplate: `bare://${name}/{id}`, name })),
      list: () => names.map((name) => ({ uri: `bare://${name}`, name })),
      read: () => undefined,
    },
    prompts: names.map((name) => ({ name, description: `Prompt ${name}.`, render: () => [] })),
  });
}

async function obey(line: string, server: ServedHttp | undefined): Promise<void> {
  const [command, argument = ""] = line.split(" ");
  if (command === "release") tools.releaseHeld(argument);
  if (command === "measure") tools.report("measured", { ...measure(), sessions: server?.sessionCount() });
  if (command === "await-sessions") await awaitSessions(Number(argument), server);
  if (command !== "close") return;
  const startedAt = performance.now();
  const closed = server?.close(Number(argument));
  tools.report("closing");
  await closed;
  // Handles go in a turn of their own after they were closed.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  tools.report("closed", { afterMs: performance.now() - startedAt, handles: process.getActiveResourcesInfo() });
}

async function awaitSessions(wanted: number, server: ServedHttp | undefined): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  while (server?.sessionCount() !== wanted && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  tools.report("sessions", { count: server?.sessionCount() });
}

/** In megabytes, after everything that can go has gone; and how long the loop was blocked since the last time. */
function measure() {
  const lag = { lagP99: loopDelay.percentile(99) / 1e6, lagMax: loopDelay.max / 1e6 };
  loopDelay.reset();
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().toSorted();
  return { rss: rss / 1024 ** 2, heapUsed: heapUsed / 1024 ** 2, handles, ...lag };
}
