import { defineRule, type Finding } from "../rule.ts";
import type { ListedTool } from "../seen.ts";

export const missingHint = defineRule({
  id: "A401",
  severity: "warning",
  title: "A hint is missing",
  why: "Without `readOnlyHint` a client takes a tool for one that may destroy something on the open internet, and asks a person before each call.",
  fix: "Set `readOnlyHint` and `openWorldHint` on every tool; on those that change something also `destructiveHint` and `idempotentHint`.",
  measured: "The annotations of each tool. Where more than three lack the same ones, they are one finding.",
  needs: [],
  *find({ listing }) {
    const groups = new Map<string, ListedTool[]>();
    for (const tool of listing.tools) {
      const key = findMissing(tool).join(", ");
      if (key !== "") groups.set(key, [...(groups.get(key) ?? []), tool]);
    }
    for (const [hints, tools] of groups) yield* describeGroup(hints, tools, listing.tools.length);
  },
});

function findMissing({ annotations }: ListedTool): readonly string[] {
  const changes = annotations["readOnlyHint"] !== true;
  const wanted = ["readOnlyHint", "openWorldHint", ...(changes ? ["destructiveHint", "idempotentHint"] : [])];
  return wanted.filter((hint) => typeof annotations[hint] !== "boolean");
}

function* describeGroup(hints: string, tools: readonly ListedTool[], all: number): Generator<Finding> {
  if (tools.length > 3) {
    const names = tools.slice(0, 6).map(({ name }) => name);
    const rest = tools.length - names.length;
    const shown = `${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
    yield { at: hints, message: `${tools.length} of ${all} tools lack ${hints}: ${shown}.` };
    return;
  }
  for (const { name, annotations } of tools) {
    yield { tool: name, message: `${name} lacks ${hints}.`, evidence: { received: annotations } };
  }
}
