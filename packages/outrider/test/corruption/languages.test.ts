import { expect, test } from "vitest";
import { openKit } from "../support/outrider-kit.ts";
import { caseGroups, cases } from "./cases/index.ts";
import { faultsOf } from "./report-results.ts";
import { proofCases } from "../../../toolwright/test/proof-size.ts";

/*
 * Every case is one edit with all that may rightly become of it: exactly that, or a refusal with the files as they were. What was
 * done is read again by the parser and, where the machine has one, by the compiler of the language.
 */
const elsewhere = new Set(["typescript", "tsx", "javascript", "calls", "renames", "signatures", "bytes"]);
const groups = Object.keys(caseGroups).filter((group) => !elsewhere.has(group));

test.each(groups)("no edit of %s comes out wrong", async (group) => {
  const kit = await openKit();
  expect(await faultsOf(kit, proofCases(caseGroups[group] ?? [], 6))).toEqual([]);
});

test("there are cases enough, in languages enough, and no two have the same name", () => {
  const names = cases.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(Object.values(caseGroups).flat().length).toBeGreaterThanOrEqual(700);
  expect(new Set(cases.map(({ language }) => language)).size).toBeGreaterThanOrEqual(14);
});
