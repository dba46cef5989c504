import * as z from "zod";
import type { AnyKernel } from "../call/kernel.ts";
import type { Call } from "../tool/call-context.ts";
import { defineTool } from "../tool/define-tool.ts";
import { reads, writes } from "../tool/effects.ts";
import type { AnyTool, Example, Tool } from "../tool/tool.ts";
import description from "./description.md";
import guide from "./guide.md";
import { createKeptValues, type KeptValues } from "./kept-values.ts";
import { defaultLimits, type ScriptLimits } from "./limits.ts";
import type { ScriptInput, ScriptValue } from "./script-value.ts";
import { createTranscriptStore, type TranscriptStore } from "./transcript.ts";

/** What the tool `script` is made of. */
export interface ScriptToolOptions<Services = unknown> {
  /** The kernel whose tools are the functions of scripts; asked when a script runs, since the tool is part of it. */
  readonly kernel: (services: Services) => AnyKernel;
  /** Default: "script". */
  readonly name?: string;
  /** Which tools scripts may call, besides what the caller may see. Default: all. Scripts never call scripts. */
  readonly offers?: (tool: AnyTool) => boolean;
  /** Scripts get only tools that change nothing, and the tool says that of itself: read-only mode then allows it. */
  readonly readOnly?: boolean;
  /** JavaScript that runs in the sandbox before every script, for functions that many scripts need. It is trusted. A function loads it. */
  readonly library?: string | (() => Promise<string>);
  readonly limits?: Partial<ScriptLimits>;
  /** A tool as `types` describes it, where that of the kernel lacks its output schema. Default: the tool itself. */
  readonly declared?: (tool: AnyTool) => AnyTool;
  /** TypeScript declarations of what the library adds, a line each; `types()` begins with them. */
  readonly libraryTypes?: readonly string[];
  /** How many tokens an answer may have before it is shown in part. Default: that of the kernel. */
  readonly budgetTokens?: number;
  /** How much of a longer answer is shown. Default: that of the kernel. */
  readonly previewTokens?: number;
  /** Instead of the usual ones, for a server whose library has more to tell. */
  readonly description?: string;
  readonly guide?: string;
  readonly examples?: readonly Example[];
  /** The input of an inner call as the kernel gets it, for defaults that suit programs better. Default: unchanged. */
  readonly prepare?: (tool: AnyTool, input: unknown) => unknown;
  /** Default: 2 minutes. */
  readonly deadlineMs?: number;
}

const input = z.strictObject({
  code: z.string().min(1).max(200_000).describe("Body of an async JavaScript function; await tools.NAME({...})"),
});

const output = z.strictObject({
  printed: z.string().describe("What was printed"),
  returned: z.unknown().optional().describe("What was returned"),
  notes: z.array(z.string()).optional().describe("Calls nobody waited for, lines not printed"),
});

/** The handlers of every tool made here, which a copy of the tool keeps: scripts are not offered to scripts. */
const handlers = new WeakSet<object>();

/** Whether a tool runs scripts. */
export function isScriptTool(tool: AnyTool): boolean {
  return handlers.has(tool.handle);
}

/** What `createScriptTool` returns. */
export type ScriptTool<Services> = Tool<string, ScriptInput, ScriptInput, ScriptValue, Services>;

/** A tool that runs JavaScript in a sandbox in which the kernel's other tools are functions. Add it to the kernel's tools. */
export function createScriptTool(options: ScriptToolOptions): ScriptTool<unknown>;
export function createScriptTool<Services>(options: ScriptToolOptions<Services>): ScriptTool<Services>;
export function createScriptTool<Services>(options: ScriptToolOptions<Services>): ScriptTool<Services> {
  const { name = "script", readOnly = false, deadlineMs = 120_000 } = options;
  const { declared = (tool) => tool, prepare = (_tool, given) => given } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const memoryOf = createMemories(limits);
  const offers = (tool: AnyTool): boolean =>
    !isScriptTool(tool) && (!readOnly || tool.effects.readOnly) && (options.offers?.(tool) ?? true);
  const defined = defineTool({
    name,
    description: options.description ?? description,
    guide: options.guide ?? guide,
    input,
    output,
    effects: readOnly ? reads : writes,
    deadlineMs,
    ...(options.budgetTokens === undefined ? {} : { budgetTokens: options.budgetTokens }),
    ...(options.previewTokens === undefined ? {} : { previewTokens: options.previewTokens }),
    examples: options.examples ?? [{ title: "Print and return", input: { code: 'print("hello"); return 1 + 1;' } }],
    async handle({ code }: ScriptInput, services: Services, call: Call): Promise<ScriptValue> {
      // What runs scripts is loaded with the first of them.
      const { runScript } = await import("./run-script.ts");
      const { library = "", libraryTypes = [] } = options;
      const kernel = options.kernel(services);
      return await runScript(
        {
          ...memoryOf(kernel),
          limits,
          kernel,
          library: typeof library === "string" ? library : await library(),
          libraryTypes,
          offers,
          declared,
          prepare,
        },
        code,
        call,
      );
    },
    format: formatValue,
  });
  // A script by itself does nothing but compute: whatever its calls do is asked about call by call.
  const tool = Object.freeze({ ...defined, tier: "observe" as const });
  handlers.add(tool.handle);
  return tool;
}

/** What a kernel remembers between scripts: of two that share a tool, none sees what is the other's. */
function createMemories(limits: ScriptLimits) {
  const memories = new WeakMap<AnyKernel, { readonly transcripts: TranscriptStore; readonly kept: KeptValues }>();
  return (kernel: AnyKernel) => {
    const memory = memories.get(kernel) ?? { transcripts: createTranscriptStore(), kept: createKeptValues(limits) };
    memories.set(kernel, memory);
    return memory;
  };
}

function formatValue({ printed, returned, notes = [] }: ScriptValue): string {
  const shown = returned === undefined ? "" : typeof returned === "string" ? returned : JSON.stringify(returned);
  const parts = [printed.trimEnd(), shown, ...notes.map((note) => `Note: ${note}`)].filter((part) => part !== "");
  return parts.length === 0 ? "The script ended; it printed and returned nothing." : parts.join("\n");
}
