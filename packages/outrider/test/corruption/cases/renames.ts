import { type CorruptionCase, inFile, over, overFiles, rename, same, to } from "../case.ts";
import { written } from "../variants.ts";

const local = over(
  "typescript",
  "local.ts",
  `function helper(count: number): number {
  return count + 1; // helper
}

export function run(): number {
  const helperText = "helper";
  return helper(helperText.length) + helper(2);
}
`,
);
const shadow = over(
  "typescript",
  "shadow.ts",
  `const value = 1;

function outer(value: number): number {
  return value;
}

export const total = value + outer(value);
export const record = { value };
`,
);
const across = overFiles("typescript", {
  "store.ts": `/** Store keeps. */
export class Store {
  size = 0;
  read(): number {
    return this.size;
  }
}

export const open = (): Store => new Store();
`,
  "use.ts": `import { open, type Store } from "./store.ts";

export function useStore(store: Store = open()): number {
  const { size } = store;
  return store.read() + size; // Store
}
`,
  "again.ts": `export { Store as Shop } from "./store.ts";
export { open } from "./store.ts";
`,
  "notes.md": "Use `Store` and `open`.\n",
});
const view = overFiles("tsx", {
  "view.tsx": `export function Row({ title }: { title: string }) {
  return <li>{title} Row</li>;
}

export const List = () => (
  <ul>
    <Row title="Row" />
    <Row title="b"></Row>
  </ul>
);
`,
});
const python = over(
  "python",
  "names.py",
  `def _helper(count):
    """_helper helps."""
    return count


def run(_helper_text="_helper"):
    return _helper(1) + _helper(2)


class A:
    def read(self):
        return getattr(self, "read")
`,
);
const go = over(
  "go",
  "names.go",
  "package names\n\nfunc helper(a int) int { return a }\n\nfunc Run() int { return helper(1) + helper(2) }\n",
);
const rust = over(
  "rust",
  "names.rs",
  'fn helper(a: u8) -> u8 {\n    a\n}\n\npub fn run() -> u8 {\n    println!("helper {}", helper(1));\n    helper(2)\n}\n',
);
const bash = over("bash", "names.sh", "#!/bin/bash\nhelper() {\n  echo helper\n}\nhelper 1\nx=helper\n");
const cpp = over(
  "cpp",
  "names.cpp",
  "static int helper(int a) { return a; }\n#define CALL helper(1)\nint run() { return helper(1) + CALL; }\n",
);
const ruby = over("ruby", "names.rb", "def helper(a)\n  a\nend\n\nputs helper(1), send(:helper, 2)\n");
const java = over(
  "java",
  "Names.java",
  "class Names {\n    private int helper(int a) {\n        return a;\n    }\n\n    int run() {\n        return helper(1) + this.helper(2);\n    }\n}\n",
);
const php = over("php", "names.php", '<?php\nfunction helper($a)\n{\n    return $a;\n}\necho helper(1), "helper";\n');
const crlf = over("typescript", "crlf.ts", "const helper = 1;\nexport const total = helper + 1;\n");

const localRenamed = to(
  "function helper(",
  "function aid(",
  "return helper(helperText.length) + helper(2);",
  "return aid(helperText.length) + aid(2);",
);
const shadowRenamed = to(
  "const value = 1;",
  "const amount = 1;",
  "total = value + outer(value)",
  "total = amount + outer(amount)",
  "{ value };",
  "{ value: amount };",
);

const plainRenames = [
  local.mayRefuse(
    "a function of one file is renamed, text and comments are not",
    rename("helper", "aid"),
    localRenamed,
  ),
  crlf.mayRefuse(
    "a const of one file is renamed",
    rename("helper", "aid"),
    to("const helper = 1", "const aid = 1", "= helper + 1", "= aid + 1"),
  ),
];

/** By syntax alone: what cannot be proven has to be refused. */
export const renames = [
  ...plainRenames,
  ...written(plainRenames, "crlf"),
  ...written(plainRenames, "utf-16le"),
  shadow.mayRefuse("a const that a parameter hides is renamed", rename("value", "amount"), shadowRenamed),
  local.refuses("a name that is taken", rename("helper", "run")),
  local.refuses("a name that a local variable has where it is used", rename("helper", "helperText")),
  local.refuses("a name that is no name", rename("helper", "two words")),
  local.refuses("a name that is a word of the language", rename("helper", "return")),
  local.refuses("an empty name", rename("helper", "")),
  local.refuses("a name with code in it", rename("helper", "aid(){}; function x")),
  local.refuses("the name it has", rename("helper", "helper")),
  local.refuses("a symbol to rename that is not there", rename("nothing", "aid"), "no_symbol"),
  local.refuses("a rename that expects another text", rename("helper", "aid", { expect: "return count + 2" }), "stale"),
  local.mayRefuse("a dry run of a rename", rename("helper", "aid", { dry_run: true }), same),
  across.mayRefuse("a class that other files use", rename("Store", "Depot", { path: "store.ts" }), acrossRenamed()),
  across.mayRefuse("a method that another file calls", rename("Store/read", "load", { path: "store.ts" }), [
    ...inFile("store.ts", "read(): number", "load(): number"),
    ...inFile("use.ts", "store.read()", "store.load()"),
  ]),
  view.mayRefuse(
    "a component that is used in JSX",
    rename("Row", "Line", { path: "view.tsx" }),
    inFile(
      "view.tsx",
      "function Row(",
      "function Line(",
      '<Row title="Row" />',
      '<Line title="Row" />',
      '<Row title="b"></Row>',
      '<Line title="b"></Line>',
    ),
  ),
  python.mayRefuse(
    "a function of Python",
    rename("_helper", "_aid"),
    to("def _helper(count)", "def _aid(count)", "return _helper(1) + _helper(2)", "return _aid(1) + _aid(2)"),
  ),
  python.mayRefuse(
    "a method of Python, which anything may call",
    rename("A/read", "load"),
    to("def read(self)", "def load(self)"),
  ),
  python.refuses("a function of Python to a word of the language", rename("_helper", "lambda")),
  go.mayRefuse(
    "a function of Go",
    rename("helper", "aid"),
    to("func helper(", "func aid(", "return helper(1) + helper(2)", "return aid(1) + aid(2)"),
  ),
  go.refuses("a function of Go to one that is there", rename("helper", "Run")),
  rust.mayRefuse(
    "a function of Rust that a macro calls",
    rename("helper", "aid"),
    to("fn helper(", "fn aid(", '", helper(1)', '", aid(1)', "    helper(2)", "    aid(2)"),
  ),
  bash.mayRefuse("a function of bash", rename("helper", "aid"), to("helper() {", "aid() {", "\nhelper 1", "\naid 1")),
  cpp.mayRefuse(
    "a function of C++ that a macro names",
    rename("helper", "aid"),
    to("int helper(int", "int aid(int", "CALL helper(1)", "CALL aid(1)", "return helper(1)", "return aid(1)"),
  ),
  ruby.mayRefuse(
    "a method of Ruby",
    rename("helper", "aid"),
    to("def helper", "def aid", "puts helper(1)", "puts aid(1)"),
  ),
  java.mayRefuse(
    "a private method of Java",
    rename("Names/helper", "aid"),
    to("int helper(", "int aid(", "return helper(1) + this.helper(2)", "return aid(1) + this.aid(2)"),
  ),
  php.mayRefuse(
    "a function of PHP",
    rename("helper", "aid"),
    to("function helper", "function aid", "echo helper(1)", "echo aid(1)"),
  ),
];

/** The same questions where TypeScript itself answers. */
export const serverRenames: readonly CorruptionCase[] = [
  local.does("a function of one file", rename("helper", "aid"), localRenamed),
  shadow.does("a const that a parameter hides", rename("value", "amount"), shadowRenamed),
  across.does("a class that other files use", rename("Store", "Depot", { path: "store.ts" }), acrossRenamed()),
  across.does("a method that another file calls", rename("Store/read", "load", { path: "store.ts" }), [
    ...inFile("store.ts", "read(): number", "load(): number"),
    ...inFile("use.ts", "store.read()", "store.load()"),
  ]),
  across.does("a field that is taken out of an object", rename("Store/size", "count", { path: "store.ts" }), [
    ...inFile("store.ts", "size = 0", "count = 0", "this.size", "this.count"),
    ...inFile("use.ts", "const { size } = store", "const { count: size } = store"),
  ]),
  across.mayRefuse(
    "a function that another file exports again",
    rename("open", "make", { path: "store.ts" }),
    [
      ...inFile("store.ts", "const open", "const make"),
      ...inFile("use.ts", "{ open, type", "{ make as open, type"),
      ...inFile("again.ts", "{ open }", "{ make as open }"),
    ],
    [
      ...inFile("store.ts", "const open", "const make"),
      ...inFile("use.ts", "{ open, type", "{ make, type", "= open()", "= make()"),
      ...inFile("again.ts", "{ open }", "{ make as open }"),
    ],
    [
      ...inFile("store.ts", "const open", "const make"),
      ...inFile("use.ts", "{ open, type", "{ make, type", "= open()", "= make()"),
      ...inFile("again.ts", "{ open }", "{ make }"),
    ],
  ),
  view.does(
    "a component that is used in JSX",
    rename("Row", "Line", { path: "view.tsx" }),
    inFile(
      "view.tsx",
      "function Row(",
      "function Line(",
      '<Row title="Row" />',
      '<Line title="Row" />',
      '<Row title="b"></Row>',
      '<Line title="b"></Line>',
    ),
  ),
  local.refuses("a name that is taken", rename("helper", "run")),
  local.refuses("a name that a local variable has where it is used", rename("helper", "helperText")),
  local.refuses("a name that is no name", rename("helper", "two words")),
  local.refuses("a name that is a word of the language", rename("helper", "return")),
  local.does("a dry run of a rename", rename("helper", "aid", { dry_run: true }), same),
  across.refuses(
    "a rename behind an edit of a file that it touches",
    {
      edits: [
        { action: "replace", path: "use.ts", symbol: "useStore", part: "body", body: "return 1;" },
        rename("Store", "Depot", { path: "store.ts" }),
      ],
    },
    "edited_before",
  ),
  across.does(
    "a rename and then an edit",
    {
      edits: [
        rename("Store", "Depot", { path: "store.ts" }),
        { action: "replace", path: "store.ts", symbol: "Depot/read", part: "body", body: "return 1;" },
      ],
    },
    [...acrossRenamed(), ...inFile("store.ts", "return this.size;", "return 1;")],
  ),
  across.refuses(
    "a rename and then an edit that fails",
    {
      edits: [
        rename("Store", "Depot", { path: "store.ts" }),
        { action: "remove", path: "store.ts", symbol: "nothing" },
      ],
    },
    "no_symbol",
  ),
  ...written(
    [
      local.does("a function of one file", rename("helper", "aid"), localRenamed),
      across.does("a class that other files use", rename("Store", "Depot", { path: "store.ts" }), acrossRenamed()),
    ],
    "crlf",
  ),
  ...written([local.does("a function of one file", rename("helper", "aid"), localRenamed)], "bom"),
].map((each) => ({ ...each, name: `${each.name}, with TypeScript`, server: "typescript" as const }));

function acrossRenamed(): ReturnType<typeof inFile> {
  return [
    ...inFile(
      "store.ts",
      "export class Store {",
      "export class Depot {",
      "(): Store => new Store()",
      "(): Depot => new Depot()",
    ),
    ...inFile("use.ts", "{ open, type Store }", "{ open, type Depot }", "(store: Store =", "(store: Depot ="),
    ...inFile("again.ts", "{ Store as Shop }", "{ Depot as Shop }"),
  ];
}
