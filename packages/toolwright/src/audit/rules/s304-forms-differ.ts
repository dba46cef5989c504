import { isJsonObject } from "../../tool/schema.ts";
import { defineRule } from "../rule.ts";
import type { Listing } from "../seen.ts";
import { describeUncalled, textBlocks } from "./reply-text.ts";

const enoughFacts = 5;
const mostMissing = 0.5;
/** With some of the facts in both, the text may well be a summary on purpose. */
const nearlyAll = 0.8;

export const formsDiffer = defineRule({
  id: "S304",
  severity: "warning",
  title: "The text and the structured form say different things",
  why: "Claude Code, Codex and VS Code give a model only the structured form, Gemini CLI only the text: each half of the users lacks what the other sees.",
  fix: "Make both complete. The simplest is the JSON of the structured form as the text.",
  measured:
    "Of the values in the structured form of calls that worked, at least half are not in the text: an info, and from four fifths on a warning. Of a tool with a user interface, the structured form is for that: an info.",
  needs: ["calls"],
  *find({ calls, listing }) {
    const told = new Set<string>();
    for (const { tool, purpose, input, reply } of calls) {
      if (purpose !== "valid" || reply.kind !== "result" || reply.result["isError"] === true || told.has(tool))
        continue;
      const { structuredContent } = reply.result;
      const facts = [...new Set(listFacts(structuredContent, 0))];
      const text = textBlocks(reply.result).join("\n").toLowerCase();
      const missing = facts.filter((fact) => !isIn(fact.toLowerCase(), text));
      if (facts.length < enoughFacts || missing.length / facts.length < mostMissing) continue;
      told.add(tool);
      const shown = missing
        .slice(0, 5)
        .map((fact) => JSON.stringify(fact))
        .join(", ");
      yield {
        tool,
        cause: "forms",
        ...(missing.length / facts.length < nearlyAll || hasWidget(listing, tool) ? { severity: "info" as const } : {}),
        message: `${missing.length} of ${facts.length} values in the structured form of ${tool} are not in its text, such as ${shown}.`,
        evidence: { sent: input, received: { text: text.slice(0, 200), structuredContent } },
      };
    }
  },
  unmeasured({ calls, listing }) {
    const structured = calls.filter(({ reply }) => reply.kind === "result" && reply.result["structuredContent"]);
    const declared = listing.tools.filter(({ outputSchema }) => outputSchema !== undefined);
    const withForms = new Set([...structured.map(({ tool }) => tool), ...declared.map(({ name }) => name)]);
    const all = listing.tools.map(({ name }) => name);
    return describeUncalled(calls, withForms.size > 0 ? [...withForms] : all);
  },
});

/** An MCP App: its page shows the structured form, and the text is what a model reads. */
function hasWidget({ tools }: Listing, name: string): boolean {
  const meta = tools.find((tool) => tool.name === name)?.raw["_meta"];
  return isJsonObject(meta) && isJsonObject(meta["ui"]);
}

const deepest = 10;
const mostFacts = 500;

/** As it stands, or as people write it: 1,234 and the day of a time, an identifier by its start. */
function isIn(fact: string, text: string): boolean {
  if (text.includes(fact) || text.replaceAll(/(?<=\d)[,_\u00a0](?=\d{3})/g, "").includes(fact)) return true;
  const [start] = /^\d{4}-\d\d-\d\d(?=t)|^[0-9a-f]{7}(?=[0-9a-f-]{5,}$)|^-?\d+\.\d/.exec(fact) ?? [];
  return start !== undefined && text.includes(start);
}

/** Texts and numbers that can be looked for in a text. */
function* listFacts(value: unknown, depth: number): Generator<string> {
  if (depth > deepest) return;
  if (typeof value === "number" && Math.abs(value) >= 10) yield String(value);
  if (typeof value === "string" && value.length >= 3 && value.length <= 80 && !value.includes("\n")) yield value;
  const inner: readonly unknown[] = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  for (const item of inner.slice(0, mostFacts)) yield* listFacts(item, depth + 1);
}
