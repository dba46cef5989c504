import { z } from "zod";

/** An answer as it is on the wire, before any SDK has looked at it. */
export const rawAnswer = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().optional(),
  error: z.looseObject({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
  result: z.looseObject({}).optional(),
});
export type RawAnswer = z.infer<typeof rawAnswer>;

export const modernVersion = "2026-07-28";

/** What every request of the modern era carries. */
export function envelope(version = modernVersion): Record<string, unknown> {
  return {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
}

export const initializeParams = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "raw", version: "1.0.0" },
};
