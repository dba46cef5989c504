import type { SpillStore } from "../output/spill-contract.ts";
import { defineTool } from "../tool/define-tool.ts";
import { formatSpillPage, handleReadOutput, readOutputInput } from "./read-output.ts";
import description from "./read-output.md" with { type: "text" };

const defaultBudgetTokens = 8_000;

/** The tool that `output.readWith` names: it reads spilled answers, in pages that always fit its own budget. */
export function createReadOutputTool(store: Pick<SpillStore, "read">, budgetTokens = defaultBudgetTokens) {
  return defineTool({
    name: "read_output",
    description,
    input: readOutputInput,
    effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    budgetTokens,
    handle: (input) => handleReadOutput(input, store, budgetTokens),
    format: formatSpillPage,
  });
}
