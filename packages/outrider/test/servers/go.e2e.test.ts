import { expect, test } from "vitest";
import { openKit } from "../support/outrider-kit.ts";
import { readWhenLoaded } from "../support/read-when-loaded.ts";
import { checkServer } from "./check-server.ts";
import { programThatWorks } from "./program-that-works.ts";

const { program, note } = await programThatWorks("gopls", [
  ["gopls", "version"],
  ["go", "version"],
]);

const files = {
  "go.mod": "module shop\n\ngo 1.20\n",
  "store/store.go": `package store

type Store interface{ Get(key string) int }

type Box struct{ size int }

func (b Box) Get(key string) int { return Merge(b.size, len(key)) }

// Merge adds.
func Merge(a, b int) int { return a + b }
`,
  "store/store_test.go": `package store

import "testing"

func TestMerge(t *testing.T) {
	if Merge(1, 2) != 3 {
		t.Fatal("Merge")
	}
}
`,
  "other/other.go": 'package other\n\nfunc Merge() string { return "Merge" }\n\nvar X = Merge()\n',
  "main.go": `package main

import (
	"shop/other"
	shelf "shop/store"
)

func run(s shelf.Store) int {
	merge := shelf.Merge
	return merge(1, shelf.Merge(s.Get("größe 😀"), 2))
}

func main() {
	run(shelf.Box{})
	println(other.Merge())
}
`,
};

test.skipIf(program === undefined)(`gopls answers in full${note}`, async ({ annotate }) => {
  if (program === undefined) return;
  const told = await checkServer({
    server: program,
    files,
    references: {
      symbol: "Merge",
      path: "store/store.go",
      places: ["main.go:10", "main.go:9", "store/store.go:7", "store/store_test.go:6"],
    },
    definition: { path: "main.go", line: 10, symbol: "Get", at: "store/store.go:3", hover: "Get(key string) int" },
    calls: {
      symbol: "run",
      path: "main.go",
      completeness: "complete",
      callers: ["main main.go:14"],
      callees: ["Merge store/store.go:10", "Store/Get store/store.go:10"],
    },
    problem: {
      path: "main.go",
      text: files["main.go"].replace("run(shelf.Box{})", "run(7)"),
      line: 14,
      message: /cannot use 7/,
    },
    edit: {
      files: {
        "other/other.go":
          'package other\n\nimport "shop/store"\n\nvar X = store.Merge(1, 2)\n\nfunc Merge() int { return X }\n',
        "more/more.go": 'package more\n\nimport . "shop/store"\n\nvar Y = Merge(3, 4)\n',
      },
      places: [
        "main.go:10",
        "main.go:9",
        "more/more.go:5",
        "other/other.go:5",
        "store/store.go:7",
        "store/store_test.go:6",
      ],
    },
  });
  // Its own version, not the one of Go.
  expect(told).toMatch(/^gopls 0\./);
  await annotate(told);
});

test.skipIf(program === undefined)(
  `types of another platform are listed by syntax, and the answer is not complete${note}`,
  async () => {
    if (program === undefined) return;
    const kit = await openKit(
      {
        "go.mod": "module shop\n\ngo 1.20\n",
        "shop.go":
          "package shop\n\ntype Closer interface{ Shut() error }\n\ntype box struct{}\n\nfunc (b *box) Shut() error { return nil }\n",
        "shop_plan9.go": "package shop\n\ntype shelf struct{}\n\nfunc (s shelf) Shut() error { return nil }\n",
        "rest.go":
          "//go:build plan9\n\npackage shop\n\ntype rest struct{}\n\nfunc (r rest) Shut() error { return nil }\n",
      },
      { servers: [program] },
    );
    const text = await readWhenLoaded(kit, "hierarchy", { symbol: "Closer" });
    expect(text).toMatch(/partial by gopls/);
    expect(text).toMatch(
      /box shop\.go:5 \(pointer only\)\n~rest rest\.go:5 \(has its members\)\n~shelf shop_plan9\.go:3/,
    );
  },
);
