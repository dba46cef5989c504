import { readTool } from "../../../src/audit/probes/list.ts";
import type { Listing, ListedTool } from "../../../src/audit/seen.ts";
import type { JsonObject, JsonSchema } from "../../../src/tool/schema.ts";

/** What a list must show a rule, and what looks like it and is no fault. The keys say what is planted. */
export interface ListCases {
  readonly faults: Readonly<Record<string, Partial<Listing>>>;
  /** Found with less than the severity of the rule. */
  readonly milder?: Readonly<Record<string, Partial<Listing>>>;
  /** Found with exactly this severity. */
  readonly warnings?: Readonly<Record<string, Partial<Listing>>>;
  readonly infos?: Readonly<Record<string, Partial<Listing>>>;
  readonly nearMisses: Readonly<Record<string, Partial<Listing>>>;
}

/** A tool without a fault, with changes. */
export function good(changes: JsonObject & { readonly name?: string } = {}): ListedTool {
  return readTool({
    name: "read_note",
    title: "Read a note",
    description:
      "Reads one note of the notebook. The note must exist: `list_notes` shows the names. Returns its text and its size in bytes; an unknown name is answered with the names that come closest.",
    inputSchema: input({
      name: { type: "string", description: "The name of the note, such as `todo`.", maxLength: 100 },
    }),
    outputSchema: input({ text: { type: "string", description: "The text of the note." } }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    ...changes,
  });
}

/** An input schema that takes exactly these fields, all of them required unless named otherwise. */
export function input(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: "object", properties, required: [...required], additionalProperties: false };
}

/** A list with one tool that takes this one field. */
export function field(name: string, schema: JsonSchema, isRequired = true): Partial<Listing> {
  return { tools: [good({ inputSchema: input({ [name]: schema }, isRequired ? [name] : []) })] };
}

export function described(
  description: string,
  changes: JsonObject & { readonly name?: string } = {},
): Partial<Listing> {
  return { tools: [good({ description, ...changes })] };
}

export function hinted(name: string, annotations: JsonObject): Partial<Listing> {
  return { tools: [good({ name, annotations })] };
}
