import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { ResponsePart, UserPart } from "../log/entries.ts";
import type { ModelMessage, ModelRequest, ModelResult } from "./model.ts";

/** Which files a model reads: providers refuse the whole request for one that it does not. */
export type FileFilter = (mimeType: string) => boolean;

/** The request as providers of the AI SDK take it. The same request always gives the same bytes. */
export function writePrompt(
  { system, messages, tools, toolChoice }: ModelRequest,
  specification: string,
  reads: FileFilter,
): JsonObject {
  return {
    prompt: [
      ...(system === "" ? [] : [{ role: "system", content: system }]),
      ...messages.map((message) => writeMessage(message, specification, reads)),
    ],
    // Some providers refuse an empty list.
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: "function", ...tool })) }),
    ...(tools.length === 0 || toolChoice === undefined ? {} : { toolChoice: { type: toolChoice } }),
  };
}

function writeMessage(message: ModelMessage, specification: string, reads: FileFilter): JsonObject {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.content.map((part) => writeUserPart(part, specification, reads)) };
    case "assistant":
      return { role: "assistant", content: message.content.map(writeResponsePart) };
    case "tool":
      return { role: "tool", content: message.results.map(writeResult) };
  }
}

function writeUserPart(part: UserPart, specification: string, reads: FileFilter): JsonObject {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mimeType, data, name } = part;
  if (!reads(mimeType)) return { type: "text", text: `[A file of type ${mimeType}, which this model does not read.]` };
  return {
    type: "file",
    mediaType: mimeType,
    data: specification === "v3" ? data : { type: "data", data },
    ...(name === undefined ? {} : { filename: name }),
  };
}

function writeResponsePart(part: ResponsePart): JsonObject {
  const options = part.provider === undefined ? {} : { providerOptions: part.provider };
  if (part.type !== "call") return { type: part.type, text: part.text, ...options };
  return { type: "tool-call", toolCallId: part.callId, toolName: part.tool, input: readInput(part.input), ...options };
}

/** Providers accept only objects, so broken arguments are sent back inside one. */
function readInput(text: string): JsonObject {
  try {
    const input: unknown = JSON.parse(text === "" ? "{}" : text);
    return isJsonObject(input) ? input : { not_an_object: input };
  } catch {
    return { not_json: text };
  }
}

function writeResult({ callId, tool, text, isError }: ModelResult): JsonObject {
  return {
    type: "tool-result",
    toolCallId: callId,
    toolName: tool,
    output: { type: isError ? "error-text" : "text", value: text },
  };
}
