// Prints the syntax tree of a file, with field names and positions:
//   node scripts/print-tree.mjs Main.elm @cursorless/tree-sitter-wasms/out/tree-sitter-elm.wasm
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";

const [file, grammar] = process.argv.slice(2);
if (file === undefined || grammar === undefined) {
  console.error("Usage: node scripts/print-tree.mjs FILE GRAMMAR.wasm");
  process.exit(2);
}
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(createRequire(import.meta.url).resolve(grammar)));
const tree = parser.parse(readFileSync(file, "utf8"));

function print(node, field, depth) {
  const { row, column } = node.startPosition;
  const text = node.childCount === 0 ? ` ${JSON.stringify(node.text.slice(0, 60))}` : "";
  const name = node.isNamed ? `(${node.type})` : JSON.stringify(node.type);
  console.log(`${"  ".repeat(depth)}${field === null ? "" : `${field}: `}${name} ${row + 1}:${column}${text}`);
  node.children.forEach((child, index) => child !== null && print(child, node.fieldNameForChild(index), depth + 1));
}

if (tree !== null) print(tree.rootNode, null, 0);
