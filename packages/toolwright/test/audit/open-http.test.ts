import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { auditServer } from "../../src/audit/audit-server.ts";
import { isJsonObject } from "../../src/tool/schema.ts";

test("X803: a server over HTTP that answers pages of other sites is found", async () => {
  expect(new Set(await findOpenings({ checksOrigin: false }))).toEqual(new Set(["foreign host", "foreign origin"]));
});

test("X803: one that refuses foreign origins and hosts is left alone", async () => {
  expect(await findOpenings({ checksOrigin: true })).toEqual([]);
});

async function findOpenings(options: { readonly checksOrigin: boolean }): Promise<readonly (string | undefined)[]> {
  const { findings } = await auditServer({ server: { url: await serve(options) } });
  return findings.flatMap(({ rule, at }) => (rule === "X803" ? [at] : []));
}

/** A server without sessions and without tools, on loopback only. */
async function serve({ checksOrigin }: { readonly checksOrigin: boolean }): Promise<string> {
  const server = createServer((request, response) => void answer(request, response, checksOrigin));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`;
}

async function answer(request: IncomingMessage, response: ServerResponse, checksOrigin: boolean): Promise<void> {
  const { origin, host = "" } = request.headers;
  if (checksOrigin && (origin !== undefined || !host.startsWith("127.0.0.1:")))
    return void response.writeHead(403).end();
  if (request.method !== "POST") return void response.writeHead(405).end();
  const message: unknown = JSON.parse(Buffer.concat(await Readable.from(request).toArray()).toString() || "null");
  if (!isJsonObject(message) || message["id"] === undefined) return void response.writeHead(202).end();
  const { id, method } = message;
  const results: Readonly<Record<string, unknown>> = {
    initialize: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "over HTTP", version: "1.0.0" },
    },
    "tools/list": { tools: [] },
    ping: {},
  };
  const result = results[String(method)];
  const end = result === undefined ? { error: { code: -32_601, message: "Method not found" } } : { result };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, ...end }));
}
