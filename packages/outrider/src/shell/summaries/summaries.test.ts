import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { countTokens } from "toolwright";
import { expect, test } from "vitest";
import { cleanOutput } from "../visible-text.ts";
import { summariseOutput } from "./summarise-output.ts";

function summary(fixture: string, command = ""): string {
  return summariseOutput(command, cleanOutput(readFileSync(join(import.meta.dirname, "fixtures", fixture), "utf8")));
}

test("pytest", () => {
  expect(summary("pytest.txt")).toMatchInlineSnapshot(`
    "pytest: 2 failed, 2 passed, 1 skipped, 1 errors
    - FAILED test_shop.py::test_discount (test_shop.py:11)
        AssertionError: discount is missing
        assert 15 == 14
    - FAILED test_shop.py::TestCart::test_count[2] (test_shop.py:20)
        assert 2 < 2
    - ERROR test_shop.py::test_with_database (test_shop.py:24)
        RuntimeError: no database"
  `);
  expect(summary("pytest-quiet.txt", "pytest -q")).toBe(summary("pytest.txt"));
  expect(summary("pytest-passed.txt", "python3 -m pytest -q")).toMatchInlineSnapshot(
    `"pytest: 1 passed, 5 deselected"`,
  );
});

test("vitest and jest", () => {
  expect(summary("vitest.txt")).toMatchInlineSnapshot(`
    "tests: 2 failed, 1 passed, 1 skipped
    - shop.test.ts > total > discounts (shop.test.ts:10)
        AssertionError: expected 15 to be 14 // Object.is equality
        - Expected
        + Received
        - 14
    - shop.test.ts > throws (shop.test.ts:16)
        Error: no database"
  `);
  expect(summary("jest.txt")).toMatchInlineSnapshot(`
    "tests: 2 failed, 1 skipped, 1 passed
    - total › discounts (shop.test.js:10)
        expect(received).toBe(expected) // Object.is equality
        Expected: 14
        Received: 15
    - throws (shop.test.js:16)
        no database"
  `);
});

test("go test, plain, verbose and as JSON", () => {
  expect(summary("go-test.txt")).toMatchInlineSnapshot(`
    "go test: 1 failed, 1 packages failed
    - TestDiscount/half (shop_test.go:14)
        shop_test.go:14: Total = 15, want 14"
  `);
  expect(summary("go-test-verbose.txt")).toMatchInlineSnapshot(`
    "go test: 1 failed, 2 passed, 1 skipped, 1 packages failed
    - TestDiscount/half (shop_test.go:14)
        shop_test.go:14: Total = 15, want 14"
  `);
  expect(summary("go-test-json.txt")).toMatchInlineSnapshot(`
    "go test: 1 failed, 2 passed, 1 skipped
    - example.com/shop.TestDiscount/half (shop_test.go:14)
        shop_test.go:14: Total = 15, want 14"
  `);
});

test("cargo test and build", () => {
  expect(summary("cargo-test.txt")).toMatchInlineSnapshot(`
    "cargo: 1 failed, 1 passed, 1 ignored
    - tests::discounts (src/lib.rs:16)
        assertion \`left == right\` failed: discount is missing
        left: 15
        right: 14"
  `);
  expect(summary("cargo-build.txt")).toMatchInlineSnapshot(`
    "cargo: 2 errors
    - error[E0308]: mismatched types (src/lib.rs:3)
        |                                 --- expected \`u32\` because of return type
        |     ^^^^^^^^^^^^ expected \`u32\`, found \`usize\`
    - error[E0425]: cannot find function \`missing_name\` in this scope (src/lib.rs:7)
        |     ^^^^^^^^^^^^ not found in this scope"
  `);
});

test("tsc, plain and pretty, says the same", () => {
  expect(summary("tsc.txt")).toMatchInlineSnapshot(`
    "tsc: 3 errors, 1 files with errors
    - TS2322 Type 'string' is not assignable to type 'number'. (a.ts:1)
    - TS2345 Argument of type 'string' is not assignable to parameter of type 'number[]'. (a.ts:5)
    - TS2304 Cannot find name 'missing'. (a.ts:6)"
  `);
  expect(summary("tsc-pretty.txt")).toBe(summary("tsc.txt"));
});

test("eslint", () => {
  expect(summary("eslint.txt")).toMatchInlineSnapshot(`
    "eslint: 4 errors, 2 warnings
    - no-undef: 'a' is not defined (/project/lint-a.js:2)
    - eqeqeq: Expected '===' and instead saw '==' (/project/lint-a.js:2)
    - no-undef: 'b' is not defined (/project/lint-a.js:2)
    - no-undef: 'run' is not defined (/project/lint-a.js:3)"
  `);
});

test("anything else: its ends, and between them what looks like an error", () => {
  const lines = Array.from({ length: 500 }, (_, index) => `step ${index + 1}`);
  lines[250] = "fatal: no such remote";
  expect(summariseOutput("make", `${lines.join("\n")}\n`)).toMatchInlineSnapshot(`
    "step 1
    step 2
    step 3
    step 4
    step 5
    step 6
    … 484 lines, of which look like errors:
    251: fatal: no such remote
    …
    step 491
    step 492
    step 493
    step 494
    step 495
    step 496
    step 497
    step 498
    step 499
    step 500"
  `);
});

test("a thousand failures fit as well, and are counted", async () => {
  const failures = Array.from(
    { length: 1_000 },
    (_, index) => `FAILED test_${index}.py::test_it - assert ${index} == 0`,
  );
  const text = summariseOutput("pytest", [...failures, "1000 failed in 1.00s"].join("\n"));
  expect(text.split("\n")[0]).toBe("pytest: 1000 failed");
  expect(text).toMatch(/… and \d+ more$/);
  expect(await countTokens(text)).toBeLessThan(900);
});

test("no text is too strange, and none makes a long summary", () => {
  const marks = [
    "=== RUN   A",
    "--- FAIL: A (0.00s)",
    "FAILED a::b",
    "1 failed in 1s",
    "  Tests  1 failed",
    "error[E0001]: x",
    "✖ 1 problem (1 error, 0 warnings)",
    "a(1,1): error TS1: x",
    "\u001b[31m",
    "\r",
  ];
  const line = fc.oneof(fc.constantFrom(...marks), fc.string());
  fc.assert(
    fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
      expect(summariseOutput("x", cleanOutput(lines.join("\n"))).length).toBeLessThan(8_000);
    }),
  );
});
