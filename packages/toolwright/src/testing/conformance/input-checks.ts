import { resolveReference } from "../../tool/check-schema.ts";
import { isJsonObject, type JsonSchema } from "../../tool/schema.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, requireFailure } from "./require-outcome.ts";
import type { Subject } from "./subject.ts";

/** No tool has it. */
export const unknownArgument = "zz_no_such_argument";

/** Invalid input gets a helpful answer, and the handler never sees it. */
export const inputChecks: readonly CheckDefinition[] = [
  {
    id: "input:missing-field",
    title: "an input without a required field is refused by the field's name",
    findReasonToSkip: (subject) => (requiredFields(subject).length === 0 ? "it has no required field" : undefined),
    async examine(subject) {
      for (const field of requiredFields(subject)) {
        const { [field]: _, ...input } = subject.example;
        await examineRefusal(subject, input, `\`${field}\` is missing`, field);
      }
    },
  },
  {
    id: "input:wrong-type",
    title: "a field of a wrong type is refused by the field's name",
    findReasonToSkip: (subject) => (wrongFields(subject).length === 0 ? "it has no field with a type" : undefined),
    async examine(subject) {
      for (const { field, value } of wrongFields(subject)) {
        const input = { ...subject.example, [field]: value };
        await examineRefusal(subject, input, `\`${field}\` is ${JSON.stringify(value)}`, field);
      }
    },
  },
  {
    id: "input:unknown-argument",
    title: "an unknown argument is refused by its name",
    async examine(subject) {
      const input = { ...subject.example, [unknownArgument]: 1 };
      await examineRefusal(subject, input, `an unknown argument \`${unknownArgument}\` was given`, unknownArgument);
    },
  },
  {
    id: "input:not-an-object",
    title: "an input that is no object is refused",
    async examine(subject) {
      for (const input of ["not an object", 5, true, [subject.example]]) {
        await examineRefusal(subject, input, `the input is ${JSON.stringify(input)}`, "object");
      }
    },
  },
];

function requiredFields({ tool }: Subject): readonly string[] {
  return tool.inputJsonSchema.required ?? [];
}

function wrongFields({ tool }: Subject): readonly { readonly field: string; readonly value: unknown }[] {
  const root = tool.inputJsonSchema;
  return Object.entries(root.properties ?? {}).flatMap(([field, schema]) => {
    const wrong = findWrongValue(schema, root);
    return wrong === undefined ? [] : [{ field, value: wrong.value }];
  });
}

async function examineRefusal(subject: Subject, input: unknown, when: string, word: string): Promise<void> {
  await using bench = subject.open();
  const outcome = await bench.start({ input }).outcome;
  const change = "let the input schema refuse it: z.strictObject, with the type that the JSON Schema tells.";
  const error = requireFailure("invalid_input", outcome, bench.faults(), { when: `when ${when}`, change });
  if (bench.runs.length > 0) throw new ConformanceError(`when ${when}, the handler ran.`, "no run.", change);
  if (error.message.includes(word)) return;
  throw new ConformanceError(
    `when ${when}, the message does not name it: "${error.message}".`,
    `a message with "${word}".`,
    isJsonObject(input) ? "give issues of a refinement the `path` of their field." : change,
  );
}

// In this order, because the kernel repairs some numbers, booleans and texts.
const candidates: readonly unknown[] = [{ wrong: true }, ["wrong"], "\u0001wrong", 0.5, true];

/** A value of a type that the field does not accept; undefined if it accepts every type. */
export function findWrongValue(field: JsonSchema, root: JsonSchema): { readonly value: unknown } | undefined {
  const types = acceptedTypes(field, root, new Set());
  if (types === undefined) return undefined;
  const value = candidates.find((candidate) => !types.has(typeOf(candidate)));
  return value === undefined ? undefined : { value };
}

/** Undefined if the schema does not say. */
function acceptedTypes(schema: JsonSchema, root: JsonSchema, seen: Set<JsonSchema>): ReadonlySet<string> | undefined {
  const resolved = resolveReference(schema, root);
  if (seen.has(resolved)) return new Set();
  seen.add(resolved);
  if (resolved.const !== undefined) return new Set([typeOf(resolved.const)]);
  if (resolved.enum !== undefined) return new Set(resolved.enum.map(typeOf));
  if (resolved.type !== undefined) return new Set([resolved.type].flat().map(plainType));
  const choices = resolved.anyOf ?? resolved.oneOf;
  if (choices !== undefined) return union(choices.map((choice) => acceptedTypes(choice, root, seen)));
  return resolved.allOf?.map((part) => acceptedTypes(part, root, seen)).find((types) => types !== undefined);
}

function union(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  const known = sets.filter((types) => types !== undefined);
  return known.length < sets.length ? undefined : new Set(known.flatMap((types) => [...types]));
}

function plainType(type: string): string {
  return type === "integer" ? "number" : type;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return isJsonObject(value) ? "object" : typeof value;
}
