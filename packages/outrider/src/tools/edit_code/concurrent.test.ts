import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

test("edits of one file at the same time are all made: who comes late is planned again", async () => {
  const kit = await openKit({ "src/many.ts": "export const zero = 0;\n" });
  const names = Array.from({ length: 8 }, (_, index) => `value${index}`);
  const outcomes = await Promise.all(
    names.map((name) =>
      kit.call("edit_code", {
        action: "insert",
        path: "src/many.ts",
        position: "last",
        body: `export const ${name} = 1;`,
        wait: 0,
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(names.map(() => "ok"));
  const text = readFileSync(join(kit.root, "src/many.ts"), "utf8");
  expect(text.split("\n").filter(Boolean).toSorted()).toEqual(
    ["export const zero = 0;", ...names.map((name) => `export const ${name} = 1;`)].toSorted(),
  );
});

test("what `expect` demands is checked against what is there when it is written", async () => {
  const kit = await openKit({ "src/one.ts": "export const one = 0;\n" });
  const change = (value: number) => ({
    action: "replace",
    path: "src/one.ts",
    symbol: "one",
    body: `export const one = ${value};`,
    expect: "one = 0",
    wait: 0,
  });
  const outcomes = await Promise.all([1, 2, 3, 4].map((value) => kit.call("edit_code", change(value))));
  const codes = outcomes.map((outcome) => (outcome.status === "ok" ? "ok" : outcome.error.code));
  expect(codes.toSorted()).toEqual(["ok", "stale", "stale", "stale"]);
});
