import type { Attachment, Call } from "./call-context.ts";
import type { JsonObject, JsonSchema, Schema } from "./schema.ts";

/** What a call does to the world; `reads` and `writes` are the usual ones. Hosts turn it into hints and gates. */
export interface Effects {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

/** "observe" may run without asking, "confirm" needs a person's or a policy's consent. */
export type Tier = "observe" | "confirm";

/** A valid input, and how it ends if that is not "ok". */
export interface Example {
  readonly title: string;
  readonly input: JsonObject;
  /** The code of the ToolError that this input ends in. */
  readonly fails?: string;
}

/** What an author writes. `defineTool` checks it and completes it to a `Tool`. */
export interface ToolDefinition<Name extends string, Raw, Input, Value, Services> {
  /** Unique, snake_case, at most 48 characters; also the name of the tool's directory. */
  readonly name: Name;
  /** For people. Default: derived from the name. */
  readonly title?: string;
  /** What the model reads in every turn: at most 300 characters, from `description.md`. */
  readonly description: string;
  /** Long notes on demand, from `guide.md`. */
  readonly guide?: string;
  readonly input: Schema<Raw, Input>;
  /** The input with every field written out, which only authors of scripts get to see. Default: `input`. */
  readonly fullInput?: Schema<unknown, unknown>;
  readonly output?: Schema<unknown, Value>;
  readonly effects: Effects;
  /** Only to be stricter than the effects imply. */
  readonly tier?: Tier;
  /** Capabilities without which the tool is hidden. */
  readonly needs?: readonly string[];
  /** The whole call ends by then. Default: 60 s. */
  readonly deadlineMs?: number;
  /** The call ends after this long without progress or process output. Default: the deadline. */
  readonly stallMs?: number;
  /** A call may take minutes; hosts let the client poll for it if they can. Set a matching `deadlineMs`. */
  readonly longRunning?: true;
  /** Longer answers are spilled. Default: the kernel's budget. */
  readonly budgetTokens?: number;
  /** How much of a longer answer is shown. Default: the kernel's preview. */
  readonly previewTokens?: number;
  /** Valid inputs: documentation, and what the test kit runs. */
  readonly examples?: readonly Example[];
  readonly handle: (input: Input, services: Services, call: Call) => Value | Promise<Value>;
  /** The value as text for the model. Default: compact JSON. */
  readonly format?: (value: Value) => string;
  /** What is sent along with the text: images, sound, documents. */
  readonly attach?: (value: Value) => readonly Attachment[];
  /** For hosts that pass on metadata, unchanged: MCP sends it as `_meta` of the tool. */
  readonly meta?: JsonObject;
}

/** A checked tool: every default filled in, frozen. */
export interface Tool<Name extends string = string, Raw = unknown, Input = never, Value = unknown, Services = never> {
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  readonly guide: string | undefined;
  readonly input: Schema<Raw, Input>;
  readonly output: Schema<unknown, Value> | undefined;
  readonly inputJsonSchema: JsonSchema;
  /** Of `fullInput`. */
  readonly fullInputJsonSchema?: JsonSchema | undefined;
  readonly outputJsonSchema: JsonSchema | undefined;
  readonly effects: Effects;
  readonly tier: Tier;
  readonly needs: readonly string[];
  readonly deadlineMs: number;
  readonly stallMs: number;
  readonly longRunning: boolean;
  readonly budgetTokens: number | undefined;
  readonly previewTokens: number | undefined;
  readonly examples: readonly Example[];
  readonly handle: (input: Input, services: Services, call: Call) => Value | Promise<Value>;
  readonly format: ((value: Value) => string) | undefined;
  readonly attach: ((value: Value) => readonly Attachment[]) | undefined;
  readonly meta: JsonObject | undefined;
}

/** A tool whose types are not known: what registries and hosts use. */
export interface AnyTool extends Omit<Tool, "input" | "output" | "handle" | "format" | "attach"> {
  readonly input: Schema;
  readonly output: Schema | undefined;
  readonly handle: (input: never, services: never, call: Call) => unknown;
  readonly format: ((value: never) => string) | undefined;
  readonly attach: ((value: never) => readonly Attachment[]) | undefined;
}

/** The names of a list of tools as a union type. */
export type ToolName<Tools extends readonly AnyTool[]> = Tools[number]["name"];

/** The tool with that name, or any tool if the names are not known. */
export type ToolByName<Tools extends readonly AnyTool[], Name extends string> =
  string extends ToolName<Tools> ? Tools[number] : Extract<Tools[number], { readonly name: Name }>;

/** What a caller passes to a tool, before defaults are filled in. */
export type InputOf<Candidate extends AnyTool> = NonNullable<Candidate["input"]["~standard"]["types"]>["input"];

/** What the handler of a tool returns. */
export type ValueOf<Candidate extends AnyTool> = Awaited<ReturnType<Candidate["handle"]>>;

/** Everything that the handlers of a list of tools require from the application, together. */
export type ServicesOf<Tools extends readonly AnyTool[]> =
  Asks<Tools[number]> extends (services: infer All) => void ? All : never;

type Asks<Each extends AnyTool> = Each extends AnyTool ? (services: Parameters<Each["handle"]>[1]) => void : never;
