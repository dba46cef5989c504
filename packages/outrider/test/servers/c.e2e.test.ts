import { expect, test } from "vitest";
import { openKit } from "../support/outrider-kit.ts";
import { readWhenLoaded } from "../support/read-when-loaded.ts";
import { checkServer } from "./check-server.ts";
import { programThatWorks } from "./program-that-works.ts";

const { program, note } = await programThatWorks("clangd", [["clangd", "--version"]]);

const files = {
  "compile_flags.txt": "-xc\n-std=c11\n-Isrc\n",
  "src/store.h":
    "#ifndef STORE_H\n#define STORE_H\nstruct bag { int size; };\nint merge(int a, int b);\n#define TWICE(x) ((x) + (x))\n#endif\n",
  "src/store.c":
    '#include "store.h"\n\nint merge(int a, int b) { return a + b; }\n\nint grow(struct bag *bag) { return merge(bag->size, 1); }\n',
  "src/other.c": "static int merge(void) { return 7; }\n\nint other(void) { return merge(); }\n",
  "src/main.c": `#include "store.h"

int grow(struct bag *bag);

int run(struct bag *bag) {
  /* größe 😀 merge */ int (*join)(int, int) = merge;
  int twice = TWICE(2);
  return join(1, merge(grow(bag), twice));
}

int main(void) {
  struct bag bag = { 1 };
  return run(&bag);
}
`,
};

test.skipIf(program === undefined)(
  `clangd answers in full and keeps no index in the project${note}`,
  async ({ annotate }) => {
    if (program === undefined) return;
    await annotate(
      await checkServer({
        server: program,
        files,
        references: {
          symbol: "merge",
          path: "src/store.c",
          places: ["src/main.c:6", "src/main.c:8", "src/store.c:5"],
        },
        definition: {
          path: "src/main.c",
          line: 8,
          symbol: "merge",
          at: "src/store.c:3",
          hover: "int merge(int a, int b)",
        },
        calls: {
          symbol: "grow",
          path: "src/store.c",
          completeness: "not syntactic",
          callers: ["run src/main.c:8"],
          callees: ["merge src/store.c:5"],
        },
        problem: {
          path: "src/main.c",
          text: files["src/main.c"].replace("return run(&bag);", "return run(&bag.sise);"),
          line: 13,
          message: /sise/,
        },
        edit: {
          files: {
            "src/other.c": '#include "store.h"\n\nint other(void) { return merge(1, 2); }\n',
            "src/more.c": '#include "store.h"\n\nint more(void) { return merge(3, 4); }\n',
          },
          places: ["src/main.c:6", "src/main.c:8", "src/more.c:3", "src/other.c:3", "src/store.c:5"],
        },
      }),
    );
  },
);

test.skipIf(program === undefined)(`what a macro uses is a use, and who uses the macro calls it${note}`, async () => {
  if (program === undefined) return;
  const kit = await openKit(
    {
      "compile_flags.txt": "-xc\n",
      "merge.h": "int merge(int a, int b);\n#define TWICE(x) merge(x, x)\n",
      "merge.c": '#include "merge.h"\nint merge(int a, int b) { return a + b; }\n',
      "use.c": '#include "merge.h"\nint use(void) { return TWICE(3); }\n',
    },
    { servers: [program] },
  );
  const text = await readWhenLoaded(kit, "references", { symbol: "merge", path: "merge.c" });
  expect(text).toContain(" 2: #define TWICE(x) merge(x, x) [TWICE]");
  const calls = await readWhenLoaded(kit, "call_graph", { symbol: "merge", path: "merge.c" });
  expect(calls).toContain("use use.c:2");
});
