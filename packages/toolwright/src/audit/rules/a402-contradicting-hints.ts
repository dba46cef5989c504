import { defineRule } from "../rule.ts";

export const contradictingHints = defineRule({
  id: "A402",
  severity: "error",
  title: "Hints contradict each other",
  why: "Clients disagree about which to believe: one calls the tool without asking, another asks each time.",
  fix: "A tool that only reads has `readOnlyHint: true` and `destructiveHint: false`.",
  measured: "`readOnlyHint` and `destructiveHint` are both true.",
  needs: [],
  *find({ listing }) {
    for (const { name, annotations } of listing.tools) {
      if (annotations["readOnlyHint"] !== true || annotations["destructiveHint"] !== true) continue;
      yield {
        tool: name,
        message: `${name} says that it only reads and that it may destroy something.`,
        evidence: { received: annotations },
      };
    }
  },
});
