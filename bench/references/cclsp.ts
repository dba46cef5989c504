/** cclsp, an MCP server in front of language servers; it cannot drive TypeScript 7 and gets vtsls in its place. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { npmPackage } from "../accuracy/cache.ts";
import { type Answer, type Contestant, failed, patienceMs } from "./contestant.ts";
import { findServer } from "./programs.ts";

const version = "0.7.0";

/** Undefined where it cannot be installed. */
export async function installCclsp(): Promise<Contestant | undefined> {
  const folder = await npmPackage("cclsp", version).catch(() => undefined);
  if (folder === undefined) return undefined;
  const entry = join(folder, "node_modules/cclsp/dist/index.js");
  return { id: "cclsp", title: `cclsp ${version}`, open: (setting) => open(entry, setting) };
}

async function open(entry: string, { repository, root, scratch, program }: Parameters<Contestant["open"]>[0]) {
  const driven = program.id === "typescript" ? (findServer("vtsls") ?? program) : program;
  const extensions = repository.endings.map((ending) => ending.slice(1));
  const config = join(scratch, "cclsp.json");
  const servers = [{ extensions, command: [driven.command, ...driven.args], rootDir: root }];
  writeFileSync(config, JSON.stringify({ servers }));
  const client = new Client({ name: "bench", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [entry],
    cwd: root,
    stderr: "ignore",
    env: { ...getDefaultEnvironment(), CCLSP_CONFIG_PATH: config },
  });
  await client.connect(transport);
  return {
    ask: async ({ name, file }: { name: string; file: string }): Promise<Answer> => {
      const input = { file_path: join(root, file), symbol_name: name, include_declaration: false };
      return await client
        .callTool({ name: "find_references", arguments: input }, undefined, { timeout: patienceMs })
        .then((result) => readAnswer(result, name, root), failed);
    },
    close: async () => {
      const pid = transport.pid;
      const started = pid === null ? [] : descendantsOf(pid);
      await client.close();
      // It leaves its language servers running.
      for (const child of started) endProcess(child);
    },
  };
}

/** Its answer has a part for every symbol whose name contains the one asked for. */
function readAnswer(result: unknown, name: string, root: string): Answer {
  const { content = [], isError } = result as { content?: readonly { text?: string }[]; isError?: boolean };
  const text = content.map(({ text = "" }) => text).join("\n");
  if (isError === true || !text.includes("Results for ")) return failed(text);
  const parts = text.split("Results for ").filter((part) => part.startsWith(`${name} `));
  const places = parts.flatMap((part) =>
    Array.from(part.matchAll(/^(.+):(\d+):\d+$/gm), ([, path = "", line = ""]) => `${relative(root, path)}:${line}`),
  );
  return { places: new Set(places.map((place) => place.replaceAll("\\", "/"))), mark: "none" };
}

function descendantsOf(pid: number): readonly number[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" });
  const rows = (stdout ?? "").split("\n").map((row) => row.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (let at = 0; at < found.length; at += 1)
    for (const [child = 0, parent] of rows) if (parent === found[at]) found.push(child);
  return found.slice(1);
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
