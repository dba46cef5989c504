import type { CallToolResult, Progress, Tool, ContentBlock } from "@modelcontextprotocol/client";
import { cleanLine, cleanText } from "../../tool/adopt-tool.ts";
import type { Call, Attachment } from "../../tool/call-context.ts";
import type { JsonObject } from "../../tool/schema.ts";
import { ToolError } from "../../tool/tool-error.ts";
import { describeCallFailure, sourceClosed, tellError } from "./describe-failure.ts";
import type { Redact } from "./redact.ts";
import type { LiveServer } from "./live-server.ts";
import type { RemoteValue } from "./source-contract.ts";

/** What calls need from their source. */
export interface RemoteCalls {
  readonly source: string;
  readonly server: () => LiveServer;
  readonly redact: Redact;
  /** Whether a server that has ended is started again. */
  readonly restarts: boolean;
  readonly isClosed: () => boolean;
}

const maxErrorLength = 4_000;
/** The kernel ends a call in time; this is only a fallback. */
const spareMs = 5_000;

/** The handler of a remote tool: forwards the call, with its cancellation and progress. */
export function callRemote(
  calls: RemoteCalls,
  tool: Tool,
): (input: JsonObject, services: unknown, call: Call) => Promise<RemoteValue> {
  // Without an output schema: the SDK would compile a third-party schema at every call.
  const toolDefinition = { name: tool.name, inputSchema: tool.inputSchema };
  return async (input, _services, call) => {
    const result = await send(calls, call, { name: tool.name, arguments: { ...input } }, toolDefinition);
    if (result.isError !== true) return readResult(result);
    const words = cleanText(calls.redact(cleanText(readResult(result).text)), maxErrorLength);
    throw new ToolError("remote_error", `${calls.source} reports: ${words || "an error, without a word about it."}`);
  };
}

async function send(
  { source, server, redact, restarts, isClosed }: RemoteCalls,
  call: Call,
  params: { name: string; arguments: Record<string, unknown> },
  toolDefinition: Tool,
): Promise<CallToolResult> {
  if (isClosed()) throw sourceClosed(source);
  const { client, link } = await server().connect(call.signal);
  try {
    return await client.callTool(params, {
      signal: call.signal,
      timeout: call.remainingMs() + spareMs,
      onprogress: (progress) => call.progress(readProgress(progress)),
      toolDefinition,
    });
  } catch (error) {
    call.log("warning", tellError(error, redact));
    throw describeCallFailure(error, { source, link, closed: isClosed(), restarts });
  }
}

function readProgress({ progress, total, message }: Progress): Parameters<Call["progress"]>[0] {
  return {
    done: progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message: cleanLine(message, 200) }),
  };
}

/** Longer text goes where answers are measured and spilled, which attachments are not. */
const maxAttachedText = 2_000;

export function readResult({ content, structuredContent }: CallToolResult): RemoteValue {
  const texts: string[] = [];
  const attachments: Attachment[] = [];
  for (const block of content) {
    const read = readBlock(block);
    if (typeof read === "string") texts.push(read);
    else attachments.push(read);
  }
  const structured = structuredContent === undefined ? {} : { structured: structuredContent };
  return { text: texts.join("\n"), ...structured, attachments };
}

/** The text or, if there is none, the data; an empty answer says so. */
export function formatResult({ text, structured, attachments }: RemoteValue): string {
  if (text !== "") return text;
  if (structured !== undefined) return JSON.stringify(structured);
  return attachments.length === 0 ? "The tool has answered with nothing." : "";
}

function readBlock(block: ContentBlock): Attachment | string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return { kind: block.type, mimeType: cleanLine(block.mimeType, 100), data: block.data };
    case "resource":
      return readResource(block);
    case "resource_link":
      return readLink(block);
  }
}

function readResource({ resource }: Extract<ContentBlock, { type: "resource" }>): Attachment | string {
  const uri = cleanLine(resource.uri, 2_000);
  const mimeType = resource.mimeType === undefined ? {} : { mimeType: cleanLine(resource.mimeType, 100) };
  if ("blob" in resource) return { kind: "resource", uri, ...mimeType, body: { blob: resource.blob } };
  if (resource.text.length > maxAttachedText) return `${uri}:\n${resource.text}`;
  return { kind: "resource", uri, ...mimeType, body: { text: resource.text } };
}

function readLink(link: Extract<ContentBlock, { type: "resource_link" }>): Attachment {
  const { title, description, mimeType } = link;
  return {
    kind: "link",
    uri: cleanLine(link.uri, 2_000),
    name: cleanLine(link.name, 200),
    ...(title === undefined ? {} : { title: cleanLine(title, 200) }),
    ...(description === undefined ? {} : { description: cleanLine(description, 300) }),
    ...(mimeType === undefined ? {} : { mimeType: cleanLine(mimeType, 100) }),
  };
}
