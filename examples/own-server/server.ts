import { homedir } from "node:os";
import { join } from "node:path";
import { createKernel, logFaults } from "toolwright";
import * as mcp from "toolwright/mcp";
import { containHandlers, createProcessRunner } from "toolwright/process";
import { createReadOutputTool, openSpillStore } from "toolwright/spill";
import { tools } from "../first-tools/tools/index.ts";

// What is too long for an answer is kept here, and read_output reads it.
const store = openSpillStore({ directory: join(homedir(), ".own-server", "outputs") });
const processes = createProcessRunner();
const containment = containHandlers();

// What clients may read: notes of our own, and a guide that is made from the tools.
const resources = mcp.combineProviders([
  mcp.createDocumentProvider([
    { uri: "doc://house-rules", title: "House rules", description: "How we work here.", text: "Measure first." },
    mcp.progressiveDisclosureGuide,
  ]),
  mcp.createToolGuideProvider({ tools }),
]);

const kernel = createKernel({
  // Many clients show models no resources, so that a tool reads them, too.
  tools: [...tools, createReadOutputTool(store), mcp.createReadResourceTool(resources)],
  services: () => ({ root: process.cwd() }),
  // Tools that change things ask the person, unless they are allowed here.
  access: { tools: { run_command: "ask" } },
  output: { store, readWith: "read_output" },
  processes,
  // What a handler lets slip ends its call, not the server.
  containment,
  onEvent(event) {
    if (event.type === "call-log") console.error(`[${event.tool}] ${event.level}: ${event.message}`);
    else logFaults(event);
  },
});

const server = mcp.defineServer({
  name: "own-server",
  version: "1.0.0",
  instructions: "Searches and measures the folder that the client works in.",
  kernel,
  resources,
  prompts: tools.filter((tool) => tool.effects.readOnly).map((tool) => mcp.promptForTool(tool)),
});

mcp.serveStdio(server, {
  async onClose() {
    containment.close();
    await Promise.all([processes.close(), store.close()]);
  },
});
