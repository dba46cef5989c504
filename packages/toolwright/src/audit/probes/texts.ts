import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { replyText } from "../rules/reply-text.ts";
import type { ModelText } from "../seen.ts";
import { defineProbe } from "./probe.ts";

const longest = 200_000;

/** Collects every text of the server that reaches a model. */
export const textsProbe = defineProbe(
  { name: "texts", uses: ["calls", "capabilities"] },
  async ({ listing }, { calls = [], capabilities = [] }) => {
    const texts: ModelText[] = [{ where: "instructions", text: listing.instructions }];
    for (const { name, description, raw } of listing.tools) {
      texts.push({ where: `description of ${name}`, text: description, tool: name });
      const { description: _, ...rest } = raw;
      texts.push({ where: `definition of ${name}`, text: allTexts(rest), tool: name });
    }
    for (const [kind, items] of [
      ["prompt", listing.prompts],
      ["resource", listing.resources],
      ["resource template", listing.templates],
    ] as const) {
      for (const item of items) texts.push({ where: `${kind} ${nameOf(item)}`, text: allTexts(item) });
    }
    for (const { method, reply } of capabilities) {
      if (reply.kind === "result" && !method.endsWith("/list"))
        texts.push({ where: `answer to ${method}`, text: allTexts(reply.result) });
    }
    for (const { tool, purpose, reply } of calls) {
      texts.push({ where: `answer of ${tool} (${purpose})`, text: replyText(reply).slice(0, longest), tool });
    }
    return texts.filter(({ text }) => text !== "");
  },
);

function nameOf(item: JsonObject): string {
  const { name, uri, uriTemplate } = item;
  return [name, uri, uriTemplate].find((each) => typeof each === "string") ?? "without a name";
}

/** Names and texts of a value, a line each, so that what stands in different places is not read as one sentence. */
function allTexts(value: unknown): string {
  return [...listTexts(value, 0)].join("\n").slice(0, longest);
}

function* listTexts(value: unknown, depth: number): Generator<string> {
  if (depth > 20) return;
  if (typeof value === "string") yield value;
  if (Array.isArray(value)) for (const item of value) yield* listTexts(item, depth + 1);
  if (!isJsonObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    yield key;
    yield* listTexts(inner, depth + 1);
  }
}
