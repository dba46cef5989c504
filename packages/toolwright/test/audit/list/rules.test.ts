import { describe, expect, test } from "vitest";
import { rules } from "../../../src/audit/rules/index.ts";
import { seenOf, type Listing } from "../../../src/audit/seen.ts";
import { descriptionCases } from "./descriptions.ts";
import { costCases, hintCases, wordCases } from "./hints-cost-words.ts";
import { schemaCases } from "./schemas.ts";

const all = { ...descriptionCases, ...schemaCases, ...hintCases, ...costCases, ...wordCases };
const ids = new Set(rules.map(({ id }) => id));
const cases = Object.entries(all).filter(([id]) => ids.has(id));

describe.each(cases)("rule %s", (id, { faults, nearMisses }) => {
  test.each(Object.entries(faults))("finds %s", (_, listing) => {
    expect(examine(id, listing)).toMatchObject({ kind: "found" });
  });

  test.each(Object.entries(nearMisses))("leaves alone: %s", (_, listing) => {
    expect(examine(id, listing)).toEqual({ kind: "passed" });
  });
});

function examine(id: string, listing: Partial<Listing>): unknown {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`There is no rule ${id}.`);
  return rule.examine(seenOf(listing));
}
