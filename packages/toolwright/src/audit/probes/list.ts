import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { ListedTool, Listing, Reply } from "../seen.ts";
import { readSchema } from "./read-schema.ts";
import type { Session } from "../subject/session.ts";

const maxPages = 50;
const maxItems = 2_000;

/** Reads every list that the server declares, that of its tools first. */
export async function readListing(
  session: Pick<Session, "welcome" | "era" | "request">,
  timeoutMs: number,
  onTools = (): void => {},
): Promise<Listing> {
  const { welcome, era } = session;
  const problems: string[] = [];
  const read = async (capability: string, method: string, key: string): Promise<Pages> => {
    if (!isJsonObject(welcome.capabilities[capability])) return { items: [] };
    const pages = await readPages(session, method, key, timeoutMs);
    const problem = pages.failure ?? pages.limit;
    if (problem !== undefined) problems.push(`${method}: ${problem}`);
    return pages;
  };
  const tools = await read("tools", "tools/list", "tools");
  onTools();
  return {
    era,
    ...welcome,
    tools: tools.items.map(readTool),
    prompts: (await read("prompts", "prompts/list", "prompts")).items,
    resources: (await read("resources", "resources/list", "resources")).items,
    templates: (await read("resources", "resources/templates/list", "resourceTemplates")).items,
    problems,
    ...(tools.failure === undefined ? {} : { unread: `tools/list: ${tools.failure}` }),
  };
}

interface Pages {
  readonly items: readonly JsonObject[];
  /** Why a page could not be read. */
  readonly failure?: string;
  /** Why no further page was asked for. */
  readonly limit?: string;
}

/** The tools alone, as they came. */
export async function readTools(session: Session, timeoutMs: number): Promise<readonly JsonObject[]> {
  return (await readPages(session, "tools/list", "tools", timeoutMs)).items;
}

async function readPages(
  session: Pick<Session, "request">,
  method: string,
  key: string,
  timeoutMs: number,
): Promise<Pages> {
  const items: JsonObject[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && items.length <= maxItems; page += 1) {
    const reply = await session.request(method, cursor === undefined ? {} : { cursor }, timeoutMs);
    if (reply.kind !== "result") return { items, failure: describeReply(reply) };
    const { [key]: found, nextCursor } = reply.result;
    if (!Array.isArray(found)) return { items, failure: `its result has no array \`${key}\`` };
    items.push(...found.filter(isJsonObject));
    if (typeof nextCursor !== "string") return { items };
    if (cursors.has(nextCursor)) return { items, limit: `the cursor ${JSON.stringify(nextCursor)} came twice` };
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  return { items, limit: `it goes on after ${items.length} items; the rest was not read` };
}

/** How a request ended, as the end of a sentence. */
export function describeReply(reply: Reply): string {
  if (reply.kind === "silence") return `no answer within ${Math.round(reply.afterMs)} ms`;
  if (reply.kind === "gone") return reply.how;
  return reply.kind === "error" ? `error ${reply.code}: ${reply.message}` : "a result";
}

/** What has the wrong type is left out. */
export function readTool(raw: JsonObject): ListedTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = raw;
  return {
    name: typeof name === "string" ? name : "",
    title: typeof title === "string" ? title : undefined,
    description: typeof description === "string" ? description : "",
    inputSchema: isJsonObject(inputSchema) ? readSchema(inputSchema) : {},
    outputSchema: isJsonObject(outputSchema) ? readSchema(outputSchema) : undefined,
    annotations: isJsonObject(annotations) ? annotations : {},
    raw,
  };
}
