import type { AnyTool } from "toolwright";
import { userConfigSchema } from "../../src/workspace/config/user-config.ts";

/** What texts for models may name. */
export interface Named {
  /** The tools that a reader of the text can call. */
  readonly tools: readonly AnyTool[];
  /** Other words in backticks that are no names of ours. */
  readonly words?: readonly string[];
  /** Guides of single tools are full of words of example code: there, only words with "_" have to be names. */
  readonly isExample?: boolean;
}

/**
 * Names in backticks that stand for nothing: a tool, an input, a choice, a call or a setting that does not exist. Words that look
 * like nothing of that kind are left alone.
 */
export function unknownNames(text: string, { tools, words = [], isExample = false }: Named): readonly string[] {
  const vocabulary = new Set([
    ...words,
    ...Object.keys(settings),
    ...tools.flatMap((tool) => [tool.name, ...namesIn(tool.inputJsonSchema), ...namesIn(tool.outputJsonSchema)]),
  ]);
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  const checked = isExample ? spans.filter((span) => /_|[:{.]/.test(span)) : spans;
  return [...new Set(checked)].filter((span) => !isKnown(span, tools, vocabulary));
}

const settings = userConfigSchema.shape.security.parse({});

function isKnown(span: string, tools: readonly AnyTool[], vocabulary: ReadonlySet<string>): boolean {
  // `action: "status"`
  const [, field, value] = /^(\w+): ("\w+"|true|false)$/.exec(span) ?? [];
  if (field !== undefined && value !== undefined) {
    const takers = tools.filter((tool) => field in fieldsOf(tool));
    // Otherwise a field of an answer.
    return takers.length === 0 ? vocabulary.has(field) : takers.some((tool) => takes(tool, field, JSON.parse(value)));
  }
  // `{"command": "npm run dev"}`, `grep {"pattern": "x"}`, one of the objects in a list
  const [, caller, json] = /^(?:(\w+) )?(\{".*\})$/.exec(span) ?? [];
  if (json !== undefined) {
    const given = keysOf(json);
    const asked = caller === undefined ? tools : tools.filter(({ name }) => name === caller);
    return (
      given !== undefined &&
      asked.some(({ inputJsonSchema }) => given.every((key) => namesIn(inputJsonSchema).includes(key)))
    );
  }
  if (/^security\.\w+$/.test(span)) return span.slice("security.".length) in settings;
  return /^[a-z]+(?:_[a-z]+)*$/.test(span) ? vocabulary.has(span) : true;
}

/** Undefined for what is no JSON, such as an example with dots for the rest. */
function keysOf(json: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? Object.keys(value) : undefined;
  } catch {
    return undefined;
  }
}

function takes(tool: AnyTool, name: string, value: unknown): boolean {
  const field = fieldsOf(tool)[name];
  if (typeof field !== "object" || field === null) return false;
  return "enum" in field && Array.isArray(field.enum) ? field.enum.includes(value) : true;
}

function fieldsOf({ inputJsonSchema: { properties } }: AnyTool): Readonly<Record<string, unknown>> {
  return typeof properties === "object" && properties !== null ? { ...properties } : {};
}

/** Names of fields and choices anywhere in a schema. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === "enum" && Array.isArray(value)) return value.map(String);
    // A field whose type is checked by its tool tells its parts in words: "{code, argument}".
    if (key === "description" && typeof value === "string")
      return [...value.matchAll(/\{(\w+(?:, \w+)*)\}/g)].flatMap(([, parts = ""]) => parts.split(", "));
    const names = key === "properties" && typeof value === "object" && value !== null ? Object.keys(value) : [];
    return [...names, ...namesIn(value)];
  });
}
