import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** A request state that this server did not give out, or not for this call. */
export function badState(message = "Invalid or expired requestState"): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason: "invalid_request_state" });
}
