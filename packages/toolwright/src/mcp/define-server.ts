import type { AnyKernel } from "../call/kernel.ts";
import { ToolDefinitionError } from "../tool/check-definition.ts";
import type { ResourceProvider } from "../resources/provider.ts";
import { createChanges, type Changes } from "./changes.ts";
import { findPromptProblems, type Prompt } from "./prompts/prompt.ts";
import { type Brevity, findBrevityProblems } from "./tools/brief-schema.ts";
import { createTasks, findTaskProblems, type ServedTasks, type TaskOptions } from "./tasks/served-tasks.ts";

/** What a server is made of: its name, its kernel, and what else clients get. */
export interface ServerOptions {
  /** As clients show it and prefix tool names with it. */
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /** What the server is for and how to begin; at most 2,000 bytes, since clients truncate there. */
  readonly instructions?: string;
  readonly kernel: AnyKernel;
  /** What the tool list need not repeat, for when every token counts. */
  readonly brief?: Brevity;
  readonly resources?: ResourceProvider;
  readonly prompts?: readonly Prompt[];
  /** Entries of a list per answer. Default: 200. */
  readonly pageSize?: number;
  /** How long clients may cache a list. Default: 60 s. */
  readonly listTtlMs?: number;
  /** For tools with `longRunning`, if the client can poll for them. */
  readonly tasks?: TaskOptions;
  /** Failures that no caller is told about. Default: stderr. */
  readonly onFault?: (error: unknown) => void;
}

/** One registry of tools, resources and prompts that serves any number of connections of both eras. */
export interface ServerDefinition extends Changes {
  readonly name: string;
  readonly version: string;
  readonly title: string | undefined;
  readonly instructions: string | undefined;
  readonly kernel: AnyKernel;
  readonly brief: Brevity | undefined;
  readonly resources: ResourceProvider | undefined;
  readonly prompts: readonly Prompt[];
  readonly pageSize: number;
  readonly listTtlMs: number;
  /** For connections; undefined if no tool is long-running. */
  readonly tasks: ServedTasks | undefined;
  readonly onFault: (error: unknown) => void;
}

const maxInstructionBytes = 2_000;

/** Checks what is served and combines it; `serveStdio` and `serveHttp` serve it. */
export function defineServer(options: ServerOptions): ServerDefinition {
  const { prompts = [], pageSize = 200, listTtlMs = 60_000, tasks = {}, onFault = logFault } = options;
  const instructions = options.instructions?.trim();
  const problems = [
    ...findTextProblems("name", options.name),
    ...findTextProblems("version", options.version),
    ...findInstructionProblems(instructions ?? ""),
    ...(options.brief === undefined ? [] : findBrevityProblems(options.brief, instructions ?? "")),
    ...findNumberProblems("pageSize", pageSize, 1),
    ...findNumberProblems("listTtlMs", listTtlMs, 0),
    ...findPromptProblems(prompts),
    ...findTaskProblems(options.kernel, tasks),
  ];
  if (problems.length > 0) throw new ToolDefinitionError(`Server ${JSON.stringify(options.name)}`, problems);
  return Object.freeze({
    name: options.name,
    version: options.version,
    title: options.title,
    instructions: instructions === "" ? undefined : instructions,
    kernel: options.kernel,
    brief: options.brief,
    resources: options.resources,
    prompts: Object.freeze([...prompts].toSorted((left, right) => (left.name < right.name ? -1 : 1))),
    pageSize,
    listTtlMs,
    tasks: createTasks(options.kernel, tasks),
    onFault,
    ...createChanges(options.resources, onFault),
  });
}

function logFault(error: unknown): void {
  console.error(`[toolwright/mcp] ${error instanceof Error ? error.message : String(error)}`);
}

function findTextProblems(what: string, text: unknown): string[] {
  return typeof text === "string" && text.trim() !== "" ? [] : [`${what} must be a text, got ${JSON.stringify(text)}`];
}

function findInstructionProblems(instructions: string): string[] {
  const bytes = new TextEncoder().encode(instructions).length;
  if (bytes <= maxInstructionBytes) return [];
  return [
    `instructions have ${bytes} bytes; at most ${maxInstructionBytes} reach every client, move the rest to a resource`,
  ];
}

function findNumberProblems(what: string, value: number, least: number): string[] {
  return Number.isInteger(value) && value >= least ? [] : [`${what} ${value} must be a whole number from ${least} on`];
}
