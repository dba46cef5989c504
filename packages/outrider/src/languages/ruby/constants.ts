import type { Node, Tree } from "web-tree-sitter";
import type { WholeName } from "../place-meaning.ts";
import { constantPath as path, madeBy } from "./values.ts";
import type { SymbolKind } from "../symbol-kind.ts";

const constants: readonly SymbolKind[] = ["class", "module", "constant"];
const callable: readonly SymbolKind[] = ["function", "method", "property"];

/**
 * Where Ruby looks for a constant: in each class and module written around it, then in what the innermost of them inherits, and at
 * the top. A name with a capital letter that is called is a method.
 */
export function wholeNameAt(node: Node, { name }: { readonly name: string }): WholeName | undefined {
  const { parent } = node;
  if (node.text !== name || parent === null) return undefined;
  if (node.type === "identifier") {
    const receiver = receiverOf(node);
    if (isAssigned(node, parent)) return { isSetter: true, ...(receiver === undefined ? {} : { receiver }) };
    return receiver === undefined ? undefined : { receiver };
  }
  if (node.type !== "constant") return undefined;
  if (parent.type === "call" && parent.childForFieldName("method")?.id === node.id) return { kinds: callable };
  const isQualified = parent.type === "scope_resolution" && parent.childForFieldName("name")?.id === node.id;
  const written = (isQualified ? parent : node).text.replaceAll(/\s/g, "");
  if (!path.test(written)) return { kinds: constants };
  return { kinds: constants, ...lookUp(node, written) };
}

/** `value.name = 1`; `value.name += 1` reads it, too. */
function isAssigned(node: Node, call: Node): boolean {
  if (call.type !== "call" || call.childForFieldName("method")?.id !== node.id) return false;
  const list = call.parent?.type === "left_assignment_list" ? call.parent : call;
  return list.parent?.type === "assignment" && list.parent.childForFieldName("left")?.id === list.id;
}

/** What the receiver of a called method is, if the file tells: a type, or a value that was made by one. */
function receiverOf(node: Node): WholeName["receiver"] {
  const call = node.parent?.type === "call" ? node.parent : undefined;
  const receiver = call?.childForFieldName("method")?.id === node.id ? call.childForFieldName("receiver") : null;
  const made = receiver == null ? undefined : madeBy(receiver);
  if (made === undefined) return undefined;
  const { lookup = [], inherited = [] } = lookUp(node, made.written);
  return { lookup, isType: made.isType, ...(inherited.length > 0 ? { mayInherit: true } : {}) };
}

function lookUp(node: Node, written: string): Pick<WholeName, "lookup" | "inherited"> {
  if (written.startsWith("::")) return { lookup: [plain(written)] };
  const around = scopesAround(node);
  const nesting = around.map(({ module }) => module);
  const [innermost] = around;
  const ancestors = ancestorsOf(innermost?.node ?? node.tree.rootNode);
  const inherited = ancestors.flatMap((above) => within(nesting, above).map((module) => `${module}.${plain(written)}`));
  return { lookup: within(nesting, written), inherited };
}

/** A written name in each of the modules around, and at the top. */
function within(nesting: readonly string[], written: string): readonly string[] {
  if (written.startsWith("::")) return [plain(written)];
  return [...nesting.map((module) => `${module}.${plain(written)}`), plain(written)];
}

interface Scope {
  readonly node: Node;
  readonly module: string;
}

/** The classes and modules whose bodies a place is in, the innermost first. */
function scopesAround(node: Node): readonly Scope[] {
  const found: Node[] = [];
  let inner = node;
  for (let at = node.parent; at !== null; inner = at, at = at.parent) {
    const isType = at.type === "class" || at.type === "module";
    if (isType && at.childForFieldName("body")?.id === inner.id) found.push(at);
  }
  const scopes: Scope[] = [];
  for (const each of found.toReversed()) {
    const name = each.childForFieldName("name")?.text ?? "";
    const outer = name.startsWith("::") ? undefined : scopes[0]?.module;
    scopes.unshift({ node: each, module: outer === undefined ? plain(name) : `${outer}.${plain(name)}` });
  }
  return scopes;
}

const known = new WeakMap<Tree, Map<number, readonly string[]>>();

/** What a class or module inherits, or what is included at the top, as it is written there. */
function ancestorsOf(type: Node): readonly string[] {
  const ancestors = known.get(type.tree) ?? new Map<number, readonly string[]>();
  known.set(type.tree, ancestors);
  const read = ancestors.get(type.id) ?? readAncestors(type);
  ancestors.set(type.id, read);
  return read;
}

function readAncestors(type: Node): readonly string[] {
  if (type.parent === null) return mixinsIn(type);
  const superclass = type.childForFieldName("superclass")?.namedChild(0)?.text;
  const body = type.childForFieldName("body");
  return [...(superclass === undefined ? [] : [superclass]), ...(body === null ? [] : mixinsIn(body))];
}

function mixinsIn(body: Node): readonly string[] {
  return body.namedChildren.flatMap((each) => {
    const isMixin = each.type === "call" && /^(?:include|prepend)$/.test(each.childForFieldName("method")?.text ?? "");
    return isMixin ? (each.childForFieldName("arguments")?.namedChildren.map(({ text }) => text) ?? []) : [];
  });
}

function plain(written: string): string {
  return written.replace(/^::/, "").replaceAll("::", ".");
}
