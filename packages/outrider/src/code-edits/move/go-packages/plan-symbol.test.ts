import { expect, test } from "vitest";
import { complaintsOf, type MoveCase, runMoves } from "../../../../test/support/move-cases.ts";

const cases: readonly MoveCase[] = [
  {
    title: "to a file that is made, with the imports it needs",
    files: {
      "old.go": `package a\n\nimport (\n\t"fmt"\n\tstr "strings"\n)\n\n// Shout is loud.\nfunc Shout(s string) string {\n\treturn str.ToUpper(s)\n}\n\nfunc Say() {\n\tfmt.Println(Shout("a"))\n}\n`,
    },
    path: "old.go",
    symbol: "Shout",
    to: "new.go",
    after: {
      "old.go": `package a\n\nimport (\n\t"fmt"\n)\n\nfunc Say() {\n\tfmt.Println(Shout("a"))\n}\n`,
      "new.go": `package a\n\nimport str "strings"\n\n// Shout is loud.\nfunc Shout(s string) string {\n\treturn str.ToUpper(s)\n}\n`,
    },
  },
  {
    title: "to a file with imports of its own",
    files: {
      "old.go": `package b\n\nimport "fmt"\n\ntype T struct{}\n\nfunc Say() {\n\tfmt.Println(T{})\n}\n`,
      "new.go": `package b\n\nimport (\n\t"os"\n)\n\nvar Args = os.Args\n`,
    },
    path: "old.go",
    symbol: "Say",
    to: "new.go",
    after: {
      "old.go": `package b\n\ntype T struct{}\n`,
      "new.go": `package b\n\nimport (\n\t"os"\n\t"fmt"\n)\n\nvar Args = os.Args\n\nfunc Say() {\n\tfmt.Println(T{})\n}\n`,
    },
  },
  {
    title: "another directory is refused",
    files: { "old.go": "package c\n\nfunc F() {}\n" },
    path: "old.go",
    symbol: "F",
    to: "sub/new.go",
    refused: "cannot_prove",
  },
  {
    title: "a file stays in its directory",
    files: { "old.go": "package d\n\nfunc F() {}\n" },
    path: "old.go",
    to: "sub/old.go",
    refused: "cannot_prove",
  },
  {
    title: "a file may have another name, and not become a test by it",
    files: { "old.go": "package e\n\nfunc F() {}\n" },
    path: "old.go",
    to: "old_test.go",
    refused: "cannot_prove",
  },
  {
    title: "a method is a part of its type",
    files: { "old.go": "package f\n\ntype T struct{}\n\nfunc (T) M() {}\n" },
    path: "old.go",
    symbol: "T/M",
    to: "new.go",
    refused: "cannot_prove",
  },
];

test("symbols of Go move inside of their package, and it can be built afterwards", async () => {
  const kit = await runMoves(cases, { shared: { "go.mod": "module example.com/m\n\ngo 1.21\n" } });
  const said = await complaintsOf("go", ["build", "./..."], kit.root);
  expect(said).toBe("");
});
