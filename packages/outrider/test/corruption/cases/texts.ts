import { type CaseInput, inFile, overFiles } from "../case.ts";

const files = {
  "src/store.ts": `export class Store {
  getItem(key: string) { return this.items.getItem(key); }
  items = new Map();
}
`,
  "src/use.ts": `import { Store } from "./store";
const store = new Store();
store.getItem("a"); store.getItem("b");
`,
  "notes.md": `# Notes

Call \`getItem\`.

## Setup

- One
`,
};

const several = overFiles("texts", files);

/** Edits of several files by `edit_file`. */
export const severalFileCases = [
  several.does(
    "one edit a file",
    edits(["src/store.ts", "getItem(key: string)", "get(key: string)"], ["src/use.ts", 'getItem("a")', 'get("a")']),
    [
      ...inFile("src/store.ts", "getItem(key: string)", "get(key: string)"),
      ...inFile("src/use.ts", 'getItem("a")', 'get("a")'),
    ],
  ),
  several.does(
    "two edits of a file around one of another",
    edits(
      ["src/use.ts", 'getItem("a")', 'get("a")'],
      ["notes.md", "- One", "- One\n- Two"],
      ["src/use.ts", 'get("a"); ', 'get("a");\n'],
    ),
    [
      ...inFile("src/use.ts", 'store.getItem("a"); ', 'store.get("a");\n'),
      ...inFile("notes.md", "- One", "- One\n- Two"),
    ],
  ),
  several.does(
    "a section, the end of a file and front matter",
    {
      path: "notes.md",
      front_matter: { draft: true },
      edits: [
        { symbol: "Setup", position: "end", new_string: "- Two" },
        { path: "src/use.ts", position: "end", new_string: "done();" },
      ],
    },
    [
      ...inFile("notes.md", "# Notes\n", "---\ndraft: true\n---\n\n# Notes\n", "- One\n", "- One\n- Two\n"),
      ...inFile("src/use.ts", 'getItem("b");\n', 'getItem("b");\ndone();\n'),
    ],
  ),
  several.refuses(
    "the last edit fits nowhere",
    edits(["src/store.ts", "getItem(key: string)", "get(key: string)"], ["src/use.ts", "nothing like it", "x"]),
    "no_match",
  ),
  several.refuses(
    "the first edit fits twice",
    edits(["src/use.ts", "getItem", "get"], ["src/store.ts", "items = new Map()", "items = new Set()"]),
    "ambiguous",
  ),
  several.refuses(
    "a file that is not there",
    edits(["src/use.ts", '"a"', '"c"'], ["src/none.ts", "a", "b"]),
    "not_found",
  ),
];

/** Replacement by pattern: previewed, then written. */
export const patternCases = [
  several.does("text in all files", { path: ".", glob: "*", old_string: "getItem(", new_string: "get$1(" }, [
    ...inFile(
      "src/store.ts",
      "getItem(key: string) { return this.items.getItem(",
      "get$1(key: string) { return this.items.get$1(",
    ),
    ...inFile("src/use.ts", 'getItem("a"); store.getItem(', 'get$1("a"); store.get$1('),
  ]),
  several.does(
    "an expression with groups",
    { path: "src", pattern: String.raw`(\w+)\.get(Item)\((".")\)`, new_string: "read$2($1, $3)" },
    inFile("src/use.ts", 'store.getItem("a"); store.getItem("b")', 'readItem(store, "a"); readItem(store, "b")'),
  ),
  several.does(
    "text over lines, with lines in the new text",
    { path: ".", glob: "*.md", old_string: "## Setup\n\n- One", new_string: "## Use\n\n- Two\n- Three" },
    inFile("notes.md", "## Setup\n\n- One", "## Use\n\n- Two\n- Three"),
  ),
  several.does(
    "nothing in place of what was there",
    { path: "src/use.ts", pattern: String.raw`store\.getItem\("a"\); `, new_string: "" },
    inFile("src/use.ts", 'store.getItem("a"); ', ""),
  ),
  several.does(
    "before each line",
    { path: "notes.md", pattern: "^- ", new_string: "- [ ] " },
    inFile("notes.md", "- One", "- [ ] One"),
  ),
  several.does(
    "behind each line with text",
    { path: "src/store.ts", pattern: ";$", new_string: "; //" },
    inFile("src/store.ts", "new Map();", "new Map(); //"),
  ),
  several.refuses("a pattern without a match", { path: ".", pattern: "getNothing", new_string: "x" }, "no_match"),
  several.refuses(
    "new text that is there already",
    { path: ".", pattern: "getItem", new_string: "getItem" },
    "no_change",
  ),
  several.refuses("a pattern that is none", { path: ".", pattern: "getItem(", new_string: "x" }, "invalid_pattern"),
];

function edits(...rows: readonly (readonly [path: string, old: string, text: string])[]): CaseInput {
  return { edits: rows.map(([path, old_string, new_string]) => ({ path, old_string, new_string })) };
}
