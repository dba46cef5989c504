import { expect, test } from "vitest";
import { proofCases } from "../../../toolwright/test/proof-size.ts";
import { openKit } from "../support/outrider-kit.ts";
import { caseGroups } from "./cases/index.ts";
import { faultsOf } from "./report-results.ts";

const groups = ["typescript", "tsx", "javascript", "calls", "renames", "signatures"];

test.each(groups)("no edit of %s comes out wrong", async (group) => {
  const kit = await openKit();
  expect(await faultsOf(kit, proofCases(caseGroups[group] ?? [], 6))).toEqual([]);
});
