import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens, createKernel, type JsonObject, renderOutcome } from "toolwright";
import { openToolSource } from "toolwright/mcp";
import type { NodeProcessRunner } from "toolwright/process";
import type { CommandContext } from "./command-context.ts";

export interface ConnectOptions {
  readonly project: string;
  readonly readOnly: boolean;
  readonly processes: NodeProcessRunner;
  /** Aborting ends the server and its whole process tree. */
  readonly signal: AbortSignal;
}

/** What a model gets back. */
export interface Answer {
  readonly text: string;
  readonly failed: boolean;
  readonly ms: number;
  readonly tokens: number;
}

/** The real server in its own process, used over MCP like any client would. */
export interface ConnectedServer {
  readonly tools: readonly string[];
  /** Tokens of names, descriptions and input schemas: what a model pays on every turn. */
  readonly faceTokens: number;
  /** From the start of the process to the list of tools. */
  readonly startMs: number;
  call(tool: string, input: JsonObject): Promise<Answer>;
  close(): Promise<void>;
}

const source = "outrider";
const prefix = `${source}__`;

/** Starts the server with a temporary state directory, so that a run leaves nothing behind. */
export async function connectServer(context: CommandContext, options: ConnectOptions): Promise<ConnectedServer> {
  const folder = await mkdtemp(join(tmpdir(), "outrider-visit-"));
  const forget = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    return await connect(context, options, folder, forget);
  } catch (error) {
    await forget();
    throw error;
  }
}

async function connect(
  { packageRoot, env }: CommandContext,
  { project, readOnly, processes, signal }: ConnectOptions,
  folder: string,
  forget: () => Promise<void>,
): Promise<ConnectedServer> {
  const startedAt = performance.now();
  const remote = await openToolSource({
    name: source,
    server: {
      command: process.execPath,
      args: [
        join(packageRoot, "bin", "outrider.js"),
        "serve",
        "--project",
        project,
        "--state-dir",
        folder,
        ...(readOnly ? ["--read-only"] : []),
      ],
      env: serverEnvironment(env, folder),
      cwd: project,
    },
    processes,
    signal,
    onFault: () => {},
  });
  const startMs = performance.now() - startedAt;
  // Nothing is truncated here: the server's own limits are what is being shown.
  const kernel = createKernel({
    tools: remote.tools,
    access: { confirm: "allow" },
    output: { budgetTokens: 1_000_000 },
    onEvent: () => {},
  });
  const face = remote.tools.map(({ name, description, guide, inputJsonSchema }) =>
    JSON.stringify({
      name: plainName(name),
      description: ownWords(guide ?? description),
      inputSchema: inputJsonSchema,
    }),
  );
  return {
    tools: remote.tools.map(({ name }) => plainName(name)),
    faceTokens: await countTokens(face.join("\n")),
    startMs,
    async call(tool, input) {
      const outcome = await kernel.call(`${prefix}${tool}`, input, { signal });
      signal.throwIfAborted();
      const text = plainText(renderOutcome(outcome));
      return { text, failed: outcome.status !== "ok", ms: outcome.durationMs, tokens: await countTokens(text) };
    },
    async close() {
      await kernel.close();
      await remote.close();
      await forget();
    },
  };
}

/** The user's settings apply; what the server would keep in the home directory is temporary. */
function serverEnvironment(env: CommandContext["env"], folder: string): Record<string, string> {
  const passed = ["HOME", "USERPROFILE", "XDG_CONFIG_HOME", "APPDATA"].flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), [process.platform === "win32" ? "LOCALAPPDATA" : "XDG_STATE_HOME"]: folder };
}

function plainName(name: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Removes the client's attribution, which a model talking to the server directly would not see. */
function ownWords(text: string): string {
  return text.replace(`What ${source} says of this tool:\n\n`, "").replace(`[from ${source}] `, "");
}

function plainText(text: string): string {
  return text.replace(`${source} reports: `, "");
}
