import type { AnyKernel } from "../call/kernel.ts";
import type { Attachment } from "../tool/call-context.ts";
import type { JsonObject, Schema } from "../tool/schema.ts";
import type { AnyTool } from "../tool/tool.ts";
import { callForLoop, describeLeftOut, type LoopOptions, type LoopResult } from "./call-for-loop.ts";

/** A part of a result that is more than text. */
export type AiSdkContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image-data"; readonly data: string; readonly mediaType: string };

/** A result as the AI SDK passes it to a model. */
export type AiSdkOutput =
  | { readonly type: "text" | "error-text"; readonly value: string }
  | { readonly type: "content"; readonly value: AiSdkContentPart[] };

/** A tool as the AI SDK's functions and agents take it, by its shape. */
export interface AiSdkTool {
  readonly description: string;
  readonly title: string;
  readonly inputSchema: Schema<JsonObject>;
  /** Never rejects. */
  readonly execute: (input: unknown, call?: { readonly abortSignal?: AbortSignal | undefined }) => Promise<LoopResult>;
  readonly toModelOutput: (result: { readonly output: LoopResult }) => AiSdkOutput;
}

/**
 * The kernel's tools for `generateText`, `streamText` and `ToolLoopAgent`, version 6 and later. Pass the agent an `abortSignal`: it
 * reaches the tools, and ends what they have started.
 */
export async function listAiSdkTools(kernel: AnyKernel, options: LoopOptions = {}): Promise<Record<string, AiSdkTool>> {
  const { visible } = await kernel.list(options.caller);
  return Object.fromEntries(visible.map((tool) => [tool.name, writeTool(kernel, tool, options)]));
}

function writeTool(kernel: AnyKernel, tool: AnyTool, options: LoopOptions): AiSdkTool {
  const { name, title, description } = tool;
  return {
    title,
    description,
    inputSchema: leaveToKernel(tool),
    execute: async (input, { abortSignal } = {}) =>
      await callForLoop(kernel, name, input, { ...options, signal: abortSignal }),
    toModelOutput: ({ output }) => writeOutput(output),
  };
}

/** Whatever the model writes passes, because the kernel repairs what has only one meaning and says what is wrong with the rest. */
function leaveToKernel({ inputJsonSchema }: AnyTool): Schema<JsonObject> {
  const print = (): Record<string, unknown> => ({ ...inputJsonSchema });
  return {
    "~standard": {
      version: 1,
      vendor: "toolwright",
      // oxlint-disable-next-line typescript/consistent-type-assertions -- it is not looked at before the kernel has it
      validate: (value) => ({ value: value as JsonObject }),
      jsonSchema: { input: print, output: print },
    },
  };
}

function writeOutput({ text, isError, attachments }: LoopResult): AiSdkOutput {
  if (isError) return { type: "error-text", value: text };
  const images = attachments.flatMap(writeImage);
  const shown = text + describeLeftOut(attachments.filter((each) => each.kind !== "image"));
  if (images.length === 0) return { type: "text", value: shown };
  return { type: "content", value: [{ type: "text", text: shown }, ...images] };
}

/** The only kind of file that no provider's client drops from a result without a word, or has refused with the whole request. */
function writeImage(attachment: Attachment): AiSdkContentPart[] {
  if (attachment.kind !== "image") return [];
  return [{ type: "image-data", data: attachment.data, mediaType: attachment.mimeType }];
}
