import type { Node, Tree } from "web-tree-sitter";
import type { ReferenceRules, Span } from "../../languages/language.ts";
import type { ImpliedReceiver } from "../../languages/written-types.ts";
import { findLocals, indexLocals } from "./find-bindings.ts";
import { impliedPath, namesPart, readImplied, readKeys } from "./implied-paths.ts";
import type { UnlocatedOccurrence } from "./locate-occurrences.ts";
import { openSettler } from "./settle-path.ts";
import type { TreeFacts } from "./tree-facts.ts";
import type { TypedValue } from "./typed-values.ts";
import { readTypePath, type TypePath } from "./type-path.ts";

interface AskedFile {
  readonly text: string;
  readonly tree: Tree;
  readonly facts: Pick<TreeFacts, "bindings" | "typed">;
  /** How types are reached is read for the first name only: the others are looked up on the way. */
  readonly names: readonly string[] | "calls";
}

/** Adds the types of receivers, if the type is written where they are declared, or how to reach it through other declarations. */
export function addReceiverTypes(
  rules: ReferenceRules,
  { text, tree, facts, names }: AskedFile,
  places: readonly UnlocatedOccurrence[],
): readonly UnlocatedOccurrence[] {
  if (rules.typedValues === undefined || hasNoReceivers(rules, places)) return places;
  const asked = rules.writtenTypes === undefined || names === "calls" ? undefined : names[0];
  const squareTypes = rules.writtenTypes?.squareTypes === true;
  const named = places.filter(({ name }) => name === asked);
  const paths = new Map([...readPaths(text, tree, named, squareTypes), ...readKeys(rules, { text, tree }, named)]);
  const implied = readImplied(
    rules,
    tree,
    places.filter(({ name, receiver, start }) => name === asked && (receiver === undefined || paths.has(start))),
  );
  const all = typedIn(rules, facts);
  const wanted = namesIn(places, paths, all, rootsOf(text, implied));
  const typed = all.filter(({ name }) => wanted.has(name));
  if (typed.length === 0 && paths.size === 0 && implied.size === 0) return places;
  const whole = { start: 0, end: tree.rootNode.endIndex };
  const locals = findLocals(rules, facts.bindings(), { wanted, imported: new Set(), whole });
  const byStart = new Map(typed.map((value) => [value.start, value]));
  const types = new Map(
    typed.map(({ start, type, written, from }) => [start, type ?? written?.text ?? `= ${from?.start ?? start}`]),
  );
  const starts = new Set(locals.map(({ start }) => start));
  const valueAt = indexLocals([...locals, ...typed.filter(({ start }) => !starts.has(start))], types);
  const fieldAt = indexLocals(fieldsIn(typed), types);
  const { isLater, settle } = openSettler(rules, { text, tree, locals, byStart, valueAt });
  return places.map((place) => {
    if (place.isOtherSelf === true) return place;
    const value = valueIn(place.receiver);
    const found = value === undefined ? undefined : (value.isOwn ? fieldAt : valueAt)(value.name, place.start);
    const declared = isLater(found, place.start) ? undefined : found;
    const receiverType = declared === undefined ? undefined : byStart.get(declared)?.type;
    const path = paths.get(place.start);
    const receiverPath = path === undefined ? undefined : settle(path, 0);
    const around = implied
      .get(place.start)
      ?.map((each) => impliedPath(text, each, { squareTypes, settle: (found) => settle(found, 0) }));
    return withTypes(place, { implied: around, receiverType, receiverPath });
  });
}

/** What a field is declared as counts before what is assigned to it. */
function fieldsIn(typed: readonly TypedValue[]): readonly TypedValue[] {
  const declared = new Set(typed.filter(({ isField, isAssigned }) => isField && !isAssigned).map(keyOf));
  return typed.filter((field) => field.isField && !(field.isAssigned && declared.has(keyOf(field))));
}

function keyOf({ name, scope }: TypedValue): string {
  return `${name} ${scope.start} ${scope.end}`;
}

type FoundTypes = {
  readonly [Fact in "implied" | "receiverType" | "receiverPath"]: UnlocatedOccurrence[Fact] | undefined;
};

function withTypes(
  place: UnlocatedOccurrence,
  { implied, receiverType, receiverPath }: FoundTypes,
): UnlocatedOccurrence {
  if (receiverType === undefined && receiverPath === undefined && implied === undefined) return place;
  return {
    ...place,
    ...(implied === undefined ? {} : { implied }),
    ...(receiverType === undefined ? {} : { receiverType }),
    ...(receiverPath === undefined ? {} : { receiverPath }),
  };
}

/** The typed values of a file; a type parameter hides types of its name. */
function typedIn(rules: ReferenceRules, { bindings, typed }: AskedFile["facts"]): readonly TypedValue[] {
  const all = typed();
  const parameters = bindings().filter(({ node }) => node.parent?.type.includes("type_parameter") === true);
  if (parameters.length === 0) return all;
  const wanted = new Set(all.flatMap(({ type }) => type ?? []));
  const parameterAt = indexLocals(findLocals(rules, parameters, { wanted, imported: new Set() }));
  return all.map((value) => {
    const { type, written } = value;
    const isHidden = type !== undefined && written !== undefined && parameterAt(type, written.span.start) !== undefined;
    return isHidden ? { ...value, type: undefined } : value;
  });
}

function readPaths(
  text: string,
  tree: Tree,
  places: readonly UnlocatedOccurrence[],
  squareTypes: boolean,
): Map<number, TypePath> {
  const paths = new Map<number, TypePath>();
  for (const { receiver, role, start, name } of places) {
    if (receiver === undefined || role === "import") continue;
    const span = receiverSpan(text, tree, { start, end: start + name.length });
    const path = span === undefined ? undefined : readTypePath(text, span, squareTypes);
    if (path !== undefined) paths.set(start, path);
  }
  return paths;
}

/** The values that receivers are, and those that these are made from. */
function namesIn(
  places: readonly UnlocatedOccurrence[],
  paths: ReadonlyMap<number, TypePath>,
  typed: readonly TypedValue[],
  roots: readonly string[],
): ReadonlySet<string> {
  const names = new Set(roots);
  for (const name of places.flatMap(({ receiver }) => valueIn(receiver)?.name ?? [])) names.add(name);
  for (const { steps } of paths.values()) if (steps[0] !== undefined) names.add(steps[0].name);
  const made = new Map<string, Set<string>>();
  for (const { name, root } of typed) if (root !== undefined) made.set(name, (made.get(name) ?? new Set()).add(root));
  // Iterating over a set includes elements added meanwhile.
  for (const name of names) for (const root of made.get(name) ?? []) names.add(root);
  return names;
}

function hasNoReceivers({ writtenTypes }: ReferenceRules, places: readonly UnlocatedOccurrence[]): boolean {
  if (writtenTypes?.implied !== undefined) return false;
  const mayBeKey = writtenTypes?.expected !== undefined;
  return places.every(({ receiver, key }) => receiver === undefined && !(mayBeKey && namesPart(key)));
}

/** The first names of the values that are implied as receivers. */
function rootsOf(text: string, implied: ReadonlyMap<number, readonly ImpliedReceiver[]>): readonly string[] {
  return [...implied.values()].flat().flatMap(({ value }) => {
    const root = value === undefined ? null : /[\p{L}_$][\p{L}\p{N}_$]*/u.exec(text.slice(value.start, value.end));
    return root === null ? [] : [root[0]];
  });
}

interface Value {
  readonly name: string;
  /** A field of the type around: `this.name`. */
  readonly isOwn: boolean;
}

/** A receiver that is a plain name, or a field of the type around. */
function valueIn(receiver: string | undefined): Value | undefined {
  const found = /^((?:this|self)\.)?([\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(receiver ?? "");
  return found?.[2] === undefined ? undefined : { name: found[2], isOwn: found[1] !== undefined };
}

/** Nodes around a name up to the one that also has its receiver: type arguments, a conditional access. */
const maxAround = 3;

/** Where the expression before a name stands, without the dot, arrow or double colon between them. */
function receiverSpan(text: string, tree: Tree, name: Span): Span | undefined {
  const leaf = tree.rootNode.descendantForIndex(name.start, name.end);
  if (leaf === null || leaf.startIndex !== name.start) return undefined;
  let at = leaf.parent;
  for (let level = 0; at !== null && level < maxAround; level += 1, at = at.parent) {
    if (at.type === "token_tree") return tokensBefore(text, leaf);
    const first = at.namedChild(0);
    if (first === null || first.endIndex > name.start) continue;
    const between = text.slice(first.endIndex, name.start).replaceAll(/\/\/[^\n]*\n|\/\*[^]*?\*\//g, "");
    if (/^\s*!?(?:\?\.|\?->|\.|->|::|\\)\s*(?:template\s+)?$/.test(between))
      return { start: first.startIndex, end: first.endIndex };
    // `a?.b` may have its mark inside of the node with the name.
    if (/[^\s?.]/.test(between)) return undefined;
  }
  return undefined;
}

/** The arguments of a Rust macro are mere tokens, which end where no member or call can go on. */
function tokensBefore(text: string, leaf: Node): Span | undefined {
  const mark = leaf.previousSibling;
  if (mark === null || !/^(?:\.|::)$/.test(mark.text)) return undefined;
  let start = mark.startIndex;
  let isAfterName = false;
  for (let at = mark.previousSibling; at !== null; at = at.previousSibling) {
    const isName = at.type === "identifier" || at.type === "self" || at.type === "crate" || at.type === "super";
    const isMark = /^(?:\.|::|\?)$/.test(at.text);
    const isGroup = at.type === "token_tree" && at.text.startsWith("(");
    if (isAfterName ? !isMark : !(isName || isGroup || isMark)) break;
    isAfterName = isName;
    start = at.startIndex;
  }
  return start === mark.startIndex || text.slice(start, mark.startIndex).startsWith("(")
    ? undefined
    : { start, end: mark.startIndex };
}
