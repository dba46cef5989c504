import { Client } from "@modelcontextprotocol/client";
import type { LinkOptions } from "./link.ts";

/** "auto" tries the protocol of 2026 first, "legacy" speaks only the earlier ones. */
export type Negotiation = "auto" | "legacy";

const debounceMs = 300;

/**
 * A client that can do nothing for its server: no elicitation, no sampling, no roots. Whoever asks for them is refused
 * by the protocol itself.
 */
export function createClient(mode: Negotiation, options: LinkOptions, probeTimeoutMs?: number): Client {
  const { onToolsChanged, onFault } = options;
  const tools = { autoRefresh: false, debounceMs, onChanged: () => onToolsChanged?.() };
  const client = new Client(
    { name: "toolwright", version: "0.1.0" },
    {
      capabilities: {},
      versionNegotiation: { mode, ...(probeTimeoutMs === undefined ? {} : { probe: { timeoutMs: probeTimeoutMs } }) },
      inputRequired: { autoFulfill: false },
      ...(onToolsChanged === undefined ? {} : { listChanged: { tools } }),
    },
  );
  client.onerror = onFault;
  return client;
}
