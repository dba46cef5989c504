import type { Node, Tree } from "web-tree-sitter";
import type { Span } from "../language.ts";
import type { WholeName } from "../place-meaning.ts";

/** What Elixir itself would make of a name: aliases and imports have a scope, and only `use` may bring in others. */
export function wholeNameAt(
  node: Node,
  { name, start }: { readonly name: string; readonly start: number },
): WholeName | undefined {
  const names = namesIn(node.tree);
  if (node.type === "alias") {
    const module = moduleNamed(names, node, start + name.length - node.startIndex);
    return module === undefined ? undefined : { module, ...unexplainedBy(names, firstNamed(node)) };
  }
  const owner = ownerOf(node);
  if (owner !== undefined) {
    const module = moduleOf(names, owner);
    return module === undefined ? undefined : { module, ...unexplainedBy(names, owner) };
  }
  if (node.type !== "identifier" || node.parent?.type === "dot" || kernelNames.test(name)) return undefined;
  const imported = names.imports.filter(
    ({ scope, only, except }) => isIn(scope, start) && only?.has(name) !== false && except?.has(name) !== true,
  );
  return imported.length === 0 ? undefined : { imported: imported.map(({ module }) => module) };
}

/** Every module has these, and a module may have another one with more arguments. */
const kernelNames =
  /^(?:abs|apply|ceil|div|elem|exit|floor|hd|inspect|length|map_size|max|min|node|not|put_elem|rem|round|self|send|spawn\w*|throw|tl|trunc|tuple_size|alias!|binding|dbg|destructure|get_and_update_in|get_in|if|in|match\?|pop_in|put_in|raise|reraise|sigil_\w+|struct!?|tap|then|to_charlist|to_string|unless|update_in|use|var!|is_\w+|def\w*)$/;

/** Nobody gives another module one of these names for all that use it. */
const standardNames =
  /^(?:Access|Atom|Base|Bitwise|Code|Date|DateTime|Enum|ExUnit|File|Float|GenServer|IO|Integer|Kernel|Keyword|List|Logger|Macro|Map|MapSet|Mix|Module|NaiveDateTime|Path|Process|Regex|Stream|String|System|Tuple|URI)$/;

interface Names {
  readonly aliases: readonly Alias[];
  /** Where there may be aliases that the file does not show. */
  readonly opened: readonly Span[];
  readonly imports: readonly ImportedModule[];
  readonly modules: readonly { readonly module: string; readonly span: Span }[];
}

interface Alias extends Pick<WholeName, "unexplained"> {
  readonly local: string;
  readonly module: string;
  readonly scope: Span;
}

interface ImportedModule {
  readonly module: string;
  readonly scope: Span;
  readonly only: ReadonlySet<string> | undefined;
  readonly except: ReadonlySet<string> | undefined;
}

const known = new WeakMap<Tree, Names>();
const words = /(?<![.:@\p{L}\p{N}_])(?:alias|require|import|use|defmodule|defprotocol|defimpl)(?=[\s(])/gu;

/** All aliases, imports and modules of a file, in their order: each may use the ones before it. */
function namesIn(tree: Tree): Names {
  const found = known.get(tree);
  if (found !== undefined) return found;
  const names = { aliases: [], opened: [], imports: [], modules: [] };
  known.set(tree, names);
  for (const { 0: word, index } of tree.rootNode.text.matchAll(words)) {
    const target = tree.rootNode.descendantForIndex(index, index + word.length);
    const call = target?.parent;
    if (call?.type !== "call" || call.childForFieldName("target")?.id !== target?.id) continue;
    const given = call.namedChildren.find(({ type }) => type === "arguments");
    if (given !== undefined) addStatement(names, word, { call, given });
  }
  return names;
}

interface Statement {
  readonly call: Node;
  readonly given: Node;
}

function addStatement(
  names: {
    readonly aliases: Alias[];
    readonly opened: Span[];
    readonly imports: ImportedModule[];
    readonly modules: Names["modules"][number][];
  },
  word: string,
  { call, given }: Statement,
): void {
  const [first] = given.namedChildren;
  if (first === undefined) return;
  const scope = { start: call.startIndex, end: blockAround(call).endIndex };
  if (word.startsWith("def")) {
    addModule(names, word, { call, given });
    return;
  }
  const after = { ...scope, start: call.endIndex };
  if (word === "use") {
    names.opened.push(after);
    return;
  }
  const parts = partsOf(names, first);
  if (word === "import") {
    const [only, except] = [namesOf(optionOf(given, "only")), namesOf(optionOf(given, "except"))];
    for (const module of parts) names.imports.push({ module, scope: after, only, except });
    return;
  }
  const renamed = optionOf(given, "as")?.text;
  if (word === "require" && renamed === undefined) return;
  const unexplained = unexplainedBy(names, first);
  for (const module of parts)
    names.aliases.push({ local: renamed ?? lastOf(module), module, scope: after, ...unexplained });
  // `alias unquote(module)`.
  if (parts.length > 0) return;
  if (renamed === undefined) names.opened.push(after);
  else names.aliases.push({ local: renamed, module: "", scope: after, unexplained: "" });
}

/** A module inside another one has its name before its own, and is known by its own there. */
function addModule(
  names: { readonly aliases: Alias[]; readonly modules: Names["modules"][number][] } & Names,
  word: string,
  { call, given }: Statement,
): void {
  const [first] = given.namedChildren;
  const around = moduleAround(names, call.startIndex);
  const span = { start: call.startIndex, end: call.endIndex };
  if (first === undefined) return;
  if (word === "defimpl") {
    const type = optionOf(given, "for");
    const implemented = type === undefined ? around : moduleOf(names, type);
    names.modules.push({ module: `${moduleOf(names, first) ?? first.text}.${implemented ?? ""}`, span });
    return;
  }
  if (first.type !== "alias") return;
  const module = around === undefined ? expand(names, first.text, call.startIndex) : `${around}.${first.text}`;
  if (around !== undefined) {
    const local = firstOf(first.text);
    const scope = { start: call.startIndex, end: blockAround(call).endIndex };
    names.aliases.push({ local, module: `${around}.${local}`, scope });
  }
  names.modules.push({ module, span });
}

/** `A.B`, and each of `A.{B, C}`. */
function partsOf(names: Names, node: Node): readonly string[] {
  const right = node.type === "dot" ? node.childForFieldName("right") : null;
  if (right?.type !== "tuple") return [moduleOf(names, node)].filter((module) => module !== undefined);
  const left = node.childForFieldName("left");
  const outer = left === null ? undefined : moduleOf(names, left);
  if (outer === undefined) return [];
  return right.namedChildren.flatMap((part) => (part.type === "alias" ? [`${outer}.${part.text}`] : []));
}

function optionOf(given: Node, key: string): Node | undefined {
  const pairs = given.namedChildren.filter(({ type }) => type === "keywords").flatMap((all) => all.namedChildren);
  const pair = pairs.find((each) => each.childForFieldName("key")?.text.trim() === `${key}:`);
  return pair?.childForFieldName("value") ?? undefined;
}

/** The names in `[name: 1, other: 2]`; `:macros` names none. */
function namesOf(list: Node | undefined): ReadonlySet<string> | undefined {
  if (list?.type !== "list") return undefined;
  return new Set(list.text.match(/[\p{L}_][\p{L}\p{N}_]*[?!]?(?=:)/gu) ?? []);
}

/** The whole name of the module that an expression names. */
function moduleOf(names: Names, node: Node): string | undefined {
  if (node.type === "alias") return expand(names, node.text, node.startIndex);
  if (node.text === "__MODULE__") return moduleAround(names, node.startIndex);
  if (node.type !== "dot") return undefined;
  const [left, right] = [node.childForFieldName("left"), node.childForFieldName("right")];
  const outer = left === null || right?.type !== "alias" ? undefined : moduleOf(names, left);
  return outer === undefined ? undefined : `${outer}.${right?.text}`;
}

/** The module that the first letters of an alias name: the start of a longer name is a module only if it is an alias. */
function moduleNamed(names: Names, node: Node, length: number): string | undefined {
  const { parent } = node;
  const written = node.text.slice(0, length);
  const isPart = written !== node.text;
  const dot = parent?.type === "tuple" ? parent.parent : parent;
  if (dot?.type === "dot" && dot.childForFieldName("left")?.id !== node.id) {
    const left = dot.childForFieldName("left");
    const outer = left === null ? undefined : moduleOf(names, left);
    return outer === undefined ? undefined : isPart ? "" : `${outer}.${written}`;
  }
  const named = parent?.type === "pair" ? renamedBy(parent) : undefined;
  if (named !== undefined) return moduleOf(names, named);
  const whole = expand(names, written, node.startIndex);
  return isPart && (written.includes(".") || whole === written) ? "" : whole;
}

/** `A.B` for `C` in `alias A.B, as: C`. */
function renamedBy(pair: Node): Node | undefined {
  const given = pair.parent?.parent;
  const word = given?.parent?.childForFieldName("target")?.text ?? "";
  const isRenamed = /^(?:alias|require)$/.test(word) && pair.childForFieldName("key")?.text.trim() === "as:";
  return isRenamed ? (given?.namedChild(0) ?? undefined) : undefined;
}

/** What the name belongs to: the module before its dot, the struct of a field, the module of an `import` with its names. */
function ownerOf(node: Node): Node | undefined {
  const { parent } = node;
  if (node.type === "keyword") return ownerOfKey(node);
  if (parent?.type !== "dot" || parent.childForFieldName("right")?.id !== node.id) return undefined;
  return parent.childForFieldName("left") ?? undefined;
}

function ownerOfKey(node: Node): Node | undefined {
  let at = node.parent;
  for (let level = 0; at !== null && level < 7; level += 1, at = at.parent) {
    if (at.type === "map") return at.namedChildren.find(({ type }) => type === "struct")?.namedChild(0) ?? undefined;
    if (at.type !== "call") continue;
    const isImport = at.childForFieldName("target")?.text === "import";
    return isImport
      ? (at.namedChildren.find(({ type }) => type === "arguments")?.namedChild(0) ?? undefined)
      : undefined;
  }
  return undefined;
}

/** What the meaning of a name begins with: `A` for `B` in `A.{B, C}` and in `alias A, as: B`. */
function firstNamed(node: Node): Node {
  const { parent } = node;
  const dot = parent?.type === "tuple" ? parent.parent : parent;
  const left = dot?.type === "dot" ? dot.childForFieldName("left") : null;
  return left ?? (parent?.type === "pair" ? renamedBy(parent) : undefined) ?? node;
}

function unexplainedBy(names: Names, node: Node): Pick<WholeName, "unexplained"> {
  const left = node.type === "dot" ? node.childForFieldName("left") : null;
  if (left !== null) return unexplainedBy(names, left);
  const first = firstOf(node.text);
  if (node.type !== "alias" || first === "Elixir") return {};
  const alias = aliasOf(names, first, node.startIndex);
  if (alias !== undefined) return alias.unexplained === undefined ? {} : { unexplained: alias.unexplained };
  const isOpen = !standardNames.test(first) && names.opened.some((scope) => isIn(scope, node.startIndex));
  return isOpen ? { unexplained: first } : {};
}

/** The first name is an alias, or the name is whole. */
function expand(names: Names, written: string, offset: number): string {
  const first = firstOf(written);
  if (first === "Elixir") return written.slice("Elixir.".length);
  const alias = aliasOf(names, first, offset);
  return alias === undefined ? written : `${alias.module}${written.slice(first.length)}`;
}

function aliasOf({ aliases }: Names, first: string, offset: number): Alias | undefined {
  return aliases.findLast(({ local, scope }) => local === first && isIn(scope, offset));
}

function moduleAround({ modules }: Names, offset: number): string | undefined {
  return modules.findLast(({ span }) => isIn(span, offset))?.module;
}

function isIn({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}

/** What ends the scope of an alias. */
function blockAround(node: Node): Node {
  let at = node;
  while (at.parent !== null && !blocks.has(at.type)) at = at.parent;
  return at;
}

const blocks: ReadonlySet<string> = new Set([
  "do_block",
  "stab_clause",
  "block",
  "else_block",
  "after_block",
  "rescue_block",
  "catch_block",
]);

function firstOf(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
