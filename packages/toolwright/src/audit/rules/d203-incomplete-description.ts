import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { toolsForModels } from "./listed-tools.ts";

const aspects: readonly (readonly [name: string, pattern: RegExp, applies: (tool: ListedTool) => boolean])[] = [
  [
    "what it returns",
    /\breturn|\blist|\bshow|\bget|\bgive|\bread|\bfetch|\bfind|\bsearch|\boutput|\bresult|\banswer|\bprint|\bcontain|\binclud|\brespon/i,
    (tool) => tool.outputSchema === undefined,
  ],
  [
    "when to use it or what must hold before",
    /\buse\b|\bwhen\b|\bbefore\b|\bafter\b|\bmust\b|\brequire|\bneed|\bif\b|\bonly\b|\binstead\b|\bfirst\b|\bfor\b/i,
    () => true,
  ],
  [
    "what happens when it fails",
    /\berror|\bfail|\bunknown\b|\bnot found\b|\bmissing\b|\binvalid\b|\botherwise\b|\bunless\b|\bempty\b|\bif (?:no|there|it|the)\b/i,
    () => true,
  ],
  [
    "the state after the call",
    /\bafter|\bthen\b|\bnew\b|\breplac|\boverwrit|\bremov|\bdelet|\bkeep|\bunchanged|\bcreat|\bsav|\bstor|\bupdat|\badd|\bundo/i,
    (tool) => tool.annotations["readOnlyHint"] === false,
  ],
];

export const incompleteDescription = defineRule({
  id: "D203",
  severity: "info",
  title: "A description leaves out what a model needs to know",
  why: "What must hold before a call, what comes back, how to go on after a failure and which state is left are what a model cannot guess.",
  fix: "Add half a sentence for each. Short and complete is better than long: every word is paid for in each turn.",
  measured: "Words in the description for each of these; a tool that lacks at least two is named.",
  needs: [],
  *find({ listing }) {
    for (const tool of toolsForModels(listing)) {
      if (tool.description.trim() === "") continue;
      const missing = aspects.filter(([, pattern, applies]) => applies(tool) && !pattern.test(tool.description));
      if (missing.length < 2) continue;
      const names = missing.map(([name]) => name).join(", nor ");
      yield {
        tool: tool.name,
        cause: names,
        message: `The description of ${tool.name} does not say ${names}.`,
        evidence: { received: tool.description },
      };
    }
  },
});
