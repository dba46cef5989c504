import { expect, test } from "vitest";
import { openKit } from "../support/outrider-kit.ts";
import { serverCases } from "./cases/index.ts";
import { faultsOf } from "./report-results.ts";

test("no rename that TypeScript answers comes out wrong", async () => {
  const settings = { allowImportingTsExtensions: true, noEmit: true, strict: true, jsx: "preserve", module: "esnext" };
  const kit = await openKit(
    { "tsconfig.json": JSON.stringify({ compilerOptions: settings }) },
    { servers: ["typescript"] },
  );
  expect(await faultsOf(kit, serverCases, { wait: 20 })).toEqual([]);
});
