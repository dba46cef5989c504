import type { Node } from "web-tree-sitter";
import typescript from "../../src/languages/typescript/index.ts";
import { parseText } from "../../src/syntax/extract/parse-text.ts";

/** Formats of documents and settings, too: ids only where something next to them says "language". */
const formats: ReadonlySet<string> = new Set(["json", "yaml", "toml", "markdown"]);

/**
 * Places in TypeScript that compare a language with an id, list ids, keep a table by them or hand one out: `line id`. One id counts
 * next to something that is called a language, two count wherever they stand together.
 */
export async function findLanguageIds(text: string, ids: ReadonlySet<string>): Promise<readonly string[]> {
  if (!mentions(text, ids)) return [];
  const found = await parseText(typescript, text, { limitMs: 60_000 }, ({ rootNode }) =>
    rootNode
      .descendantsOfType([
        "binary_expression",
        "switch_statement",
        "array",
        "object",
        "arguments",
        "regex",
        "union_type",
        "string",
      ])
      .flatMap((node) => (node === null ? [] : judge(node, ids))),
  );
  if (found === undefined) throw new Error("Parsing took too long.");
  return found;
}

/** Saves parsing most files. */
function mentions(text: string, ids: ReadonlySet<string>): boolean {
  return text.split(/[^\w-]+/).some((word) => ids.has(word));
}

function judge(node: Node, ids: ReadonlySet<string>): readonly string[] {
  switch (node.type) {
    case "binary_expression":
      return judgeComparison(node, ids);
    case "switch_statement":
      return isLanguage(nameOf(node.childForFieldName("value")))
        ? told(
            node,
            node.descendantsOfType("switch_case").map((each) => stringOf(each?.childForFieldName("value"))),
            ids,
            1,
          )
        : [];
    case "array":
      return told(node, node.namedChildren.map(firstString), ids, minIn(node));
    case "object":
      return [...told(node, node.namedChildren.map(keyOf), ids, minIn(node)), ...judgePairs(node, ids)];
    case "arguments":
      return /language/i.test(nameOf(node.parent?.childForFieldName("function")))
        ? told(node, node.namedChildren.map(stringOf), ids, 1)
        : [];
    case "union_type":
      return node.parent?.type === "union_type"
        ? []
        : told(node, node.descendantsOfType("string").map(stringOf), ids, minIn(node));
    case "regex":
      return /^\/\^.*\$\/\w*$/s.test(node.text) ? told(node, node.text.split(/[^\w\\]+/), ids, minIn(node)) : [];
    default:
      return isSplit(node) ? told(node, stringOf(node)?.split(/\s+/) ?? [], ids, minIn(node)) : [];
  }
}

function judgeComparison(node: Node, ids: ReadonlySet<string>): readonly string[] {
  if (!/^[!=]==?$/.test(node.childForFieldName("operator")?.text ?? "")) return [];
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  const isAbout = isLanguage(nameOf(left)) || isLanguage(nameOf(right));
  return isAbout ? told(node, [stringOf(left), stringOf(right)], ids, 1) : [];
}

/** `{ language: "python" }`. */
function judgePairs(node: Node, ids: ReadonlySet<string>): readonly string[] {
  return node.namedChildren.flatMap((pair) =>
    pair?.type === "pair" && isLanguage(keyOf(pair) ?? "")
      ? told(pair, [stringOf(pair.childForFieldName("value"))], ids, 1)
      : [],
  );
}

type Word = string | undefined;

function told(node: Node, words: readonly Word[], ids: ReadonlySet<string>, least: 1 | 2): readonly string[] {
  const found = [...new Set(words)].filter((word) => word !== undefined && ids.has(word));
  const certain = least === 1 ? found : found.filter((word) => word !== undefined && !formats.has(word));
  return certain.length >= least ? [`${node.startPosition.row + 1} ${found.join(" ")}`] : [];
}

function stringOf(node: Node | null | undefined): Word {
  return node?.type === "string" ? node.text.slice(1, -1) : undefined;
}

/** Of an entry of a table, its key: `["python", reader]`. */
function firstString(node: Node | null): Word {
  return stringOf(node?.type === "array" ? node.namedChildren[0] : node);
}

function keyOf(node: Node | null): Word {
  const key = node?.type === "pair" ? node.childForFieldName("key") : null;
  return key?.type === "property_identifier" ? key.text : stringOf(key);
}

function nameOf(node: Node | null | undefined): string {
  if (node?.type === "identifier") return node.text;
  if (node?.type === "parenthesized_expression") return nameOf(node.namedChildren[0]);
  if (node?.type !== "member_expression") return "";
  const name = node.childForFieldName("property")?.text ?? "";
  return name === "id" ? `${nameOf(node.childForFieldName("object"))} id` : name;
}

function isLanguage(name: string): boolean {
  return /language|^lang$/i.test(name);
}

/** How many ids make it one: what a language is bound to needs no second. */
function minIn(node: Node): 1 | 2 {
  for (let at = node.parent; at !== null; at = at.parent) {
    if (at.type === "variable_declarator" || at.type === "type_alias_declaration")
      return isLanguage(at.childForFieldName("name")?.text ?? "") ? 1 : 2;
    if (at.type === "pair") return isLanguage(keyOf(at) ?? "") ? 1 : 2;
    if (at.type === "property_signature") return isLanguage(at.childForFieldName("name")?.text ?? "") ? 1 : 2;
    if (/statement|function|program/.test(at.type)) return 2;
  }
  return 2;
}

/** `"python ruby".split(" ")`. */
function isSplit({ parent }: Node): boolean {
  return parent?.type === "member_expression" && parent.childForFieldName("property")?.text === "split";
}
