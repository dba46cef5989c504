import { Server, type JSONRPCRequest, type Result, type ServerContext } from "@modelcontextprotocol/server";
import { toProtocolError, toParamError } from "./protocol-errors.ts";

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The SDK's server without its second check of tool calls: it would parse each request twice and each answer once more,
 * which is a third of a call's time (bench/mcp.ts). The kernel has checked the input and the host has built the answer.
 * Only an answer with questions goes through the SDK's own path, which knows how either era asks.
 */
// oxlint-disable-next-line typescript/no-deprecated -- deprecated in favour of the high-level one, which words errors itself
export class ToolServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const word = (error: unknown): Error => toProtocolError(error, (fault) => this.onerror?.(fault));
    if (method !== "tools/call") {
      const answer = super._wrapHandler(method, withParamErrors(handler));
      return async (request, context) => {
        try {
          return await answer(request, context);
        } catch (error) {
          throw word(error);
        }
      };
    }
    const asking = new WeakMap<object, Result>();
    const ask = super._wrapHandler(method, async (request, context) => {
      const first = asking.get(context.mcpReq.signal);
      asking.delete(context.mcpReq.signal);
      return first ?? (await handler(request, context));
    });
    return async (request, context) => {
      try {
        const result = await handler(request, context);
        if (result["resultType"] !== "input_required") return result;
        asking.set(context.mcpReq.signal, result);
        return await ask(request, context);
      } catch (error) {
        throw word(error);
      }
    };
  }
}

/**
 * The SDK checks the params within the call of a handler and throws synchronously. Handlers that run application code
 * are asynchronous and reject, so none of their errors can pass for the client's mistake.
 */
function withParamErrors(handler: Handler): Handler {
  return (request, context) => {
    try {
      return handler(request, context);
    } catch (error) {
      throw toParamError(error);
    }
  };
}
