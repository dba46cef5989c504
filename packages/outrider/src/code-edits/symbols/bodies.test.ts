import { expect, test } from "vitest";
import {
  checkEdits,
  type EditRow,
  editRows,
  insert,
  openSymbolEdits,
  remove,
  replace,
} from "../../../test/support/symbol-edits-kit.ts";

const wasBroken = /had syntax errors before/;
const refused = { refused: "broken_syntax" } as const;

/** An interface in its language, a member with a body that it forbids, and one without. */
const interfaces: readonly (readonly [file: string, holder: string, withBody: string, without: string])[] = [
  ["a.swift", "protocol P {\n    func a()\n}\n", "func b() -> Int { return 1 }", "func b() -> Int"],
  ["b.swift", "protocol P {\n    func a()\n}\n", "init() {\n    x = 1\n}", "init()"],
  ["A.java", "interface P {\n    void a();\n}\n", "int b() { return 1; }", "int b();"],
  ["B.java", "interface P {\n    void a();\n}\n", "public <T> int b() { return 1; }", "default int b() { return 1; }"],
  ["C.java", "interface P {\n    void a();\n}\n", "<T> int b() { return 1; }", "static int b() { return 1; }"],
  ["D.java", "abstract class P {\n    void a() {}\n}\n", "abstract int b() { return 1; }", "abstract int b();"],
  ["a.ts", "interface P {\n    a(): void;\n}\n", "b() { return 1; }", "b(): number;"],
  ["b.ts", "abstract class P {\n    a() {}\n}\n", "abstract b() { return 1; }", "abstract b(): number;"],
  ["a.go", "package a\n\ntype P interface {\n    A()\n}\n", "B() int { return 1 }", "B() int"],
  ["a.php", "<?php\ninterface P {\n    function a();\n}\n", "public function b() { return 1; }", "function b();"],
  [
    "b.php",
    "<?php\nabstract class P {\n    function a() {}\n}\n",
    "abstract function b() {}",
    "abstract function b();",
  ],
  ["a.sol", "interface P {\n    function a() external;\n}\n", "function b() external { }", "function b() external;"],
  ["a.cs", "abstract class P {\n    void A() { }\n}\n", "abstract int B() { return 1; }", "abstract int B();"],
  ["b.cs", "interface P {\n    void A();\n}\n", "abstract int B() { return 1; }", "int B() { return 1; }"],
  ["a.kt", "abstract class P {\n    fun a() {}\n}\n", "abstract fun b() { }", "abstract fun b()"],
  ["b.kt", "interface P {\n    fun a()\n}\n", "abstract fun b() { }", "fun b() { }"],
];

test("a body where the language forbids one is refused, a declaration without one is not", async () => {
  await checkEdits(
    interfaces.flatMap(([file, holder, withBody, without]) =>
      editRows(file, [[holder, insert("P", "last", withBody), refused], accepted(holder, without)]),
    ),
  );
});

function accepted(holder: string, member: string): EditRow {
  return [holder, insert("P", "last", member), holder.replace(/\}\n$/, `    ${member}\n}\n`)];
}

test("the refusal says what is forbidden", async () => {
  const { edit } = await openSymbolEdits({ "a.swift": "protocol P {\n    func a()\n}\n" });
  const { message } = await edit("a.swift", insert("P", "last", "func b() { run() }"));
  expect(message).toContain("a.swift:3:14");
  expect(message).toContain("A member of a protocol has no body");
});

test("a member with a forbidden body is removed and replaced as a whole", async () => {
  const before =
    "protocol P {\n    func a() -> Int { return 1 }\n    func c()\n    init() {\n        run()\n    }\n}\n";
  await checkEdits(
    editRows("a.swift", [
      [before, remove("P/a"), before.replace("    func a() -> Int { return 1 }\n", ""), wasBroken],
      [before, remove("P/init"), before.replace("    init() {\n        run()\n    }\n", ""), wasBroken],
      [before, replace("P/a", "func a() -> Int"), before.replace(" { return 1 }", ""), wasBroken],
    ]),
  );
});
