import type { Client } from "@modelcontextprotocol/client";
import * as z from "zod";

export interface ListedTools {
  /** As they came: one bad tool must not take the list with it. */
  readonly tools: readonly unknown[];
  /** Why the list may be longer than this; undefined when it is whole. */
  readonly cut: string | undefined;
}

const maxPages = 100;
const maxListed = 10_000;
const pageSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Every page of the server's list, or as many as a server of good will needs. */
export async function listTools(
  client: Client,
  options: { timeout: number; signal: AbortSignal },
): Promise<ListedTools> {
  const tools: unknown[] = [];
  const seen = new Set<string>();
  if (client.getServerCapabilities()?.tools === undefined) return { tools, cut: undefined };
  let cursor: string | undefined;
  for (let page = 1; page <= maxPages; page += 1) {
    const request = { method: "tools/list", ...(cursor === undefined ? {} : { params: { cursor } }) };
    const listed = await client.request(request, pageSchema, options);
    for (const tool of listed.tools) tools.push(tool);
    cursor = listed.nextCursor;
    if (cursor === undefined) return { tools, cut: undefined };
    if (seen.has(cursor)) return { tools, cut: `The server's list comes to page ${page} again and again.` };
    if (tools.length > maxListed) break;
    seen.add(cursor);
  }
  return { tools, cut: `The server's list goes on after ${tools.length} tools; the rest was not read.` };
}
