import { isJsonObject, type JsonObject } from "../tool/schema.ts";

/** Rules of a grammar in llama.cpp's notation (GBNF), each under a name of its own. */
export class GrammarRules {
  readonly #rules = new Map<string, string>();

  /** Names an expression that more than one place needs, or that contains itself. */
  define(name: string, expression: () => string): string {
    if (!this.#rules.has(name)) {
      this.#rules.set(name, "");
      this.#rules.set(name, expression());
    }
    return name;
  }

  /** Names an expression that stands in several places. */
  share(prefix: string, expression: string): string {
    return this.define(`${prefix}-${this.#rules.size}`, () => expression);
  }

  /** All rules as the text of a grammar. */
  write(): string {
    return [...this.#rules].map(([name, expression]) => `${name} ::= ${expression}\n`).join("");
  }
}

/**
 * What values of a JSON Schema look like when they are written without spaces: fields in the order of the schema, required ones
 * first. A grammar has no words for `pattern`, `format`, `uniqueItems`, `not`, bounds of numbers other than zero, or for fields
 * that a schema allows without naming them beside others; what it lets through, the tool's own schema still checks.
 */
export function describeSchema(rules: GrammarRules, schema: unknown, prefix: string): string {
  return new SchemaGrammar(rules, schema, prefix).describe(schema);
}

/** The text as it stands, in quotes. */
export function literal(text: string): string {
  const escaped = text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`);
  return `"${escaped}"`;
}

/** Repetitions beyond this make a grammar slow, or are refused. */
const mostRepeats = 256;

class SchemaGrammar {
  readonly #rules: GrammarRules;
  readonly #root: unknown;
  readonly #prefix: string;

  constructor(rules: GrammarRules, root: unknown, prefix: string) {
    this.#rules = rules;
    this.#root = root;
    this.#prefix = prefix;
  }

  describe(schema: unknown): string {
    if (!isJsonObject(schema)) return anyValue(this.#rules);
    const { $ref: reference, const: constant, enum: choices, anyOf, oneOf, allOf, type } = schema;
    if (typeof reference === "string") return this.#describeReference(reference);
    if (constant !== undefined) return literal(JSON.stringify(constant));
    if (Array.isArray(choices)) return oneOfThese(choices.map((choice) => literal(JSON.stringify(choice))));
    const variants = anyOf ?? oneOf ?? allOf;
    // Of several that must hold together, one can be forced.
    if (Array.isArray(variants) && allOf === undefined) return oneOfThese(variants.map((each) => this.describe(each)));
    if (Array.isArray(variants)) return this.describe(variants[0]);
    if (Array.isArray(type)) return oneOfThese(type.map((each) => this.describe({ ...schema, type: each })));
    switch (type) {
      case "object":
        return this.#describeObject(schema);
      case "array":
        return this.#describeArray(schema);
      case "string":
        return describeString(this.#rules, schema);
      case "integer":
        return describeInteger(schema);
      case "number":
        return `${describeInteger(schema)} ("." [0-9]{1,15})?`;
      case "boolean":
        return '("true" | "false")';
      case "null":
        return '"null"';
      default:
        return anyValue(this.#rules);
    }
  }

  #describeReference(reference: string): string {
    const target = followPointer(this.#root, reference);
    if (target === undefined) return anyValue(this.#rules);
    const name = `${this.#prefix}-${reference.replaceAll(/[^a-zA-Z0-9]+/g, "-")}`;
    return this.#rules.define(name, () => this.describe(target));
  }

  #describeObject({ properties, required, additionalProperties }: JsonObject): string {
    const fields = isJsonObject(properties) ? Object.entries(properties) : [];
    if (fields.length === 0) {
      if (additionalProperties === false || isJsonObject(properties)) return '"{}"';
      return repeated(`${anyString(this.#rules)} ":" ${this.describe(additionalProperties)}`, ["{", "}"], 0, Infinity);
    }
    const needed = new Set(Array.isArray(required) ? required : []);
    const write = ([name, schema]: [string, unknown]): string =>
      `${literal(`${JSON.stringify(name)}:`)} ${this.describe(schema)}`;
    const first = fields.filter(([name]) => needed.has(name)).map(write);
    const later = fields
      .filter(([name]) => !needed.has(name))
      .map((field) => this.#rules.share(this.#prefix, write(field)));
    if (first.length > 0) {
      return ['"{"', first.join(' "," '), ...later.map((field) => `("," ${field})?`), '"}"'].join(" ");
    }
    // Whichever comes first has no comma in front of it.
    const starts = later.map((field, at) => [field, ...later.slice(at + 1).map((next) => `("," ${next})?`)].join(" "));
    return `"{" ${oneOfThese(starts)}? "}"`;
  }

  #describeArray({ items, minItems, maxItems }: JsonObject): string {
    return repeated(this.describe(items), ["[", "]"], countOf(minItems, 0), countOf(maxItems, Infinity));
  }
}

function oneOfThese(expressions: readonly string[]): string {
  return `(${expressions.join(" | ")})`;
}

function repeated(item: string, [open, close]: readonly [string, string], least: number, most: number): string {
  if (most === 0) return literal(open + close);
  const more = `("," ${item})${countsOf(Math.max(0, least - 1), most - 1)}`;
  const all = `${item} ${more}`;
  return `${literal(open)} ${least === 0 ? `(${all})?` : all} ${literal(close)}`;
}

function countsOf(least: number, most: number): string {
  const start = Math.min(least, mostRepeats);
  if (most > mostRepeats) return start === 0 ? "*" : `{${start},}`;
  return `{${start},${most}}`;
}

function countOf(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

/** Models write Unicode as it is; what has to be escaped is a control character or one of two others. */
const character = String.raw`[^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u00" [0-1] [0-9a-f])`;

function describeString(rules: GrammarRules, { minLength, maxLength }: JsonObject): string {
  const [least, most] = [countOf(minLength, 0), countOf(maxLength, Infinity)];
  if (least === 0 && most === Infinity) return anyString(rules);
  return `"\\"" ${rules.define("char", () => character)}${countsOf(least, most)} "\\""`;
}

/** Any text, in the quotes of JSON. */
function anyString(rules: GrammarRules): string {
  const char = rules.define("char", () => character);
  return rules.define("string", () => `"\\"" ${char}* "\\""`);
}

/** As many digits as every program reads exactly. */
function describeInteger({ minimum, exclusiveMinimum }: JsonObject): string {
  if (countOf(minimum, -1) >= 1 || countOf(exclusiveMinimum, -1) >= 0) return "[1-9] [0-9]{0,14}";
  const digits = '("0" | [1-9] [0-9]{0,14})';
  return countOf(minimum, -1) >= 0 ? digits : `"-"? ${digits}`;
}

function anyValue(rules: GrammarRules): string {
  const string = anyString(rules);
  return rules.define("value", () => {
    const number = `${describeInteger({})} ("." [0-9]{1,15})?`;
    const object = repeated(`${string} ":" value`, ["{", "}"], 0, Infinity);
    const array = repeated("value", ["[", "]"], 0, Infinity);
    return `${string} | ${number} | "true" | "false" | "null" | ${object} | ${array}`;
  });
}

function followPointer(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  const steps = reference
    .slice(1)
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.reduce<unknown>((at, step) => (isJsonObject(at) ? at[step] : undefined), root);
}
