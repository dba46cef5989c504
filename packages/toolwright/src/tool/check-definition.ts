import { maxDelayMs } from "./call-context.ts";
import { findSchemaProblems } from "./check-schema.ts";
import type { JsonSchema } from "./schema.ts";
import type { Effects, Tier } from "./tool.ts";

/** Clients prefix the name of the server and truncate at about 64. */
const maxNameLength = 48;
const maxDescriptionLength = 300;
const namePattern = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Less would not fit the notice that says where the rest is. */
export const minBudgetTokens = 128;

/** Thrown by `defineTool` and `createKernel`; lists everything that is wrong, not only the first. */
export class ToolDefinitionError extends Error {
  override readonly name = "ToolDefinitionError";
  readonly problems: readonly string[];

  constructor(what: string, problems: readonly string[]) {
    super(`${what} is not well defined:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

export interface CheckedDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputJsonSchema: JsonSchema;
  readonly outputJsonSchema: JsonSchema | undefined;
  readonly effects: Effects;
  readonly tier: Tier | undefined;
  readonly deadlineMs: number;
  readonly stallMs: number;
  readonly budgetTokens: number | undefined;
  readonly previewTokens: number | undefined;
}

/** Everything wrong with a definition, as sentences that say what to write instead. */
export function findDefinitionProblems(definition: CheckedDefinition): string[] {
  return [
    ...findNameProblems(definition.name),
    ...findDescriptionProblems(definition.description),
    ...findEffectProblems(definition.effects, definition.tier),
    ...findBudgetProblems(definition),
    ...findSchemaProblems(definition.inputJsonSchema, "input"),
    ...(definition.outputJsonSchema === undefined ? [] : findSchemaProblems(definition.outputJsonSchema, "output")),
  ];
}

/** The tier that the effects imply: only what changes nothing may run without asking. */
export function tierOf(effects: Effects): Tier {
  return effects.readOnly ? "observe" : "confirm";
}

function findNameProblems(name: string): string[] {
  if (typeof name !== "string" || !namePattern.test(name)) {
    return [`name ${JSON.stringify(name)} must be snake_case, such as "count_lines"`];
  }
  if (name.length > maxNameLength) return [`name "${name}" has ${name.length} characters; at most ${maxNameLength}`];
  return [];
}

function findDescriptionProblems(description: string): string[] {
  if (typeof description !== "string" || description.trim() === "") {
    return ["description is missing; write one to three sentences in description.md and import it"];
  }
  const length = description.trim().length;
  if (length <= maxDescriptionLength) return [];
  return [
    `description has ${length} characters; at most ${maxDescriptionLength} reach the model, move the rest to guide.md`,
  ];
}

function findEffectProblems(effects: Effects, tier: Tier | undefined): string[] {
  const problems: string[] = [];
  for (const name of ["readOnly", "destructive", "idempotent", "openWorld"] as const) {
    if (typeof effects?.[name] !== "boolean") problems.push(`effects.${name} must be stated as true or false`);
  }
  if (problems.length > 0) return problems;
  if (effects.readOnly && effects.destructive) {
    problems.push("effects contradict each other: a read-only tool cannot be destructive");
  }
  if (tier !== undefined && tier !== "observe" && tier !== "confirm") {
    problems.push(`tier ${JSON.stringify(tier)} must be "observe" or "confirm"`);
  }
  if (tier === "observe" && tierOf(effects) === "confirm") {
    problems.push('tier "observe" contradicts effects.readOnly: false; a tool that changes something is "confirm"');
  }
  return problems;
}

function findBudgetProblems(definition: CheckedDefinition): string[] {
  const { deadlineMs, stallMs, budgetTokens, previewTokens } = definition;
  const problems: string[] = [];
  for (const [name, value] of Object.entries({ deadlineMs, stallMs })) {
    if (!Number.isFinite(value) || value <= 0 || value > maxDelayMs) {
      problems.push(`${name} ${String(value)} must be a positive number of milliseconds, at most ${maxDelayMs}`);
    }
  }
  if (stallMs > deadlineMs) problems.push(`stallMs ${stallMs} can never pass before deadlineMs ${deadlineMs}`);
  if (budgetTokens !== undefined && (!Number.isInteger(budgetTokens) || budgetTokens < minBudgetTokens)) {
    problems.push(`budgetTokens ${budgetTokens} must be a whole number of at least ${minBudgetTokens}`);
  }
  if (previewTokens !== undefined && (!Number.isInteger(previewTokens) || previewTokens < 0)) {
    problems.push(`previewTokens ${previewTokens} must be a whole number of at least 0`);
  }
  return problems;
}
