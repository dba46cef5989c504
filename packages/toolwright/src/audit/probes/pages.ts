import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { parseJson } from "../parse-json.ts";
import { textBlocks } from "../rules/reply-text.ts";
import type { PageResult, SeenCall } from "../seen.ts";
import { isSuccess } from "./calls.ts";
import { defineProbe } from "./probe.ts";

/** What results call the next page. */
const cursors = /^(?:next_?)?(?:page_?)?(?:cursor|token)$|^next_?page$|^next_?offset$|^next$/i;

/** Follows results that name a next page, where the tool takes such a name. */
export const pagesProbe = defineProbe({ name: "pages", uses: ["calls"] }, async (context, { calls = [] }, keep) => {
  const { live } = context;
  const seen: PageResult[] = [];
  keep(seen);
  for (const call of calls) {
    const follow = findNext(call, context.listing.tools.find(({ name }) => name === call.tool)?.inputSchema.properties);
    if (follow === undefined) continue;
    context.status(`following the pages of ${call.tool}`);
    const input = { ...call.input, [follow.field]: follow.value };
    const session = await live.get();
    const { reply } = await session.callTool(call.tool, input, context.limits.callMs);
    seen.push({
      tool: call.tool,
      field: follow.field,
      first: call,
      next: { tool: call.tool, purpose: "next-page", input, reply },
    });
  }
  return seen;
});

function findNext(
  { purpose, reply }: SeenCall,
  fields: Readonly<Record<string, unknown>> = {},
): { readonly field: string; readonly value: string | number } | undefined {
  if (purpose !== "valid" || !isSuccess(reply)) return undefined;
  const found = [reply.result["structuredContent"], ...textBlocks(reply.result).map(parseJson)].filter(isJsonObject);
  for (const [name, value] of found.flatMap((each: JsonObject) => Object.entries(each))) {
    if (!cursors.test(name) || (typeof value !== "string" && typeof value !== "number") || value === "") continue;
    const plain = withoutNext(name);
    const field = Object.keys(fields).find((each) => each === name || withoutNext(each) === plain);
    if (field !== undefined) return { field, value };
  }
  return undefined;
}

function withoutNext(name: string): string {
  return name.toLowerCase().replaceAll(/next|_/g, "");
}
