import type { StandardSchemaV1 } from "@standard-schema/spec";
import { findDefinitionProblems, tierOf, ToolDefinitionError } from "./check-definition.ts";
import { isPromiseLike } from "./deferred.ts";
import type { JsonSchema, Schema } from "./schema.ts";
import type { Tool, ToolDefinition } from "./tool.ts";

const defaultDeadlineMs = 60_000;
const jsonSchemaTarget = { target: "draft-2020-12" } as const;

/**
 * Checks a definition and completes it to a tool. Everything that a model or a host could not handle
 * later is an error here, with all problems in one message.
 */
export function defineTool<const Name extends string, Raw, Input, Value, Services = unknown>(
  definition: ToolDefinition<Name, Raw, Input, Value, Services>,
  // Without NoInfer a list of AnyTool would make TypeScript infer `never` for a handler without services.
): Tool<Name, Raw, Input, Value, NoInfer<Services>> {
  const deadlineMs = definition.deadlineMs ?? defaultDeadlineMs;
  const tool: Tool<Name, Raw, Input, Value, Services> = {
    name: definition.name,
    title: definition.title ?? titleFrom(definition.name),
    description: definition.description?.trim(),
    guide: definition.guide?.trim(),
    input: definition.input,
    output: definition.output,
    inputJsonSchema: printSchema(definition.name, definition.input, "input"),
    ...(definition.fullInput === undefined
      ? {}
      : { fullInputJsonSchema: printSchema(definition.name, definition.fullInput, "input") }),
    outputJsonSchema:
      definition.output === undefined ? undefined : printSchema(definition.name, definition.output, "output"),
    effects: Object.freeze({ ...definition.effects }),
    tier: definition.tier ?? tierOf(definition.effects ?? { readOnly: false }),
    needs: Object.freeze([...(definition.needs ?? [])]),
    deadlineMs,
    stallMs: definition.stallMs ?? deadlineMs,
    longRunning: definition.longRunning === true,
    budgetTokens: definition.budgetTokens,
    previewTokens: definition.previewTokens,
    examples: Object.freeze([...(definition.examples ?? [])]),
    handle: definition.handle,
    format: definition.format,
    attach: definition.attach,
    meta: definition.meta === undefined ? undefined : Object.freeze({ ...definition.meta }),
  };
  const problems = [
    ...findDefinitionProblems({ ...tool, tier: definition.tier }),
    ...findExampleProblems(tool.input, tool.examples),
    ...(typeof definition.handle === "function" ? [] : ["handle must be a function"]),
  ];
  if (problems.length > 0) throw new ToolDefinitionError(`Tool ${JSON.stringify(definition.name)}`, problems);
  return Object.freeze(tool);
}

/** `count_lines` becomes "Count lines". */
function titleFrom(name: unknown): string {
  const words = String(name).replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function printSchema(name: string, schema: Schema<unknown, unknown>, role: "input" | "output"): JsonSchema {
  try {
    const { $schema: _, ...printed }: JsonSchema = schema["~standard"].jsonSchema[role](jsonSchemaTarget);
    return Object.freeze(printed);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolDefinitionError(`Tool ${JSON.stringify(name)}`, [
      `${role} cannot be written as JSON Schema (${reason}); use types that JSON has`,
    ]);
  }
}

function findExampleProblems(schema: Schema<unknown, unknown>, examples: Tool["examples"]): string[] {
  return examples.flatMap((example) => {
    const result = schema["~standard"].validate(example.input);
    // An asynchronous schema can only be judged by the test kit.
    if (isPromiseLike(result) || result.issues === undefined) return [];
    return [`example "${example.title}" is not a valid input: ${result.issues.map(describeIssue).join("; ")}`];
  });
}

function describeIssue({ message, path = [] }: StandardSchemaV1.Issue): string {
  const keys = path.map((segment) => String(typeof segment === "object" ? segment.key : segment));
  return keys.length === 0 ? message : `${keys.join(".")}: ${message}`;
}
