import type { Node } from "web-tree-sitter";
import type { PlaceMeaning } from "../place-meaning.ts";

const callable = ["function", "method", "macro"] as const;
const typeWords = /^(?:type|typep|opaque|spec|callback|macrocallback)$/;
const definingWords = /^(?:def\w*|test|property|setup|setup_all|on_exit)$/;
const localValue: PlaceMeaning = { kinds: [] };

/**
 * Elixir keeps its names apart by form: `@name` is an attribute, `name:` a key, a name in a specification a type, and a name without
 * arguments a variable, or in old code a call.
 */
export function meaningAt(node: Node, name: string): PlaceMeaning | undefined {
  if (node.type === "keyword") return meaningOfKey(node);
  const { parent } = node;
  if (node.type !== "identifier" || parent === null) return undefined;
  if (isAttribute(node, parent)) return { kinds: ["constant"] };
  const isCalled = parent.type === "call" && parent.childForFieldName("target")?.id === node.id;
  if (parent.type === "dot" && parent.childForFieldName("right")?.id === node.id) return meaningAfterDot(parent);
  const spec = specificationAround(node);
  if (spec !== undefined && isHeadOf(spec, isCalled ? parent : node)) return undefined;
  // `name :: type` describes an argument.
  if (spec !== undefined) return isLabel(node, parent) ? localValue : { kinds: ["type"] };
  if (isCalled) return { kinds: callable };
  const isCaptured = parent.type === "binary_operator" && parent.parent?.childForFieldName("operator")?.type === "&";
  if (isCaptured && parent.childForFieldName("operator")?.type === "/") return { kinds: callable };
  return isBound(node, name) ? localValue : { kinds: callable, isOpen: true };
}

/** `%Name{key: 1}` names a field, `import Name, only: [name: 1]` a function; any other key may be a field of something. */
function meaningOfKey(node: Node): PlaceMeaning {
  const map = ancestor(node, ["map"], 5);
  const struct = map?.namedChildren.find(({ type }) => type === "struct")?.text;
  if (struct !== undefined) return { kinds: ["property"], ...ownerOf(struct) };
  const call = ancestor(node, ["call"], 7);
  if (map === undefined && call?.childForFieldName("target")?.text === "import") {
    const [, module] = /^import[\s(]+([\p{Lu}][\p{L}\p{N}_.]*)/u.exec(call.text) ?? [];
    return { kinds: callable, ...(module === undefined ? { isOpen: true } : { owner: module }) };
  }
  return { kinds: ["property"], isOpen: true };
}

function ownerOf(struct: string): Pick<PlaceMeaning, "owner" | "isOpen"> {
  if (struct === "__MODULE__") return { owner: "" };
  return /^\p{Lu}[\p{L}\p{N}_.]*$/u.test(struct) ? { owner: struct } : { isOpen: true };
}

/** After a module comes a function or type, after a value a field, or a function of the module that it holds. */
function meaningAfterDot(dot: Node): PlaceMeaning {
  const left = dot.childForFieldName("left");
  const hasArguments = dot.parent?.namedChildren.some(({ type }) => type === "arguments") === true;
  const inSpec = specificationAround(dot) !== undefined;
  const kinds = inSpec ? (["type"] as const) : callable;
  if (left?.text === "__MODULE__") return { kinds, owner: "" };
  // `__MODULE__.Name` is a module, too.
  if (left?.type === "alias" || left?.childForFieldName("right")?.type === "alias") return { kinds };
  // A built-in module of Erlang.
  if (left?.type === "atom") return { kinds: ["module"] };
  return { kinds: hasArguments ? callable : ["property", ...callable], isOpen: true };
}

/** `@name`, or `@name value`. */
function isAttribute(node: Node, parent: Node): boolean {
  const holder = parent.type === "call" && parent.childForFieldName("target")?.id === node.id ? parent.parent : parent;
  return holder?.type === "unary_operator" && holder.childForFieldName("operator")?.type === "@";
}

/** The expression of a type or signature that a node is part of. */
function specificationAround(node: Node): Node | undefined {
  for (let at = node.parent; at !== null && at.type !== "do_block"; at = at.parent) {
    if (at.type !== "unary_operator" || at.childForFieldName("operator")?.type !== "@") continue;
    const word = at.childForFieldName("operand")?.childForFieldName("target")?.text ?? "";
    return typeWords.test(word) ? at : undefined;
  }
  return undefined;
}

/** The name that is declared or described, before its `::`. */
function isHeadOf(spec: Node, head: Node): boolean {
  for (let at = head.parent; at !== null && at.id !== spec.id; at = at.parent) {
    if (at.type === "arguments") return at.parent?.parent?.id === spec.id;
    const isLeft = at.type === "binary_operator" && at.childForFieldName("left")?.startIndex === head.startIndex;
    if (!isLeft) return false;
  }
  return false;
}

function isLabel(node: Node, parent: Node): boolean {
  const isLeft = parent.type === "binary_operator" && parent.childForFieldName("left")?.id === node.id;
  return isLeft && parent.childForFieldName("operator")?.type === "::";
}

/** A pattern of the code around binds the name. */
function isBound(node: Node, name: string): boolean {
  const pattern = new RegExp(`(?<![.:@\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_?!]|\\s*\\(|:(?!:))`, "u");
  const binds = (part: Node | null | undefined): boolean => part != null && pattern.test(part.text);
  let inner = node;
  for (let at = node.parent; at !== null; inner = at, at = at.parent) {
    if (at.type === "stab_clause" && binds(at.childForFieldName("left"))) return true;
    if (at.type === "call") {
      const word = at.childForFieldName("target")?.text ?? "";
      const given = at.namedChildren.find(({ type }) => type === "arguments");
      if (definingWords.test(word)) return bindsInHead(given, pattern);
      if (given !== undefined && bindsInPart(given, inner, binds)) return true;
    }
    // In the value of a match, the name still means what it meant before.
    if (isMatch(at) && at.childForFieldName("left")?.id === inner.id) return true;
    if (holdsCode.has(at.type) && bindsBefore(at, inner, binds)) return true;
  }
  return false;
}

const holdsCode: ReadonlySet<string> = new Set([
  "do_block",
  "body",
  "block",
  "else_block",
  "after_block",
  "rescue_block",
]);

/** The arguments of the head, not the name of what is defined; a test has a title instead of a name. */
function bindsInHead(given: Node | undefined, pattern: RegExp): boolean {
  const [head, ...rest] = given?.namedChildren ?? [];
  if (head?.type === "string") return rest.some(({ text }) => pattern.test(text));
  return head !== undefined && pattern.test(head.text.replace(/^[\p{L}\p{N}_]+[?!]?/u, ""));
}

/** `for x <- list` and `with {:ok, x} <- read()`, which bind for what follows; `if x = read()`. */
function bindsInPart(given: Node, inner: Node, binds: (part: Node | null) => boolean): boolean {
  return given.namedChildren.some(
    (part) => part.startIndex < inner.endIndex && isMatch(part) && binds(part.childForFieldName("left")),
  );
}

function bindsBefore(block: Node, inner: Node, binds: (part: Node | null) => boolean): boolean {
  return block.namedChildren.some(
    (part) => part.startIndex < inner.startIndex && isMatch(part) && binds(part.childForFieldName("left")),
  );
}

function isMatch(node: Node): boolean {
  if (node.type !== "binary_operator") return false;
  const operator = node.childForFieldName("operator")?.type;
  return operator === "=" || operator === "<-";
}

function ancestor(node: Node, types: readonly string[], levels: number): Node | undefined {
  let at = node.parent;
  for (let level = 0; at !== null && level < levels; level += 1, at = at.parent) if (types.includes(at.type)) return at;
  return undefined;
}
