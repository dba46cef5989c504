import { describe, expect, test } from "vitest";
import { contextOf } from "../../../src/audit/fixtures/probe-context.ts";
import { makeBadInputs } from "../../../src/audit/inputs/bad-inputs.ts";
import { createLearnedValues } from "../../../src/audit/inputs/learned-values.ts";
import { makeInputs } from "../../../src/audit/inputs/make-input.ts";
import { costProbe } from "../../../src/audit/probes/cost.ts";
import type { Measured } from "../../../src/audit/probes/probe.ts";
import { textsProbe } from "../../../src/audit/probes/texts.ts";
import { defineRule } from "../../../src/audit/rule.ts";
import { rules } from "../../../src/audit/rules/index.ts";
import { seenOf, type ListedTool, type Purpose, type SeenCall } from "../../../src/audit/seen.ts";
import type { JsonObject } from "../../../src/tool/schema.ts";
import { good } from "./list-case.ts";

const wrong: readonly unknown[] = [null, true, 5, "text", [], [null], {}, { toString: 1 }, [[]], ["text"], { a: null }];
const keywords =
  "type description properties required additionalProperties items prefixItems anyOf oneOf allOf not if enum const pattern format examples default minimum maximum minLength minItems $ref $defs definitions title".split(
    " ",
  );
const references = [
  "#/%zz",
  "#/$defs/a",
  "#/$defs/constructor",
  "#/$defs/__proto__",
  "#/properties/",
  "#",
  "",
  "other",
];

/** Each keyword with each wrong value, in the schema of a field, in that of a list, in a branch, and at the root. */
const cases: readonly (readonly [name: string, schema: JsonObject])[] = [
  ...keywords.flatMap((keyword) => wrong.map((value) => [keyword, value] as const)),
  ...references.map((reference) => ["$ref", reference] as const),
].flatMap(([keyword, value]) => {
  const part = { type: "string", [keyword]: value };
  const object = { type: "object", properties: { name: part, kind: part, other: { type: "string" } } };
  const own: JsonObject = { ...object, required: ["name", "constructor"], $defs: { a: { $ref: "#/$defs/a" } } };
  const said = `${keyword}: ${JSON.stringify(value)}`;
  return [
    [`root ${said}`, { ...own, [keyword]: value }],
    [`field ${said}`, own],
    [`list ${said}`, { ...own, properties: { name: { type: "array", items: part } } }],
    [`branch ${said}`, { ...own, properties: { name: { anyOf: [part, { type: "null" }] } } }],
  ] as const;
});

const purposes: readonly Purpose[] = [
  "valid",
  "missing-field",
  "wrong-type",
  "wrong-value",
  "absent-id",
  "unknown-argument",
];

describe("a schema whose parts have the wrong types", () => {
  test("keeps no rule from its verdict on any tool", async () => {
    const thrown = new Set<string>();
    for (const [name, schema] of cases) {
      const tool = good({ inputSchema: schema, outputSchema: schema });
      const measured = await measureList(tool);
      const seen = {
        ...seenOf({ tools: [tool, good()] }),
        ...measured,
        calls: purposes.flatMap((each) => callsOf(tool, each)),
      };
      for (const { id, examine } of rules) {
        const verdict = examine(seen);
        if (verdict.kind === "not measured" && verdict.reason.startsWith("The rule failed")) {
          thrown.add(`${id} ${name}: ${verdict.reason}`);
        }
      }
    }
    expect([...thrown]).toEqual([]);
  });

  test("keeps no tool from being called, with and without mistakes", () => {
    for (const [name, schema] of cases) {
      const tool = good({ inputSchema: schema });
      const learned = createLearnedValues();
      const [first] = makeInputs(tool.inputSchema, { work: "/work", learned });
      expect(first, name).toBeTypeOf("object");
      expect(
        makeBadInputs(tool, first ?? {}).map(({ purpose }) => purpose),
        name,
      ).toContain("unknown-argument");
    }
  });

  test("is an error that names what is wrong", () => {
    const brokenSchema = rules.find(({ id }) => id === "S301");
    const messages = (
      [
        ["required", null],
        ["anyOf", [null]],
        ["enum", {}],
        ["items", null],
        ["$ref", 5],
      ] as const
    ).flatMap(([keyword, value]) => {
      const tool = good({ inputSchema: { type: "object", properties: { name: { [keyword]: value } } } });
      const verdict = brokenSchema?.examine(seenOf({ tools: [tool] }));
      return verdict?.kind === "found" ? verdict.findings.map(({ message }) => message) : [];
    });
    expect(messages).toMatchInlineSnapshot(`
      [
        "The \`required\` in the input schema of read_note is not a list of names.",
        "The \`anyOf\` in the input schema of read_note is not a list of schemas.",
        "The \`enum\` in the input schema of read_note is not a list.",
        "The \`items\` in the input schema of read_note is not a schema.",
        "The input schema of read_note: a \`$ref\` is no text.",
      ]
    `);
  });
});

test("a rule that throws is not measured, and no other rule is lost", () => {
  const broken = defineRule({
    id: "Z999",
    severity: "error",
    title: "",
    why: "",
    fix: "",
    measured: "",
    needs: [],
    *find() {
      yield { message: "found before" };
      throw new TypeError("nothing is there");
    },
  });
  expect(broken.examine(seenOf({}))).toEqual({
    kind: "not measured",
    reason: "The rule failed: nothing is there",
  });
});

async function measureList(tool: ListedTool): Promise<Measured> {
  const measured: Measured = {};
  const context = contextOf({ listing: seenOf({ tools: [tool] }).listing });
  for (const { run } of [textsProbe, costProbe]) await run(context, measured);
  return measured;
}

/** The same call, once as a failure and once as a success. */
function callsOf({ name }: ListedTool, purpose: Purpose): readonly SeenCall[] {
  return [true, false].map((isError) => {
    const result = { content: [{ type: "text", text: "{}" }], structuredContent: { name: "todo" }, isError };
    return {
      tool: name,
      purpose,
      field: "name",
      input: { name: "todo" },
      reply: { kind: "result", result, afterMs: 1 },
    };
  });
}
