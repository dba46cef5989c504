// toolwright/mcp: Serving over MCP
import { createKernel } from "toolwright";
import {
  combineProviders,
  createDocumentProvider,
  createProbeResources,
  createProbeTool,
  createReadResourceTool,
  createToolGuideProvider,
  defineServer,
  progressiveDisclosureGuide,
  type Prompt,
  promptForTool,
  type ServerDefinition,
  serveHttp,
  serveStdio,
} from "toolwright/mcp";
import { readNote, tools } from "./define-tool.ts";

const greet: Prompt = {
  name: "greet",
  description: "Begins a conversation about the notes.",
  render: () => [{ role: "user", content: "Which notes do I have?" }],
};

/** Tools, resources and prompts as one server, for any number of clients. */
export function describeServer(): ServerDefinition {
  const resources = combineProviders([
    createDocumentProvider([
      { uri: "doc://house-rules", title: "House rules", description: "How we work here.", text: "Measure first." },
      progressiveDisclosureGuide,
    ]),
    createToolGuideProvider({ tools }),
    // Shows how much of a resource a client delivers to its model; only while that is measured, as the tool below.
    createProbeResources(),
  ]);
  const notes = new Map([["groceries", "Bread, milk."]]);
  const kernel = createKernel({
    // Many clients show models no resources, so that a tool reads them, too.
    tools: [...tools, createReadResourceTool(resources), createProbeTool()],
    services: () => ({ notes }),
  });
  return defineServer({
    name: "notes",
    version: "1.0.0",
    kernel,
    resources,
    prompts: [greet, promptForTool(readNote)],
  });
}

/** The client has started us: it speaks over stdin and stdout. */
export async function serveOneClient(): Promise<void> {
  await serveStdio(describeServer()).closed;
}

/** Any number of clients, by address and token. */
export async function serveManyClients(): Promise<string> {
  const server = describeServer();
  const served = await serveHttp(server, { port: 0 });
  const { url, token } = served;
  await served.close();
  await server.kernel.close();
  return `${url} with a token of ${token?.length ?? 0} characters`;
}
