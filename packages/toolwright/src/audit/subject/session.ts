import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { Era, Reply } from "../seen.ts";
import type { OpenRequest, Wire } from "./wire.ts";

/** A connection after its handshake: requests of one era. */
export interface Session {
  readonly era: Era;
  readonly wire: Wire;
  /** What the server said of itself in the handshake. */
  readonly welcome: Welcome;
  /** The result of the handshake, as it came. */
  readonly greeting: JsonObject;
  open(method: string, params: JsonObject, timeoutMs: number): OpenRequest;
  request(method: string, params: JsonObject, timeoutMs: number): Promise<Reply>;
  callTool(tool: string, input: JsonObject, timeoutMs: number): Promise<{ reply: Reply; progress: number }>;
  cancel(id: number): void;
}

export interface Welcome {
  readonly protocolVersion: string;
  readonly serverName: string;
  readonly serverVersion: string;
  readonly instructions: string;
  readonly capabilities: JsonObject;
}

const versions = { legacy: "2025-11-25", modern: "2026-07-28" } as const;
const clientInfo = { name: "toolwright-audit", version: "0.1.0" };
const envelope = {
  "io.modelcontextprotocol/protocolVersion": versions.modern,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": clientInfo,
};

/** Opens a session of an era, or says how the server answered the handshake. */
export async function openSession(wire: Wire, era: Era, timeoutMs: number): Promise<Session | Reply> {
  const reply = await greet(wire, era, timeoutMs);
  if (reply.kind !== "result") return reply;
  if (era === "legacy") wire.notify("notifications/initialized", {});
  return createSession(wire, era, reply.result);
}

async function greet(wire: Wire, era: Era, timeoutMs: number): Promise<Reply> {
  if (era === "legacy") {
    const params = { protocolVersion: versions.legacy, capabilities: {}, clientInfo };
    return await wire.open("initialize", params, { timeoutMs }).reply;
  }
  const headers = modernHeaders("server/discover", {});
  return await wire.open("server/discover", { _meta: envelope }, { timeoutMs, headers }).reply;
}

function createSession(wire: Wire, era: Era, greeting: JsonObject): Session {
  const welcome = readWelcome(greeting, era);
  let nextToken = 1;

  function open(method: string, params: JsonObject, timeoutMs: number): OpenRequest {
    if (era === "legacy") {
      const headers = { "mcp-protocol-version": welcome.protocolVersion };
      return wire.open(method, params, { timeoutMs, headers });
    }
    const meta = isJsonObject(params["_meta"]) ? params["_meta"] : {};
    const whole = { ...params, _meta: { ...meta, ...envelope } };
    return wire.open(method, whole, { timeoutMs, headers: modernHeaders(method, params) });
  }

  return {
    era,
    wire,
    welcome,
    greeting,
    open,
    request: (method, params, timeoutMs) => open(method, params, timeoutMs).reply,
    async callTool(tool, input, timeoutMs) {
      const token = nextToken++;
      const params = { name: tool, arguments: input, _meta: { progressToken: token } };
      const request = open("tools/call", params, timeoutMs);
      const reply = await request.reply;
      // Nobody waits for it any more: a server that can stop should.
      if (reply.kind === "silence") cancel(wire, request.id);
      const progress = wire.beside.progress.get(token) ?? 0;
      return { reply, progress };
    },
    cancel: (id) => cancel(wire, id),
  };
}

function cancel(wire: Wire, requestId: number): void {
  wire.notify("notifications/cancelled", { requestId, reason: "The audit cancelled it." });
}

function modernHeaders(method: string, params: JsonObject): Record<string, string> {
  const name = params["name"] ?? params["uri"];
  return {
    "mcp-protocol-version": versions.modern,
    "mcp-method": method,
    ...(typeof name === "string" ? { "mcp-name": name } : {}),
  };
}

function readWelcome(result: JsonObject, era: Era): Welcome {
  const meta = isJsonObject(result["_meta"]) ? result["_meta"] : {};
  const info = [result["serverInfo"], meta["io.modelcontextprotocol/serverInfo"]].find(isJsonObject) ?? {};
  return {
    protocolVersion: textOr(result["protocolVersion"], era === "modern" ? versions.modern : "unknown"),
    serverName: textOr(info["name"], "unknown"),
    serverVersion: textOr(info["version"], "unknown"),
    instructions: textOr(result["instructions"], ""),
    capabilities: isJsonObject(result["capabilities"]) ? result["capabilities"] : {},
  };
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}
