import { describe, test } from "vitest";
import type { ConformanceOptions } from "../src/testing/conformance/options.ts";
import { testTool } from "../src/testing/conformance/test-tool.ts";
import type { AnyTool } from "../src/tool/tool.ts";
import { proofSize } from "./proof-size.ts";

/** How long a handler keeps the event loop is measured by `*.measured.test.ts`: beside other tests it is theirs, too. */
const besideOthers = { callsAtOnce: proofSize(100, 6), blockMs: 5_000, exampleMs: 60_000 };

/** Every promise of the test kit, tried on one tool. */
export function testConformance(tool: AnyTool, options: ConformanceOptions = {}): void {
  describe("conformance", () => {
    testTool(tool, { test, ...besideOthers, ...options });
  });
}
