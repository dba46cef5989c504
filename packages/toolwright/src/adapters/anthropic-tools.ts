import type { AnyKernel } from "../call/kernel.ts";
import type { Attachment, Caller } from "../tool/call-context.ts";
import { callForLoop, describeLeftOut, type LoopCallOptions } from "./call-for-loop.ts";

/** A tool as Anthropic's Messages take it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: "object"; readonly [keyword: string]: unknown };
}

/** A block `tool_use` of an answer. */
export interface AnthropicToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** An image as Anthropic's Messages take it. */
export interface AnthropicImage {
  readonly type: "image";
  readonly source: { readonly type: "base64"; readonly media_type: ImageType; readonly data: string };
}

/** The block with its result, for the next message of the user. All results of a turn belong in one message. */
export interface AnthropicToolResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: ({ readonly type: "text"; readonly text: string } | AnthropicImage)[];
  readonly is_error: boolean;
}

/** The kernel's tools as `tools` of Messages. */
export async function listAnthropicTools(kernel: AnyKernel, caller?: Caller): Promise<AnthropicTool[]> {
  const { visible } = await kernel.list(caller);
  return visible.map(({ name, description, inputJsonSchema }) => ({
    name,
    description,
    input_schema: { ...inputJsonSchema, type: "object" },
  }));
}

/** Runs a `tool_use` and returns the block that answers it. Never rejects. */
export async function answerAnthropicCall(
  kernel: AnyKernel,
  call: AnthropicToolUse,
  options: LoopCallOptions = {},
): Promise<AnthropicToolResult> {
  const { text, isError, attachments } = await callForLoop(kernel, call.name, call.input, options);
  const images = attachments.flatMap(writeImage);
  const shown = text + describeLeftOut(attachments.filter((each) => writeImage(each).length === 0));
  // Anthropic refuses a text block that is empty.
  const words = shown === "" ? [] : [{ type: "text", text: shown } as const];
  return { type: "tool_result", tool_use_id: call.id, content: [...words, ...images], is_error: isError };
}

const imageTypes: ReadonlyMap<string, ImageType> = new Map(
  (["image/jpeg", "image/png", "image/gif", "image/webp"] as const).map((type) => [type, type]),
);

function writeImage(attachment: Attachment): AnthropicImage[] {
  if (attachment.kind !== "image") return [];
  const mediaType = imageTypes.get(attachment.mimeType);
  if (mediaType === undefined) return [];
  return [{ type: "image", source: { type: "base64", media_type: mediaType, data: attachment.data } }];
}
