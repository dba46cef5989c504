import { describe, expect, test } from "vitest";
import { createValueCheck, findValues, maskValues, type TextKind } from "./server-values.ts";

function shown(text: string, of: TextKind, ...known: readonly string[]): string {
  const isKnown = createValueCheck(known);
  return maskValues(
    text,
    findValues(text, of).filter((value) => !isKnown(value)),
  );
}

const hover: TextKind = { kind: "hover" };

describe("a hover", () => {
  test.each([
    ['```typescript\nconst copy: "hunter2"\n```', '```typescript\nconst copy: "…"\n```'],
    [
      "```ts\nconst o: { a: 'hun\\'ter'; b: `x-${string}`; c: 1234567 }\n```",
      "```ts\nconst o: { a: '…'; b: `…`; c: … }\n```",
    ],
    [
      "```python\n(constant) KEY: Literal['hunter2', b'raw', 12_345]\n```",
      "```python\n(constant) KEY: Literal['…', b'…', …]\n```",
    ],
    [
      "```rust\nfn f<'a, 'b>(x: &'a str) -> &'static str\n```",
      "```rust\nfn f<'a, 'b>(x: &'a str) -> &'static str\n```",
    ],
    ["It doesn't matter, the users' `value` isn't 42.", "It doesn't matter, the users' `value` isn't 42."],
    ["Value = `987654 (0xf1206)`", "Value = `… (…)`"],
    ['```ts\nconst cut: "a value that ends nowhere', '```ts\nconst cut: "…"'],
    ["(enum member) E.B = 1", "(enum member) E.B = 1"],
  ])("%j", (text, expected) => {
    expect(shown(text, hover)).toBe(expected);
  });

  test("shows values that stand in a text that may be shown, however they are spelled there", () => {
    const source = `const a = 'it\\'s'; const b = 0xff00; const c = 1_000_000; const d = "a long one";`;
    const text = '```ts\nconst all: "it\'s" | 65280 | 1000000 | "a lo..." | "other"\n```';
    expect(shown(text, hover, source)).toBe('```ts\nconst all: "it\'s" | 65280 | 1000000 | "a lo..." | "…"\n```');
  });
});

describe("a message", () => {
  test.each([
    [`Type '"hunter2"' is not assignable to type 'number'.`, `Type '"…"' is not assignable to type 'number'.`],
    [`Type '1234567' isn't assignable to '{ "k": 12; }'.`, `Type '…' isn't assignable to '{ "…": 12; }'.`],
    ["Expected 2000 lines, but it doesn't end before 3000.", "Expected 2000 lines, but it doesn't end before 3000."],
    [`cannot use k (constant "hunter2" of type string)`, `cannot use k (constant "…" of type string)`],
    ["cannot use k (constant 1234567 of type int)", "cannot use k (constant … of type int)"],
    ["expected `u32`, found `&'static str`", "expected `u32`, found `&'static str`"],
    ['Invalid: `Literal["hunter2"]`', 'Invalid: `Literal["…"]`'],
  ])("%j", (text, expected) => {
    expect(shown(text, { kind: "message" })).toBe(expected);
  });

  test("with names in double quotes has its values in single ones", () => {
    const text = `Type "Literal['hunter2']" is not assignable to "int"\n  "Literal[1234567]" is no "str"`;
    const masked = `Type "Literal['…']" is not assignable to "int"\n  "Literal[…]" is no "str"`;
    expect(shown(text, { kind: "message", names: '"' })).toBe(masked);
  });
});
