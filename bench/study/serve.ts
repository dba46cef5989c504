import { mkdirSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import * as z from "zod";
import { note } from "./log.ts";

// The bundle of this file is in a folder below bench/.
const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const question = z.object({ tool: z.string(), input: z.record(z.string(), z.unknown()) });
const textContent = z.object({ type: z.literal("text"), text: z.string() });

/** Serves a project over MCP to the calls that come over a socket in the run's folder. The tool `tools` shows what a client lists. */
export async function serve({
  project,
  profile,
  folder,
}: Record<"project" | "profile" | "folder", string>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const client = new Client({ name: "study", version: "1.0.0" });
  const program = join(repository, "packages/outrider/bin/outrider.js");
  const state = join(folder, "state");
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, "serve", "--project", project, "--profile", profile, "--state-dir", state],
      cwd: project,
      env: getDefaultEnvironment(),
      stderr: "ignore",
    }),
  );
  const socket = join(folder, "calls.sock");
  rmSync(socket, { force: true });
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    // An agent that gives up a call hangs up; the next one may come.
    connection.on("error", () => connection.destroy());
    void answer(client, folder, connection).catch((error: unknown) => connection.end(`ERROR ${String(error)}\n`));
  });
  server.listen(socket);
  console.log(`listening on ${socket}`);
}

async function answer(client: Client, folder: string, connection: Socket): Promise<void> {
  let text = "";
  // The answer goes over the same connection.
  for await (const chunk of connection.iterator({ destroyOnReturn: false })) text += String(chunk);
  const { tool, input } = question.parse(JSON.parse(text));
  const at = Date.now();
  const { seen, failed } =
    tool === "tools" ? { seen: await showTools(client), failed: false } : await call(client, tool, input);
  const sent = typeof input["code"] === "string" ? input["code"] : JSON.stringify(input);
  note(folder, { at, ms: Date.now() - at, means: tool, sent, seen, failed });
  connection.end(`${failed ? "ERROR: " : ""}${seen}\n`);
}

async function call(
  client: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<{ readonly seen: string; readonly failed: boolean }> {
  const result = await client.callTool({ name, arguments: input }, undefined, { timeout: 300_000 });
  const content = Array.isArray(result.content) ? result.content : [];
  const texts = content.flatMap((each: unknown) => {
    const parsed = textContent.safeParse(each);
    return parsed.success ? [parsed.data.text] : [];
  });
  return { seen: texts.join("\n"), failed: result.isError === true };
}

/** Instructions, descriptions and schemas: what stands in the context of a model from the first turn on. */
async function showTools(client: Client): Promise<string> {
  const { tools } = await client.listTools();
  const listed = tools.map((tool) => `## ${tool.name}\n${tool.description ?? ""}\n${JSON.stringify(tool.inputSchema)}`);
  return [client.getInstructions() ?? "", ...listed].join("\n\n");
}
