import * as z from "zod";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";

/** What a field of a form takes, in a few words: its choices, or its type and bounds. */
export function describeField(field: JsonObject): string {
  const choices = choicesOf(field);
  if (choices.length > 0) return choices.join(", ");
  if (field["type"] === "boolean") return "y/n";
  if (isJsonObject(field["items"])) {
    const items = describeField(field["items"]);
    return `${field["items"]["type"] === "string" && choicesOf(field["items"]).length === 0 ? "texts" : items}, with commas between them`;
  }
  const kind = [field["format"], field["type"]].find((each) => typeof each === "string") ?? "text";
  return [kind, ...describeBounds(field)].join(", ");
}

function describeBounds(field: JsonObject): readonly string[] {
  const isText = field["type"] === "string";
  const least = readBound(field[isText ? "minLength" : "minimum"]);
  const most = readBound(field[isText ? "maxLength" : "maximum"]);
  const unit = isText ? " characters" : "";
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}

/** Some libraries print the largest numbers that there are where there is no bound. */
function readBound(bound: unknown): number | undefined {
  return typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
}

/** The value of what was typed, held to the bounds of its field; or, as a sentence, why it is none. */
export function readField(
  typed: string,
  field: JsonObject,
): { readonly given: unknown } | { readonly problem: string } {
  const given = convert(typed, field);
  if (given === undefined) return { problem: `Expected ${describeField(field)}.` };
  const problem = findProblem(given, field);
  return problem === undefined ? { given } : { problem };
}

function convert(typed: string, field: JsonObject): unknown {
  const choices = choicesOf(field);
  if (choices.length > 0) return choices.find((choice) => String(choice) === typed);
  switch (field["type"]) {
    case "boolean":
      if (/^(y(es)?|true)$/i.test(typed)) return true;
      return /^(no?|false)$/i.test(typed) ? false : undefined;
    case "number":
    case "integer": {
      const number = Number(typed);
      const fits = typed !== "" && Number.isFinite(number) && (field["type"] === "number" || Number.isInteger(number));
      return fits ? number : undefined;
    }
    case "array": {
      const items = isJsonObject(field["items"]) ? field["items"] : {};
      const given = typed.split(",").map((each) => convert(each.trim(), items));
      return given.includes(undefined) ? undefined : given;
    }
    default:
      return typed === "" ? undefined : typed;
  }
}

/** Values of an `enum`, or of variants that are a constant with a title each. */
function choicesOf({ enum: listed, oneOf, anyOf }: JsonObject): readonly unknown[] {
  if (Array.isArray(listed)) return listed;
  const variants: readonly unknown[] = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  const constants = variants.flatMap((each) => (isJsonObject(each) && "const" in each ? [each["const"]] : []));
  return constants.length === variants.length ? constants : [];
}

function findProblem(given: unknown, field: JsonObject): string | undefined {
  // A default would stand in for nothing here, and a title is no bound.
  const { default: _default, title: _title, ...bounds } = field;
  const checked = fieldSchema(bounds)?.safeParse(given);
  if (checked === undefined || checked.success) return undefined;
  const [first] = checked.error.issues;
  return `${first?.message.replace(/\.$/, "")}.`;
}

/** Undefined for a schema that cannot be checked here: the tool checks the answer in any case. */
function fieldSchema(field: JsonObject): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(field);
  } catch {
    return undefined;
  }
}
