import { isJsonObject, type JsonObject } from "../../tool/schema.ts";

/** Inputs that the person who runs the audit gave, by tool: the first is meant to work. `{work}` stands for the working directory. */
export type GivenInputs = ReadonlyMap<string, readonly JsonObject[]>;

/** Reads `{"search": {"query": "Aurora"}, "read": [{"id": "1"}, {"id": "2"}]}`; throws a sentence about what is wrong. */
export function readGivenInputs(value: unknown): GivenInputs {
  if (!isJsonObject(value)) throw new Error('The inputs must be an object such as {"search": {"query": "Aurora"}}.');
  return new Map(
    Object.entries(value).map(([tool, given]) => {
      const inputs: readonly unknown[] = Array.isArray(given) ? given : [given];
      const wrong = inputs.find((input) => !isJsonObject(input));
      if (wrong !== undefined || inputs.length === 0) {
        throw new Error(`The inputs of ${JSON.stringify(tool)} must be an object or a list of objects.`);
      }
      return [tool, inputs.filter(isJsonObject)] as const;
    }),
  );
}

/** The inputs of a tool, with the working directory for `{work}`. */
export function givenFor(inputs: GivenInputs, tool: string, work = ""): readonly JsonObject[] {
  return (inputs.get(tool) ?? []).map((input) => placeFields(input, work));
}

function placeFields(input: JsonObject, work: string): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([field, value]) => [field, placeValue(value, work)]));
}

function placeValue(value: unknown, work: string): unknown {
  if (typeof value === "string") return value.replaceAll("{work}", work);
  if (Array.isArray(value)) return value.map((item) => placeValue(item, work));
  return isJsonObject(value) ? placeFields(value, work) : value;
}
