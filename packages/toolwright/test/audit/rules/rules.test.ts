import { describe, expect, test } from "vitest";
import { contextOf } from "../../../src/audit/fixtures/probe-context.ts";
import { costProbe } from "../../../src/audit/probes/cost.ts";
import type { Measured } from "../../../src/audit/probes/probe.ts";
import { textsProbe } from "../../../src/audit/probes/texts.ts";
import type { AuditRule, RuleVerdict, Severity } from "../../../src/audit/rule.ts";
import { rules } from "../../../src/audit/rules/index.ts";
import { seenOf, type Listing } from "../../../src/audit/seen.ts";
import { rulesOverHttp, rulesWithTools, serverCases } from "../behaviour-cases.ts";
import { callCases } from "./calls.ts";
import { descriptionCases } from "./descriptions.ts";
import { costCases, hintCases, wordCases } from "./hints-cost-words.ts";
import { runCases } from "./runs.ts";
import { schemaCases } from "./schemas.ts";

const cases = { ...descriptionCases, ...schemaCases, ...hintCases, ...costCases, ...wordCases };
const seenCases = { ...callCases, ...runCases };

test("every rule has a planted fault that it finds and a near miss that it leaves alone", () => {
  const tables = [...Object.entries(cases), ...Object.entries(seenCases)];
  const byOthers = [...rulesWithTools, ...serverCases.map(({ rule }) => rule), ...rulesOverHttp];
  const tested = new Set([...tables.map(([id]) => id), ...byOthers]);
  expect([...tested].toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
  expect({
    rules: rules.length,
    faults:
      byOthers.length +
      tables.flatMap(([, { faults, milder, warnings, infos }]) =>
        Object.keys({ ...faults, ...milder, ...warnings, ...infos }),
      ).length,
    nearMisses: byOthers.length + tables.flatMap(([, { nearMisses }]) => Object.keys(nearMisses)).length,
  }).toMatchInlineSnapshot(`
    {
      "faults": 164,
      "nearMisses": 174,
      "rules": 49,
    }
  `);
});

describe.each(Object.entries(cases))("rule %s", (id, { faults, milder = {}, warnings, infos, nearMisses }) => {
  test.each(exactly({ warning: warnings, info: infos }))("finds, as %s: %s", async (as, _, listing) => {
    const found = severitiesOf(id, await examine(id, listing));
    expect(new Set(found)).toEqual(new Set([as]));
  });

  test.each(Object.entries(faults))("finds %s", async (_, listing) => {
    expect(severitiesOf(id, await examine(id, listing))).toContain(ruleOf(id).severity);
  });

  test.each(Object.entries(milder))("finds, as something milder: %s", async (_, listing) => {
    expectMilder(id, await examine(id, listing));
  });

  test.each(Object.entries(nearMisses))("leaves alone: %s", async (_, listing) => {
    expect(await examine(id, listing)).toEqual({ kind: "passed" });
  });
});

describe.each(Object.entries(seenCases))(
  "rule %s",
  (id, { faults, milder = {}, warnings, infos, nearMisses, unmeasured = {} }) => {
    test.each(exactly({ warning: warnings, info: infos }))("finds, as %s: %s", (as, _, seen) => {
      const found = severitiesOf(id, ruleOf(id).examine(seen));
      expect(new Set(found)).toEqual(new Set([as]));
    });

    test.each(Object.entries(faults))("finds %s", (_, seen) => {
      expect(severitiesOf(id, ruleOf(id).examine(seen))).toContain(ruleOf(id).severity);
    });

    test.each(Object.entries(milder))("finds, as something milder: %s", (_, seen) => {
      expectMilder(id, ruleOf(id).examine(seen));
    });

    test.each(Object.entries(nearMisses))("leaves alone: %s", (_, seen) => {
      expect(ruleOf(id).examine(seen)).toEqual({ kind: "passed" });
    });

    test.each(Object.entries(unmeasured))("does not call passed: %s", (_, seen) => {
      expect(ruleOf(id).examine(seen).kind).toBe("not measured");
    });
  },
);

/** Cases of one severity each: its name, what is planted, and the case. */
function exactly<Case>(
  tables: Readonly<Record<string, Readonly<Record<string, Case>> | undefined>>,
): readonly (readonly [as: string, planted: string, Case])[] {
  return Object.entries(tables).flatMap(([as, planted = {}]) =>
    Object.entries(planted).map(([name, each]) => [as, name, each] as const),
  );
}

function severitiesOf(id: string, verdict: RuleVerdict): readonly Severity[] {
  return verdict.kind === "found" ? verdict.findings.map(({ severity }) => severity ?? ruleOf(id).severity) : [];
}

function expectMilder(id: string, verdict: RuleVerdict): void {
  const found = severitiesOf(id, verdict);
  expect(found).not.toEqual([]);
  expect(found).not.toContain(ruleOf(id).severity);
}

function ruleOf(id: string): AuditRule {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`There is no rule ${id}.`);
  return rule;
}

async function examine(id: string, part: Partial<Listing>): Promise<RuleVerdict> {
  const rule = ruleOf(id);
  const seen = seenOf(part);
  const measured: Measured = {};
  for (const { name, run } of [textsProbe, costProbe]) {
    if (rule.needs.includes(name)) await run(contextOf({ listing: seen.listing }), measured);
  }
  return rule.examine({ ...seen, ...measured });
}
