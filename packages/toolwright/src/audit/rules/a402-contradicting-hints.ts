import { defineRule } from "../rule.ts";

export const contradictingHints = defineRule({
  id: "A402",
  severity: "warning",
  title: "Hints contradict each other",
  why: "The protocol gives `destructiveHint` a meaning only for tools that change something. Clients that look at it first ask a person before each call.",
  fix: "A tool that only reads has `readOnlyHint: true` and `destructiveHint: false`.",
  measured: "`readOnlyHint` and `destructiveHint` are both true.",
  needs: [],
  *find({ listing }) {
    for (const { name, annotations } of listing.tools) {
      if (annotations["readOnlyHint"] !== true || annotations["destructiveHint"] !== true) continue;
      yield {
        tool: name,
        cause: "both",
        message: `${name} says that it only reads and that it may destroy something.`,
        evidence: { received: annotations },
      };
    }
  },
});
