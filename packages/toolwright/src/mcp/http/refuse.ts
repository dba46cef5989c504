import type { ServerResponse } from "node:http";

/** An error before any protocol engine was asked, in the form in which MCP clients expect errors. */
export function refuse(response: ServerResponse, status: number, message: string, code = -32_600): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(refusalBody(message, code)));
}

/** The same for whoever answers with a web response. */
export function refusalResponse(status: number, message: string, code: number): Response {
  return Response.json(refusalBody(message, code), { status });
}

function refusalBody(message: string, code: number) {
  return { jsonrpc: "2.0", id: null, error: { code, message } };
}
