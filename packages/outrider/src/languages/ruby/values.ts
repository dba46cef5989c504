import type { Node, Tree, TreeCursor } from "web-tree-sitter";

/** `A::B`. */
export const constantPath = /^(?:::)?\p{Lu}[\p{L}\p{N}_]*(?:::\p{Lu}[\p{L}\p{N}_]*)*$/u;

/** The type that an expression names, or whose value it is. */
export interface Made {
  readonly written: string;
  readonly isType: boolean;
}

/**
 * `Store`, `Store.new(1)`, and a local variable to which nothing but such a value is assigned. A field may be assigned from
 * anywhere, and `self.class` may be a class that extends the one around.
 */
export function madeBy(node: Node): Made | undefined {
  const inner = node.type === "parenthesized_statements" && node.namedChildCount === 1 ? node.namedChild(0) : node;
  if (inner === null) return undefined;
  if (inner.type === "identifier") return variableValue(inner);
  return typeNamed(inner) ?? createdBy(inner);
}

function typeNamed(node: Node): Made | undefined {
  if (node.type !== "constant" && node.type !== "scope_resolution") return undefined;
  return constantPath.test(node.text) ? { written: node.text, isType: true } : undefined;
}

/** Only a new value: another variable may have changed since. */
function createdBy(value: Node): Made | undefined {
  if (value.type !== "call" || value.childForFieldName("method")?.text !== "new") return undefined;
  const receiver = value.childForFieldName("receiver");
  const type = receiver === null ? undefined : typeNamed(receiver);
  return type && { ...type, isType: false };
}

/** A place that gives a variable its value. */
interface Binding {
  readonly start: number;
  /** Ids of the method or body that it is in and of the blocks in there, from the outside in. */
  readonly blocks: readonly number[];
  readonly isParameter: boolean;
  /** The type of the value; "nil" for none, undefined for one that is unknown. */
  readonly made: Made | "nil" | undefined;
}

interface Value {
  readonly made: Made | undefined;
  /** Before that place, the name means a method. */
  readonly start: number;
}

interface Variables {
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  readonly values: Map<string, Value>;
}

const known = new WeakMap<Tree, Variables>();

function variableValue(variable: Node): Made | undefined {
  const { tree, text: name, startIndex } = variable;
  const variables = known.get(tree) ?? { bindings: readBindings(tree), values: new Map<string, Value>() };
  known.set(tree, variables);
  const all = variables.bindings.get(name);
  if (all === undefined) return undefined;
  const around = blocksAround(variable);
  // Ids of blocks are unique, so that the innermost one stands for all.
  const key = `${around.at(-1)} ${name}`;
  const value = variables.values.get(key) ?? valueIn(all, around);
  variables.values.set(key, value);
  return value.start < startIndex ? value.made : undefined;
}

/** The one type that all values have which are assigned to a variable; a parameter may be anything. */
function valueIn(all: readonly Binding[], around: readonly number[]): Value {
  const isAround = ({ blocks }: Binding): boolean =>
    blocks.length <= around.length && blocks.at(-1) === around[blocks.length - 1];
  // A variable of a block is another one in the next block, unless it was there before both.
  const visible = all.filter(isAround);
  const level = Math.min(...visible.map(({ blocks }) => blocks.length));
  const outer = around[level - 1];
  if (outer === undefined) return { made: undefined, start: Infinity };
  const made = all
    // A parameter of another block is another variable.
    .filter((each) => each.blocks[level - 1] === outer && (!each.isParameter || isAround(each)))
    .flatMap((each) => (each.made === "nil" ? [] : [each.made]));
  const [first] = made;
  const isOne = made.every((each) => each !== undefined && each.written === first?.written);
  return { made: isOne ? first : undefined, start: Math.min(...visible.map(({ start }) => start)) };
}

const scopes = /^(?:method|singleton_method|class|module|singleton_class|program)$/;
const blockTypes = /^(?:block|do_block|lambda)$/;

function blocksAround(node: Node): readonly number[] {
  const found: number[] = [];
  for (let at = node.parent; at !== null; at = at.parent) {
    if (!blockTypes.test(at.type) && !scopes.test(at.type)) continue;
    found.unshift(at.id);
    if (scopes.test(at.type)) break;
  }
  return found;
}

const binders = /parameter|assignment|exception_variable|pattern|^(?:for|in|in_clause)$/;

interface Level {
  readonly type: string;
  readonly blocks: readonly number[];
}

/** All bindings of a file by the names of the variables. */
function readBindings(tree: Tree): ReadonlyMap<string, readonly Binding[]> {
  const found = new Map<string, Binding[]>();
  const levels: Level[] = [];
  const cursor = tree.walk();
  do {
    const type = cursor.nodeType;
    const parent = levels.at(-1) ?? { type: "", blocks: [] };
    if ((type === "identifier" || type === "hash_key_symbol") && isBinding(cursor, parent.type)) {
      const name = cursor.nodeText;
      // The value that gets a method is outside of that.
      const { blocks } = (parent.type === "singleton_method" ? levels.at(-2) : undefined) ?? parent;
      const made = parent.type.endsWith("assignment") ? assignedAt(cursor.currentNode) : undefined;
      const isParameter = parent.type.includes("parameter");
      found.set(name, found.get(name) ?? []);
      found.get(name)?.push({ start: cursor.startIndex, blocks, isParameter, made });
    }
  } while (goOn(cursor, levels));
  cursor.delete();
  return found;
}

/** To the next node of the tree. */
function goOn(cursor: TreeCursor, levels: Level[]): boolean {
  const { nodeType: type, nodeId } = cursor;
  if (cursor.gotoFirstChild()) {
    const around = levels.at(-1)?.blocks ?? [];
    levels.push({ type, blocks: scopes.test(type) ? [nodeId] : blockTypes.test(type) ? [...around, nodeId] : around });
    return true;
  }
  while (!cursor.gotoNextSibling()) {
    if (!cursor.gotoParent()) return false;
    levels.pop();
  }
  return true;
}

function isBinding(cursor: TreeCursor, parent: string): boolean {
  if (parent === "assignment" || parent === "operator_assignment") return cursor.currentFieldName === "left";
  // A value may get methods of its own: `def store.get`.
  return binders.test(parent) || (parent === "singleton_method" && cursor.currentFieldName === "object");
}

function assignedAt({ parent }: Node): Binding["made"] {
  const isPlain = parent?.type === "assignment" || parent?.childForFieldName("operator")?.text === "||=";
  const value = isPlain ? parent?.childForFieldName("right") : undefined;
  if (value == null) return undefined;
  return value.type === "nil" ? "nil" : createdBy(value);
}
