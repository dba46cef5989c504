import type { ServerResponse } from "node:http";
import { refusal, type BadMessage } from "../check-message.ts";

/** An error from before any protocol handling, in the form that MCP clients expect. */
export function refuse(response: ServerResponse, status: number, message: string, code = -32_600): void {
  refuseMessage(response, status, { code, message });
}

export function refuseMessage(response: ServerResponse, status: number, bad: BadMessage): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(refusal(bad)));
}

/** The same as a web response. */
export function refusalResponse(status: number, message: string, code: number): Response {
  return Response.json(refusal({ code, message }), { status });
}
