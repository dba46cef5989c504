import { minBudgetTokens, ToolDefinitionError } from "../tool/check-definition.ts";
import { describeValue } from "../tool/describe-value.ts";
import { didYouMean } from "../tool/nearest-name.ts";
import type { AnyTool } from "../tool/tool.ts";

interface OutputSettings {
  readonly store?: unknown;
  readonly readWith?: string;
  readonly budgetTokens?: number;
  readonly previewTokens?: number;
}

/** The tools by name, sorted; everything that would only fail in a later call is an error now. */
export function checkRegistry(
  tools: readonly AnyTool[],
  capabilities: Readonly<Record<string, unknown>>,
  output: OutputSettings,
): ReadonlyMap<string, AnyTool> {
  const unknown = tools.filter((tool) => typeof tool?.name !== "string" || typeof tool.inputJsonSchema !== "object");
  if (unknown.length > 0) {
    throw new ToolDefinitionError(
      "The registry",
      unknown.map((tool) => `${describeValue(tool)} is no tool; make one with defineTool`),
    );
  }
  const sorted = tools.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const names = sorted.map((tool) => tool.name);
  const problems = [
    ...names.filter((name, index) => names[index - 1] === name).map((name) => `two tools are named "${name}"`),
    ...sorted.flatMap((tool) => findUnprovided(tool, Object.keys(capabilities))),
    ...findOutputProblems(names, output),
  ];
  if (problems.length > 0) throw new ToolDefinitionError("The registry", problems);
  return new Map(sorted.map((tool) => [tool.name, tool]));
}

function findUnprovided(tool: AnyTool, provided: readonly string[]): string[] {
  return tool.needs
    .filter((need) => !provided.includes(need))
    .map((need) => `${tool.name} needs "${need}", which nothing provides.${didYouMean(need, provided)}`);
}

function findOutputProblems(names: readonly string[], output: OutputSettings): string[] {
  const { store, readWith, budgetTokens = minBudgetTokens, previewTokens = 0 } = output;
  const problems: string[] = [];
  if (readWith !== undefined && !names.includes(readWith))
    problems.push(`output.readWith names "${readWith}", which is no tool`);
  if (store !== undefined && readWith === undefined)
    problems.push("output.store needs output.readWith: the tool that reads its handles");
  if (!Number.isInteger(budgetTokens) || budgetTokens < minBudgetTokens) {
    problems.push(`output.budgetTokens ${budgetTokens} must be a whole number of at least ${minBudgetTokens}`);
  }
  if (!Number.isInteger(previewTokens) || previewTokens < 0) {
    problems.push(`output.previewTokens ${previewTokens} must be a whole number, 0 or more`);
  }
  return problems;
}
