import type { Node, Tree } from "web-tree-sitter";

/** `A::B`. */
export const constantPath = /^(?:::)?\p{Lu}[\p{L}\p{N}_]*(?:::\p{Lu}[\p{L}\p{N}_]*)*$/u;

/** The type that an expression names, or whose value it is; "own" for the type around. */
export type Made =
  | { readonly type: "named"; readonly written: string; readonly isType: boolean }
  | { readonly type: "own"; readonly isType: boolean };

/** `Store`, `Store.new(1)`, `self.class`, and a variable to which nothing but such a value is assigned. */
export function madeBy(node: Node): Made | undefined {
  const inner = node.type === "parenthesized_statements" && node.namedChildCount === 1 ? node.namedChild(0) : node;
  if (inner === null) return undefined;
  if (constantPath.test(inner.text)) return { type: "named", written: inner.text, isType: true };
  if (inner.text === "self.class") return { type: "own", isType: true };
  if (inner.type === "call") return madeByCall(inner);
  if (inner.type === "instance_variable") return fieldValue(inner);
  return inner.type === "identifier" ? assigned(inner, methodScope(inner)) : undefined;
}

function madeByCall(call: Node): Made | undefined {
  if (call.childForFieldName("method")?.text !== "new") return undefined;
  const receiver = call.childForFieldName("receiver");
  const type = receiver === null ? undefined : madeBy(receiver);
  return type?.isType === true ? { ...type, isType: false } : undefined;
}

const fields = new WeakMap<Tree, Map<string, Made | undefined>>();

/** A field has the same values in the whole class. */
function fieldValue(field: Node): Made | undefined {
  const known = fields.get(field.tree) ?? new Map<string, Made | undefined>();
  fields.set(field.tree, known);
  const scope = fieldScope(field);
  const key = `${scope.id} ${field.text}`;
  if (!known.has(key)) known.set(key, assigned(field, scope));
  return known.get(key);
}

/** Where a field may be assigned: in the class around. */
function fieldScope(node: Node): Node {
  return outermost(node, ({ type }) => type === "class" || type === "module");
}

/** Where a variable may be assigned: in the method around, or outside of methods in the body around. */
function methodScope(node: Node): Node {
  return outermost(node, ({ type }) => /^(?:method|singleton_method|class|module)$/.test(type));
}

function outermost(node: Node, ends: (at: Node) => boolean): Node {
  let at = node;
  while (at.parent !== null && !(at.id !== node.id && ends(at))) at = at.parent;
  return at;
}

/** The one type that all values have which are assigned to a variable; a parameter may be anything. */
function assigned(variable: Node, scope: Node): Made | undefined {
  const all = bindingsOf(variable, scope);
  const isField = variable.type === "instance_variable";
  const around = new Set(blocksAround(variable, scope).map(({ id }) => id));
  // A variable of a block is another one in the next block, unless it was there before both.
  const visible = isField ? all : all.filter((each) => around.has(blockOf(each, scope).id));
  const outer = isField ? scope : visible.map((each) => blockOf(each, scope)).toSorted(byLength)[0];
  if (outer === undefined || visible.length === 0) return undefined;
  const made = all
    .filter(({ startIndex }) => outer.startIndex <= startIndex && startIndex < outer.endIndex)
    // A parameter of another block is another variable.
    .filter((each) => isField || valueOf(each) !== undefined || around.has(blockOf(each, scope).id))
    .map((each) => valueOf(each))
    .filter((value) => value?.type !== "nil")
    .map((value) => (value === undefined ? undefined : createdBy(value)));
  const [first] = made;
  const isOne = made.every((each) => each !== undefined && sameText(each, first));
  return isOne ? first : undefined;
}

function byLength(one: Node, other: Node): number {
  return other.endIndex - other.startIndex - (one.endIndex - one.startIndex);
}

function sameText(one: Made, other: Made | undefined): boolean {
  return one.type === "named" && other?.type === "named" && one.written === other.written;
}

/** Only a new value: another variable may have changed since. */
function createdBy(value: Node): Made | undefined {
  const receiver = value.type === "call" ? value.childForFieldName("receiver") : null;
  return receiver !== null && constantPath.test(receiver.text) ? madeByCall(value) : undefined;
}

/** The places in a scope that give a variable its value. */
function bindingsOf({ text: name, tree }: Node, scope: Node): readonly Node[] {
  const found: Node[] = [];
  const text = scope.text;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const start = scope.startIndex + at;
    const node = tree.rootNode.descendantForIndex(start, start + name.length);
    if (node?.text === name && isBinding(node)) found.push(node);
  }
  return found;
}

function isBinding({ id, parent }: Node): boolean {
  if (parent === null) return false;
  if (parent.type === "assignment" || parent.type === "operator_assignment")
    return parent.childForFieldName("left")?.id === id;
  return /parameter|left_assignment_list|rest_assignment|exception_variable|^for$|pattern|^in$/.test(parent.type);
}

/** What an assignment gives; undefined for parameters and lists. */
function valueOf({ parent }: Node): Node | undefined {
  return parent?.type.endsWith("assignment") === true ? (parent.childForFieldName("right") ?? undefined) : undefined;
}

function blockOf(node: Node, scope: Node): Node {
  return blocksAround(node, scope)[0] ?? scope;
}

function blocksAround(node: Node, scope: Node): readonly Node[] {
  const found: Node[] = [];
  for (let at = node.parent; at !== null && at.id !== scope.id; at = at.parent)
    if (/^(?:block|do_block|lambda)$/.test(at.type)) found.push(at);
  return [...found, scope];
}
