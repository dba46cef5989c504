/** The built Outrider server over stdio, with its index ready, and with every language server off unless asked for. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

export interface BenchServer {
  readonly call: (tool: string, input: Record<string, unknown>) => Promise<Answered>;
  readonly close: () => Promise<void>;
}

export interface Answered {
  readonly isError: boolean;
  readonly text: string;
  /** Undefined where it would have been too long. */
  readonly structure: unknown;
}

const patienceMs = 600_000;

export async function openServer(
  server: string,
  root: string,
  scratch: string,
  { hasServers = false } = {},
): Promise<BenchServer> {
  mkdirSync(join(scratch, "outrider"), { recursive: true });
  writeFileSync(join(scratch, "outrider/config.toml"), `[servers]\nenabled = ${hasServers}\n`);
  const [config, state] =
    process.platform === "win32" ? ["APPDATA", "LOCALAPPDATA"] : ["XDG_CONFIG_HOME", "XDG_STATE_HOME"];
  const path = { PATH: process.env["PATH"] ?? "" };
  const client = new Client({ name: "bench", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, "serve", "--project", root, "--state-dir", join(scratch, "state"), "--structured"],
    stderr: "ignore",
    env: { ...getDefaultEnvironment(), ...path, [config]: scratch, [state]: join(scratch, "user-state") },
  });
  await client.connect(transport);
  // What is measured is the answer of a server that has read the project.
  for (let tries = 0; tries < 20; tries += 1) {
    const { structure } = await call("index", { action: "build" });
    if (Object(structure).state === "ready") break;
  }
  return { call, close: () => client.close() };

  async function call(tool: string, input: Record<string, unknown>): Promise<Answered> {
    const options = { timeout: patienceMs, resetTimeoutOnProgress: true };
    const result = await client.callTool({ name: tool, arguments: input }, undefined, options);
    const parts: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
    const text = parts.map((part) => Object(part).text ?? "").join("\n");
    return { isError: result.isError === true, text, structure: result.structuredContent };
  }
}
