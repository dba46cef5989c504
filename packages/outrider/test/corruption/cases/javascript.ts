import { inFile, insert, over, overFiles, remove, replace, replaceBody, to } from "../case.ts";

const plain = over(
  "javascript",
  "plain.js",
  `#!/usr/bin/env node
"use strict";
const fs = require("node:fs");

/**
 * Adds.
 */
function add(a, b) {
  return a + b;
}

async function* walk(root) {
  for await (const each of fs.promises.opendir(root)) yield each;
}

var one = 1, two = 2;

const shape = /[{(]\\/[/*]/g;

class Point extends Object {
  static #made = 0;
  x = 0;
  'quoted name'() {
    return 1;
  }
  static {
    Point.#made += 1;
  }
  [Symbol.iterator]() {
    return [this.x][Symbol.iterator]();
  }
}

module.exports = { add, walk, Point };
module.exports.extra = function extra() {
  return one + two;
};
`,
);

const loose = over(
  "javascript",
  "loose.js",
  `const list = make()
;[1, 2].forEach(log)

const next = list
const text = \`
  function inText() {
  }
\`
function make() { return [] }
function log(value) { console.log(value) }
`,
);

const hazard = over(
  "javascript",
  "hazard.js",
  `let value = 1;
(function run() {
  value += 1;
})();
let other = 2;
[1, 2].map(String);
`,
);

const modules = overFiles("javascript", {
  "lib.mjs": `export function used() {
  return 1;
}

export function free() {
  return 2;
}
`,
  "index.mjs": `export { used } from "./lib.mjs";
export * as lib from "./lib.mjs";
`,
});

/** CommonJS, semicolons that are not there, texts that look like code. */
export const javascript = [
  plain.does(
    "a function is replaced, its comment stays",
    replace("add", "function add(a, b, c) {\n  return a + b + c;\n}"),
    to("add(a, b) {\n  return a + b;", "add(a, b, c) {\n  return a + b + c;"),
  ),
  plain.does(
    "a function with its comment",
    replace("add", "/** Sums up. */\nfunction add(a, b) {\n  return a + b;\n}", { part: "with_doc" }),
    to("/**\n * Adds.\n */", "/** Sums up. */"),
  ),
  plain.mayRefuse(
    "a comment is sent where one is",
    replace("add", "/** Sums up. */\nfunction add(a, b) {\n  return a - b;\n}"),
    to("/**\n * Adds.\n */", "/** Sums up. */", "a + b;", "a - b;"),
  ),
  plain.does(
    "an async generator",
    replaceBody("walk", "yield root;"),
    to("for await (const each of fs.promises.opendir(root)) yield each;", "yield root;"),
  ),
  plain.mayRefuse("one of two with var", replace("two", "two = 3"), to("two = 2", "two = 3")),
  plain.mayRefuse(
    "one of two is removed",
    remove("one", { unproven: "leave" }),
    to("var one = 1, two = 2;", "var two = 2;"),
  ),
  plain.does(
    "an expression with brackets in it",
    replace("shape", "const shape = /[)}]/;"),
    to("/[{(]\\/[/*]/g", "/[)}]/"),
  ),
  plain.does(
    "a method with a quoted name",
    replaceBody("Point/quoted name", "return 2;"),
    to("return 1;", "return 2;"),
  ),
  plain.mayRefuse(
    "a method with a computed name",
    replaceBody("Point/[Symbol.iterator]", "return [][Symbol.iterator]();"),
    to("[this.x][Symbol.iterator]()", "[][Symbol.iterator]()"),
  ),
  plain.adds(
    "a method as the first of a class",
    insert("first", "Point", "y = 0;"),
    to("  static #made = 0;", "  y = 0;\n  static #made = 0;"),
  ),
  plain.adds(
    "a method as the last of a class",
    insert("last", "Point", "reset() {\n  this.x = 0;\n}"),
    to("[Symbol.iterator]();\n  }\n", "[Symbol.iterator]();\n  }\n  reset() {\n    this.x = 0;\n  }\n"),
  ),
  plain.mayRefuse(
    "what is assigned to exports",
    replaceBody("extra", "return one - two;"),
    to("one + two", "one - two"),
  ),
  plain.adds(
    "a require among the imports",
    insert("imports", undefined, 'const path = require("node:path");'),
    to('("node:fs");\n', '("node:fs");\nconst path = require("node:path");\n'),
    to("const fs = req", 'const path = require("node:path");\nconst fs = req'),
  ),
  plain.adds(
    "code at the start stands behind the first line",
    insert("first", undefined, "const zero = 0;"),
    to('("node:fs");\n', '("node:fs");\nconst zero = 0;\n'),
    to('"use strict";\n', '"use strict";\nconst zero = 0;\n'),
    to("const fs", "const zero = 0;\nconst fs"),
  ),
  plain.refuses("a function that is used is not removed", remove("add")),
  plain.does(
    "a function is removed if its uses are left, with its comment",
    remove("add", { unproven: "leave" }),
    to("/**\n * Adds.\n */\nfunction add(a, b) {\n  return a + b;\n}\n\n", ""),
  ),
  plain.refuses("an expression that is not closed swallows the rest", replace("shape", "const shape = /[{(;")),
  loose.does(
    "a const without a semicolon",
    replace("next", "const next = [...list]"),
    to("const next = list", "const next = [...list]"),
  ),
  loose.mayRefuse(
    "a const before a line that begins with a semicolon",
    replace("list", "const list = make(1)"),
    to("make()\n;", "make(1)\n;"),
  ),
  loose.does(
    "the body of a function on one line",
    replaceBody("make", "return [1]"),
    to("{ return [] }", "{ return [1] }"),
    to("{ return [] }", "{\n  return [1]\n}"),
  ),
  loose.does(
    "a function on one line becomes one of several",
    replace("make", "function make() {\n  return [1]\n}"),
    to("function make() { return [] }", "function make() {\n  return [1]\n}"),
  ),
  loose.refuses("what stands in a text is no symbol", replace("inText", "function inText() {}"), "no_symbol"),
  loose.does(
    "a text of several lines is replaced",
    replace("text", "const text = `\n    deep\nflat\n`"),
    to("`\n  function inText() {\n  }\n`", "`\n    deep\nflat\n`"),
  ),
  hazard.mayRefuse(
    "a missing semicolon before a bracket",
    replace("value", "let value = 2"),
    to("value = 1", "value = 2"),
  ),
  hazard.mayRefuse(
    "a missing semicolon before a square bracket",
    replace("other", "let other = 3"),
    to("other = 2", "other = 3"),
  ),
  hazard.mayRefuse(
    "code without a semicolon before a bracket",
    insert("after", "value", "const more = value"),
    to("value = 1;\n", "value = 1;\nconst more = value;\n"),
  ),
  modules.refuses("a function that another file exports again is not removed", remove("used", { path: "lib.mjs" })),
  modules.mayRefuse(
    "a function that nobody names is removed",
    remove("free", { path: "lib.mjs" }),
    inFile("lib.mjs", "\nexport function free() {\n  return 2;\n}\n", ""),
  ),
];
