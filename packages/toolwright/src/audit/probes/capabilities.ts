import type { CapabilityResult } from "../seen.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { LiveSession } from "./live-session.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";

const lists = [
  ["tools", "tools/list"],
  ["prompts", "prompts/list"],
  ["resources", "resources/list"],
  ["resources", "resources/templates/list"],
] as const;
const mostRead = 5;

/** Asks for what the server declares, and reads some of what it lists. */
export const capabilitiesProbe = defineProbe({ name: "capabilities" }, async (context, _, keep) => {
  const { listing } = context;
  context.status("reading prompts and resources");
  const { live } = context;
  const seen: CapabilityResult[] = [];
  keep(seen);
  for (const [capability, method] of lists) {
    if (!isJsonObject(listing.capabilities[capability])) continue;
    seen.push(await ask(context, live, capability, method, {}));
  }
  for (const { uri } of listing.resources.slice(0, mostRead)) {
    if (typeof uri === "string") seen.push(await ask(context, live, "resources", "resources/read", { uri }));
  }
  for (const prompt of listing.prompts.slice(0, mostRead)) {
    const given = fillArguments(prompt);
    if (given !== undefined) seen.push(await ask(context, live, "prompts", "prompts/get", given));
  }
  return seen;
});

async function ask(
  { limits }: ProbeContext,
  live: LiveSession,
  capability: string,
  method: string,
  params: JsonObject,
): Promise<CapabilityResult> {
  // The lists were read with this deadline at the start, too: another one would measure something else.
  const timeoutMs = method.endsWith("/list") ? limits.startMs : limits.callMs;
  const session = await live.get();
  return { capability, method, reply: await session.request(method, params, timeoutMs) };
}

/** Prompts that need arguments are left alone: what they would refuse says nothing about them. */
function fillArguments({ name, arguments: given }: JsonObject): JsonObject | undefined {
  const needed = Array.isArray(given) && given.some((each) => isJsonObject(each) && each["required"] === true);
  return typeof name !== "string" || needed ? undefined : { name, arguments: {} };
}
