import { request, type Agent } from "node:http";
import type { HttpFixture } from "./fixture-process.ts";
import { envelope, initializeParams, modernVersion, rawAnswer, type RawAnswer } from "./raw-message.ts";

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  /** Added to those of a good request; `undefined` takes one away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
  /** Sent in pieces of unknown total length. */
  readonly chunked?: boolean;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** The last message in it, where there is one. */
  readonly answer: RawAnswer | undefined;
}

/** Sends anything at all, as no fetch would. */
export function sendRaw(
  { url, token }: Pick<HttpFixture, "url" | "token">,
  { method = "POST", path = "/mcp", headers = {}, body, chunked = false }: RawRequest,
  agent?: Agent,
): Promise<RawResponse> {
  const all: Record<string, string | undefined> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
    ...(body === undefined || chunked ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(url), { method, path, headers: sent, ...(agent === undefined ? {} : { agent }) });
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, answer: lastMessage(text) });
      });
    });
    outgoing.on("error", reject);
    if (chunked) for (const piece of pieces(body ?? "")) outgoing.write(piece);
    outgoing.end(chunked ? undefined : body);
  });
}

/** One good modern request, with what the given one adds or takes away. */
export async function sendModern(
  server: Pick<HttpFixture, "url" | "token">,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: RawRequest["headers"] = {},
  agent?: Agent,
): Promise<RawResponse> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta: envelope(), ...params } });
  const name = params["name"];
  const own = {
    "mcp-protocol-version": modernVersion,
    "mcp-method": method,
    "mcp-name": typeof name === "string" ? name : undefined,
  };
  return await sendRaw(server, { body, headers: { ...own, ...headers } }, agent);
}

/** The id of a new legacy session. */
export async function openSession(
  server: Pick<HttpFixture, "url" | "token">,
  agent?: Agent,
  capabilities: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const opened = await sendRaw(server, { body: messageOf("initialize", { ...initializeParams, capabilities }) }, agent);
  const id = opened.headers["mcp-session-id"];
  if (typeof id !== "string") throw new Error(`no session: ${opened.status} ${opened.text}`);
  const ready = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  await sendRaw(server, { body: ready, headers: { "mcp-session-id": id } }, agent);
  return id;
}

export function messageOf(method: string, params?: unknown, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

function pieces(body: string | Buffer): Buffer[] {
  const whole = Buffer.from(body);
  const size = Math.max(1, Math.ceil(whole.length / 8));
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
    whole.subarray(index * size, (index + 1) * size),
  );
}

function lastMessage(text: string): RawAnswer | undefined {
  const data = text.split("\n").flatMap((line) => (line.startsWith("data: {") ? [line.slice("data: ".length)] : []));
  const json = data.at(-1) ?? (text.startsWith("{") ? text : undefined);
  if (json === undefined) return undefined;
  const parsed = rawAnswer.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : undefined;
}
