import type { Node } from "web-tree-sitter";
import type { TypeShapes } from "../../languages/hierarchy/type-shapes.ts";
import type { ReferenceRules } from "../../languages/language.ts";
import { type SymbolKind, symbolKinds, valueKinds } from "../../languages/symbol-kind.ts";
import { initializedType } from "./initialized-type.ts";
import type { UnlocatedOccurrence } from "./locate-occurrences.ts";
import type { Occurrence, TypedPlace } from "./occurrence.ts";
import type { WrittenType } from "./type-path.ts";

/** A name that stands for a part of a value: an object key, a named argument, a field that is set. */
function keyOf(node: Node): Occurrence["key"] {
  const { parent } = node;
  if (parent === null) return undefined;
  if (node.type === "shorthand_property_identifier") return "also";
  if (node.type === "shorthand_property_identifier_pattern") return "taken";
  if (parent.type === "shorthand_field_initializer") return "also";
  // The arguments of a Rust macro are mere tokens.
  if (parent.type === "token_tree") return isTokenKey(node) ? "either" : undefined;
  // `[Name]` may mean a type called `NameAttribute`.
  if (parent.type === "attribute" && parent.childForFieldName("name")?.id === node.id) return "either";
  if (isInitialized(node, parent)) return "alone";
  // `name` in `f(name = 1)` of Kotlin.
  if (parent.type === "value_argument" && node.nextSibling?.type === "=") return "alone";
  // `name` in `case Type(name=value)` of Python.
  if (parent.type === "keyword_pattern") return parent.firstNamedChild?.id === node.id ? "alone" : undefined;
  // In Python and Ruby, a name before `:` or `=>` is a value.
  if (parent.type === "pair" && (node.type === "identifier" || node.type === "constant")) return undefined;
  const field = keyFields.get(parent.type);
  const isKey = field === undefined ? keyParents.has(parent.type) : parent.childForFieldName(field)?.id === node.id;
  if (!isKey) return undefined;
  return parent.type === "pair_pattern" ? "taken" : "alone";
}

/** `Name` in `new Opt { Name = 1 }`, `new { Name = 1 }` and `[Opt(Name = 1)]`. */
function isInitialized(node: Node, parent: Node): boolean {
  if (parent.type === "anonymous_object_creation_expression") return node.nextSibling?.type === "=";
  if (parent.type !== "assignment_expression" || parent.childForFieldName("left")?.id !== node.id) return false;
  return parent.parent?.type === "initializer_expression" || parent.parent?.type === "attribute_argument";
}

/** `name` in `Opt { name: 1 }` and in `Opt { name }`, which may be a block as well. */
function isTokenKey({ parent, previousSibling, nextSibling }: Node): boolean {
  if (nextSibling?.type === ":") return true;
  const isBraced = parent?.firstChild?.type === "{";
  return isBraced && /^[{,]$/.test(previousSibling?.type ?? "") && /^[},]$/.test(nextSibling?.type ?? "");
}

type KeyFacts = Pick<Occurrence, "key" | "receiverType" | "receiverPath" | "unnamed">;

/** What a name before a value in a literal names, and of which type. */
export function keyFactsOf(rules: ReferenceRules, node: Node, isQualified: boolean): KeyFacts {
  const literal = isQualified ? undefined : rules.literalKeyAt?.(node);
  if (literal === undefined) {
    const key = keyOf(node);
    return { key, ...(isQualified ? {} : ownerOfKey(node, key)) };
  }
  const { key, type, taken = 0, unnamed } = literal;
  if (type === undefined) return { key, ...(unnamed === undefined ? {} : { unnamed }) };
  const steps = Array.from({ length: taken }, () => ({ name: "[]", start: type.span.start, isCall: false }));
  const owner = taken === 0 && plainName.test(type.text) ? { receiverType: type.text } : {};
  return { key, ...owner, receiverPath: { written: type, steps } };
}

const plainName = /^[\p{L}_][\p{L}\p{N}_]*(?:(?:\.|::)[\p{L}_][\p{L}\p{N}_]*)*$/u;

/** The type that a key belongs to, if the literal around it names that; `{ name }` names a value, too. */
function ownerOfKey(node: Node, key: Occurrence["key"]): Pick<Occurrence, "receiverType" | "receiverPath"> {
  const written = key === undefined ? undefined : literalTypeOf(node);
  if (written === undefined) return {};
  return { receiverType: written.text, ...(key === "also" ? {} : { receiverPath: { written, steps: [] } }) };
}

/** The type of the literal that a key stands in: `Opt` in `Opt { name: 1 }`. */
function literalTypeOf(node: Node): WrittenType | undefined {
  if (node.parent?.type === "field_designator") return initializedType(node.parent);
  let at = node.parent;
  for (let level = 0; at !== null && level < maxLevels && !literals.has(at.type); level += 1)
    at = at.type === "argument" ? null : at.parent;
  const field = at === null ? undefined : literals.get(at.type);
  const type = field === undefined ? undefined : at?.childForFieldName(field);
  return type != null && plainName.test(type.text)
    ? { text: type.text, span: { start: type.startIndex, end: type.endIndex } }
    : undefined;
}

/** A key, its element, the list, the literal. */
const maxLevels = 4;
const literals: ReadonlyMap<string, string> = new Map([
  ["struct_expression", "name"],
  ["object_creation_expression", "type"],
]);

const keyFields: ReadonlyMap<string, string> = new Map([
  ["pair", "key"],
  ["pair_pattern", "key"],
  ["keyword_argument", "name"],
  ["field_initializer", "field"],
  ["field_pattern", "name"],
  ["argument", "name"],
  ["attribute_argument", "name"],
  ["keyword_parameter", "name"],
  ["method_definition", "name"],
  ["public_field_definition", "name"],
  ["field_definition", "property"],
  ["property_signature", "name"],
  ["method_signature", "name"],
  ["method_elem", "name"],
]);

const keyParents = new Set(["field_designator", "name_colon", "value_argument_label", "jsx_attribute"]);

/** The name under which a JavaScript or TypeScript module exports what is here. */
export function exportedAs(node: Node): string | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  switch (parent.type) {
    case "export_specifier":
      return (parent.childForFieldName("alias") ?? node).text;
    case "export_statement":
      return parent.children.some((child) => child?.type === "default") ? "default" : undefined;
    case "assignment_expression":
      return parent.childForFieldName("right")?.id === node.id ? assignedExport(parent) : undefined;
    case "object":
      return isExportedObject(parent) && node.type === "shorthand_property_identifier" ? node.text : undefined;
    case "pair": {
      const isValue = parent.childForFieldName("value")?.id === node.id && isExportedObject(parent.parent);
      return isValue ? parent.childForFieldName("key")?.text : undefined;
    }
    default:
      // `export default function name`.
      return parent.childForFieldName("name")?.id === node.id && parent.parent?.type === "export_statement"
        ? exportedAs(parent)
        : undefined;
  }
}

/** The local name of what is exported under this name: `a` in `export { a as b }`, `exports.b = a` and `module.exports = { b: a }`. */
export function exportOf(node: Node): string | undefined {
  const { parent } = node;
  if (parent?.type === "export_specifier")
    return parent.childForFieldName("alias")?.id === node.id ? parent.childForFieldName("name")?.text : undefined;
  const isKey = parent?.type === "pair" && parent.childForFieldName("key")?.id === node.id;
  if (isKey) return isExportedObject(parent.parent) ? nameIn(parent.childForFieldName("value")) : undefined;
  const assignment = parent?.type === "member_expression" ? parent.parent : null;
  if (assignment?.type !== "assignment_expression" || assignment.childForFieldName("left")?.id !== parent?.id)
    return undefined;
  return assignedExport(assignment) === node.text ? nameIn(assignment.childForFieldName("right")) : undefined;
}

function nameIn(node: Node | null): string | undefined {
  return node?.type === "identifier" ? node.text : undefined;
}

/** `{ … }` in `module.exports = { … }`. */
function isExportedObject(object: Node | null): boolean {
  const assignment = object?.type === "object" ? object.parent : null;
  if (assignment?.type !== "assignment_expression" || assignment.childForFieldName("right")?.id !== object?.id)
    return false;
  return assignedExport(assignment) === wholeModule;
}

/** The whole value of a CommonJS module; no other symbol has this name. */
export const wholeModule = "module.exports";

function assignedExport(assignment: Node): string | undefined {
  const left = assignment.childForFieldName("left")?.text ?? "";
  if (left === wholeModule) return wholeModule;
  return /^(?:module\.)?exports\.([\p{L}\p{N}_$]+)$/u.exec(left)?.[1];
}

/** What is of the type that is named here. */
export function typedPlaceOf(
  node: Node,
  { typeNames, through, loosely = [], rules }: TypeShapes,
): TypedPlace | undefined {
  if (!typeNames.includes(node.type)) return undefined;
  let isLoose = false;
  let at = node.parent;
  for (; at !== null && through.includes(at.type); at = at.parent) isLoose ||= loosely.includes(at.type);
  const holder = at;
  if (holder === null) return undefined;
  const rule = rules.find(({ nodes, has }) => nodes.includes(holder.type) && (has === undefined || holds(holder, has)));
  if (rule === undefined) return { shape: "expected" };
  return { shape: rule.shape, ...(isLoose ? { loose: true } : {}) };
}

function holds(node: Node, types: readonly string[]): boolean {
  return node.namedChildren.some(
    (child) => types.includes(child.type) || child.namedChildren.some(({ type }) => types.includes(type)),
  );
}

const noFields = symbolKinds.filter((kind) => kind !== "property");

/** Adds what the language knows of a name from its place alone. */
export function addMeaning(rules: ReferenceRules, node: Node, found: UnlocatedOccurrence): UnlocatedOccurrence {
  const isOtherSelf = /^this\b/.test(found.receiver ?? "") && rules.mayBeOtherSelf?.(node) === true;
  const givesItself = rules.writtenTypes?.givesItself?.(node) === true;
  const isRooted = found.receiver === undefined && rules.isRooted?.(node) === true;
  const isBare = found.receiver === undefined && found.local === undefined && found.role !== "import";
  const typeArity = rules.typeArityAt?.(node);
  const selfAround = isBare && found.key === undefined ? rules.selfAround?.(node) : undefined;
  const placed = {
    ...found,
    ...(selfAround === undefined ? {} : { selfAround }),
    ...(typeArity === undefined ? {} : { typeArity }),
    ...(isOtherSelf ? { isOtherSelf } : {}),
    ...(isRooted ? { isRooted } : {}),
    ...(givesItself ? { givesItself } : {}),
  };
  const possible = placed.role === "import" ? undefined : rules.kindsAt?.(node);
  const seen = namesNoValue(possible) ? { ...placed, local: undefined } : placed;
  const called = callsPast(rules, node, seen) ? { ...seen, local: undefined, mayBeLocal: true as const } : seen;
  const place = asBrought(rules, node, called);
  if (possible === undefined && place.receiver === undefined && rules.mayBeMember?.(node) === false)
    return { ...place, kinds: noFields };
  const whole = rules.wholeNameAt?.(node, place);
  const kept = whole?.kinds === undefined ? {} : { kinds: whole.kinds };
  const named = whole === undefined ? place : { ...place, ...kept, whole };
  const meaning = place.role === "import" ? undefined : rules.meaningAt?.(node, place.name);
  if (meaning === undefined) return possible === undefined ? named : { ...named, kinds: possible };
  const { kinds, owner, isOpen } = meaning;
  const receiver = owner === undefined ? place.receiver : owner === "" ? undefined : owner;
  const separator = owner === undefined ? place.separator : undefined;
  // A key whose meaning is known has an owner in place of a literal.
  return { ...named, kinds, receiver, separator, key: isOpen === true ? "either" : undefined };
}

/** Kinds of names that a local value does not hide: `struct name` in C, `name!` in Rust. */
function namesNoValue(kinds: readonly SymbolKind[] | undefined): boolean {
  return kinds !== undefined && kinds.length > 0 && !kinds.some((kind) => valueKinds.has(kind));
}

/** A call of a name that a local value has, too, which need not be a function. */
function callsPast({ mayCallPast }: ReferenceRules, { tree }: Node, { role, local }: UnlocatedOccurrence): boolean {
  if (mayCallPast === undefined || role !== "call" || local === undefined) return false;
  const declared = tree.rootNode.descendantForIndex(local, local + 1);
  return declared !== null && mayCallPast(declared);
}

/** A bare name that a declaration around has brought in is a qualified one. */
function asBrought({ broughtBy }: ReferenceRules, node: Node, place: UnlocatedOccurrence): UnlocatedOccurrence {
  const isBare = place.receiver === undefined && place.local === undefined && place.key === undefined;
  const brought = isBare ? broughtBy?.(node) : undefined;
  if (brought === undefined) return place;
  if (!brought.isAlone) return { ...place, broughtFrom: brought.qualifier };
  return { ...place, receiver: brought.qualifier, separator: "::" };
}
