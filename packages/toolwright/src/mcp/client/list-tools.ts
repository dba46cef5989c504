import type { Client } from "@modelcontextprotocol/client";
import * as z from "zod";
import { adoptedName } from "../../tool/adopt-tool.ts";

export interface ListedTools {
  /** As received: one bad tool must not invalidate the list. */
  readonly tools: readonly unknown[];
  /** Why the list may be longer than this; undefined if it is complete. */
  readonly cut: string | undefined;
}

const maxPages = 100;
const maxListed = 10_000;
const pageSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Every page of the server's list, up to the number that a well-behaved server needs. */
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

/** Names for a server's tools. A tool keeps its name as long as the source is open. */
export interface ToolNames {
  /** The names by original name, old and new; a tool without one would take another tool's name. */
  assign(originals: readonly string[]): ReadonlyMap<string, string>;
  /** Whether the server has ever had a tool with that name. */
  knows(original: string): boolean;
}

export function createToolNames(source: string): ToolNames {
  const given = new Map<string, string>();
  const taken = new Set<string>();

  function give(original: string, name: string): void {
    if (taken.has(name)) return;
    given.set(original, name);
    taken.add(name);
  }

  return {
    assign(originals) {
      const fresh = [...new Set(originals)].filter((original) => !given.has(original));
      for (const [plain, alike] of groupByPlainName(source, fresh)) {
        // The order must not matter: the tool whose original name it is keeps the plain name, or none does.
        const owner = alike.length === 1 ? alike[0] : alike.find((original) => plain === `${source}__${original}`);
        if (owner !== undefined) give(owner, plain);
        for (const original of alike) if (!given.has(original)) give(original, adoptedName(source, original, false));
      }
      return given;
    },
    knows: (original) => given.has(original),
  };
}

function groupByPlainName(source: string, originals: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const original of originals) {
    const plain = adoptedName(source, original);
    groups.set(plain, [...(groups.get(plain) ?? []), original]);
  }
  return groups;
}
