import type { RunEnd, UserPart } from "../log/entries.ts";
import { abandonCalls } from "../log/repair.ts";
import { askOnce, planCall } from "./ask-once.ts";
import { writeRequest } from "./fit-context.ts";
import type { RunParts } from "./run-parts.ts";
import { deliverEntries } from "./deliver.ts";

/** An answer that says what there is needs no more. */
const mostTokens = 1_024;

/**
 * Prepares one answer without tools in front of an end by a limit, if the agent wants one and its cost still fits. The log then has
 * the end already, so that it stays the same whatever happens to the answer.
 */
export async function beginLastAnswer(parts: RunParts, end: RunEnd): Promise<boolean> {
  const { thread, limits, background, models } = parts;
  if (!limits.lastAnswer || end.status !== "stopped" || end.why === "time") return false;
  await background.stop();
  // One whose result a hook had still to see is not taken up again.
  await thread.appendNext((state) => abandonCalls({ calls: [], background: state.background }, "not_run"));
  await thread.appendNext(deliverEntries);
  const content = [{ type: "text", text: `${end.message} ${order}` }] as const;
  const request = writeLastRequest(parts, content);
  if (planCall(parts, models[0], request, "last").end !== undefined) return false;
  await thread.append({ type: "limited", end, content });
  return true;
}

const order =
  "Answer now with what you have, without calling tools: what you have found out and done, and what is left to do.";

/** False if nobody has answered: the run ends all the same. */
export async function giveLastAnswer(parts: RunParts): Promise<boolean> {
  for (const model of parts.models) {
    const asked = await askOnce(parts, model, writeLastRequest(parts), "last");
    if (!("finish" in asked)) continue;
    const { content, finish } = asked;
    await parts.thread.append({ type: "response", content: content.filter(({ type }) => type !== "call"), finish });
    return true;
  }
  return false;
}

/** The tools stay in it: what a provider has in its cache begins with them. */
function writeLastRequest(parts: RunParts, more: readonly UserPart[] = []) {
  const request = writeRequest(parts, more);
  return { ...request, toolChoice: "none", maxOutputTokens: Math.min(request.maxOutputTokens, mostTokens) } as const;
}
