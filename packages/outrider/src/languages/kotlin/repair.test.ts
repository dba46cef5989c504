import { expect, it } from "vitest";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import kotlin from "./index.ts";

it.each([
  ["interface A { fun f(): Int }", "interface A, method A/f"],
  [
    "class A { val x = 1 }\nclass B(val y: Int) { fun g() = y }",
    "class A, property A/x, class B, property B/y, method B/g",
  ],
  ["enum class E { A, B; fun f() = 1 }", "enum E, member E/A, member E/B, method E/f"],
  ['val a = object : B { override fun f() = 1 }\nval s = "${ a }"', "variable a, method a/f, variable s"],
])("declarations on one line: %s", async (text, told) => {
  const found = await extractSymbols(kotlin, { file: "a.kt", text });
  expect(found?.broken).toBe(false);
  expect(found?.symbols.map(({ kind, path }) => `${kind} ${path}`).join(", ")).toBe(told);
});
