import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { root } from "./tree.ts";

const server = join(root, "packages/outrider/bin/outrider.js");

/** Ends the program when there is nothing to measure. */
export function expectBuilt(): void {
  if (existsSync(join(root, "packages/outrider/dist"))) return;
  console.error('There is no built server; run "npm run build" first.');
  process.exit(1);
}

/** The built server on a directory, asked by the official SDK's client. */
export async function openServer(directory: string, env: Readonly<Record<string, string>> = {}) {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, "serve", "--project", directory],
    ...(Object.keys(env).length === 0 ? {} : { env: { ...getDefaultEnvironment(), ...env } }),
    stderr: "ignore",
  });
  await client.connect(transport);
  return {
    pid: transport.pid ?? 0,
    async call(name: string, input: Record<string, unknown>): Promise<string> {
      const result = await client.callTool({ name, arguments: input }, undefined, {
        timeout: 600_000,
        resetTimeoutOnProgress: true,
      });
      return (Array.isArray(result.content) ? result.content : [])
        .map((part) => (part.type === "text" ? part.text : ""))
        .join("\n");
    },
    close: () => client.close(),
  };
}

/** Of the process with its threads, in bytes. */
export function memoryOf(pid: number): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
}
