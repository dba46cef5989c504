import { isJsonObject } from "../../tool/schema.ts";
import type { Era, EraResult } from "../seen.ts";
import { readTools } from "./list.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";
import { NotMeasured } from "./target.ts";

/** Opens the server in both eras and lists its tools, in the modern one over two connections. */
export const erasProbe = defineProbe({ name: "eras" }, async (context) => {
  context.status("trying both eras");
  return [await tryEra(context, "legacy"), await tryEra(context, "modern")];
});

async function tryEra(context: ProbeContext, era: Era): Promise<EraResult> {
  const { target, listing } = context;
  const lists: string[] = [];
  for (let connection = 0; connection < (era === "modern" ? 2 : 1); connection += 1) {
    const found = await listOver(context, era);
    if ("refused" in found) return { era, state: "refused", problem: found.refused };
    if ("broken" in found) return { era, state: "broken", problem: found.broken };
    lists.push(found.list);
  }
  const count = target.era === era ? listing.tools.length : undefined;
  return count !== undefined && count > 0 && lists.includes("[]")
    ? { era, state: "broken", problem: "the list is empty at another start", lists }
    : { era, state: "works", lists };
}

type Found = { readonly list: string } | { readonly refused: string } | { readonly broken: string };

async function listOver({ target, limits }: ProbeContext, era: Era): Promise<Found> {
  let connection: Awaited<ReturnType<typeof target.connect>>;
  try {
    connection = await target.connect({ era });
  } catch (error) {
    if (!(error instanceof NotMeasured)) throw error;
    // A server of one era may answer the other as it likes, as long as it refuses.
    return { refused: error.message };
  }
  try {
    const { session } = connection;
    const misfit = era === "legacy" ? findGreetingProblem(session.greeting) : undefined;
    if (misfit !== undefined) return { broken: misfit };
    if (!isJsonObject(session.welcome.capabilities["tools"])) return { list: "[]" };
    const reply = await session.request("tools/list", {}, limits.answerMs);
    if (reply.kind === "error")
      return { broken: `it greets, but \`tools/list\` ends with error ${reply.code}: ${reply.message}` };
    if (reply.kind !== "result") return { broken: "it greets, but does not answer `tools/list`" };
    const problem = era === "modern" ? findModernProblem(reply.result) : undefined;
    if (problem !== undefined) return { broken: problem };
    return { list: JSON.stringify(await readTools(session, limits.answerMs)) };
  } finally {
    await connection.close();
  }
}

/** What the official clients insist on in the answer to `initialize`. */
function findGreetingProblem({
  protocolVersion,
  capabilities,
  serverInfo,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof protocolVersion !== "string") return "the result of `initialize` has no text as `protocolVersion`";
  if (!isJsonObject(capabilities)) return "the result of `initialize` has no object as `capabilities`";
  const isNamed =
    isJsonObject(serverInfo) && typeof serverInfo["name"] === "string" && typeof serverInfo["version"] === "string";
  return isNamed ? undefined : "the result of `initialize` lacks `serverInfo` with name and version";
}

/** What a client of the modern era needs of a list. */
function findModernProblem({ resultType, ttlMs, cacheScope }: Readonly<Record<string, unknown>>): string | undefined {
  if (resultType !== "complete") return 'the result of `tools/list` has no `resultType` "complete"';
  if (typeof ttlMs !== "number" || typeof cacheScope !== "string") {
    return "the result of `tools/list` lacks `ttlMs` or `cacheScope`";
  }
  return undefined;
}
