import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { commandLine, quoteWord } from "./shell-quote.ts";
import { proofSize } from "../../test/proof-size.ts";

test("quotes only what has to be", () => {
  expect(commandLine("npx demo", "call", "read_output", '{"a":"it\'s"}', "--from", "a b.ts", "")).toBe(
    String.raw`npx demo call read_output '{"a":"it'\''s"}' --from 'a b.ts' ''`,
  );
});

test("a shell reads every word back", () => {
  // No argument of a process can hold a NUL or half a character.
  const words = fc.array(
    fc.string({ unit: "binary" }).map((word) => word.replaceAll(/[\0\ud800-\udfff]/g, "")),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(words, (given) => {
      const script = `printf '%s\\0' ${given.map(quoteWord).join(" ")}`;
      const printed = execFileSync("sh", ["-c", script], { encoding: "utf8" });
      expect(printed.split("\0").slice(0, -1)).toEqual(given);
    }),
    { numRuns: proofSize(50, 10) },
  );
});
