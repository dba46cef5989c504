import type { CallToolResult, Client, Progress, Tool } from "@modelcontextprotocol/client";
import { cleanLine, cleanText } from "../../tool/adopt-tool.ts";
import type { Call } from "../../tool/call-context.ts";
import type { JsonObject } from "../../tool/schema.ts";
import { ToolError } from "../../tool/tool-error.ts";
import { describeCallFailure, tellError } from "./describe-failure.ts";
import type { Link } from "./link.ts";
import { readResult } from "./read-result.ts";
import type { RemoteValue } from "./source-contract.ts";

/** What calls need of their source. */
export interface RemoteCalls {
  readonly source: string;
  readonly client: Client;
  readonly link: Link;
  readonly isClosed: () => boolean;
}

const maxErrorLength = 4_000;
/** The kernel ends a call in time; this only ends what it could not. */
const spareMs = 5_000;

/** The handler of a remote tool: sends the call on, with its cancel and its progress. */
export function callRemote(
  calls: RemoteCalls,
  tool: Tool,
): (input: JsonObject, services: unknown, call: Call) => Promise<RemoteValue> {
  // Without an output schema: the SDK would compile a stranger's schema at every call.
  const toolDefinition = { name: tool.name, inputSchema: tool.inputSchema };
  return async (input, _services, call) => {
    const result = await send(calls, call, { name: tool.name, arguments: { ...input } }, toolDefinition);
    if (result.isError !== true) return readResult(result);
    const words = cleanText(calls.link.redact(cleanText(readResult(result).text)), maxErrorLength);
    throw new ToolError("remote_error", `${calls.source} reports: ${words || "an error, without a word about it."}`);
  };
}

async function send(
  { source, client, link, isClosed }: RemoteCalls,
  call: Call,
  params: { name: string; arguments: Record<string, unknown> },
  toolDefinition: Tool,
): Promise<CallToolResult> {
  try {
    return await client.callTool(params, {
      signal: call.signal,
      timeout: call.remainingMs() + spareMs,
      onprogress: (progress) => call.progress(readProgress(progress)),
      toolDefinition,
    });
  } catch (error) {
    call.log("warning", tellError(error, link.redact));
    throw describeCallFailure(source, error, link, isClosed());
  }
}

function readProgress({ progress, total, message }: Progress): Parameters<Call["progress"]>[0] {
  return {
    done: progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message: cleanLine(message, 200) }),
  };
}
