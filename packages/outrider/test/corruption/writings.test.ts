import { expect, test } from "vitest";
import { openKit } from "../support/outrider-kit.ts";
import { caseGroups, crlfCases, markedCases } from "./cases/index.ts";
import { faultsOf } from "./report-results.ts";
import { proofCases } from "../../../toolwright/test/proof-size.ts";

const writings = [
  ["where bytes, code units and characters are not the same", caseGroups.bytes ?? []],
  ["where lines end with CRLF", crlfCases],
  ["behind a byte order mark and in UTF-16", markedCases],
] as const;

test.each(writings)("no edit comes out wrong %s", async (_, cases) => {
  const kit = await openKit();
  // Compilers judge the same results where lines end with a line feed.
  expect(await faultsOf(kit, proofCases(cases, 8), { compile: cases === caseGroups.bytes })).toEqual([]);
});
