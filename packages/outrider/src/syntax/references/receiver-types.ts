import type { Tree } from "web-tree-sitter";
import type { ReferenceRules } from "../../languages/language.ts";
import type { LoadedGrammar } from "../extract/load-grammar.ts";
import { findLocals, indexLocals, type LocalName, scopeOf } from "./find-bindings.ts";
import type { UnlocatedOccurrence } from "./locate-occurrences.ts";

/** Adds the types of receivers that are parameters or local values, if the type is written where they are declared. */
export function addReceiverTypes(
  rules: ReferenceRules,
  { tree, grammar }: { readonly tree: Tree; readonly grammar: LoadedGrammar },
  places: readonly UnlocatedOccurrence[],
): readonly UnlocatedOccurrence[] {
  const wanted = new Set(places.flatMap(({ receiver }) => valueIn(receiver)?.name ?? []));
  if (rules.typedValues === undefined || wanted.size === 0) return places;
  const typed = readTyped({ ...rules, typedValues: rules.typedValues }, tree, grammar).filter(({ name }) =>
    wanted.has(name),
  );
  if (typed.length === 0) return places;
  const whole = { start: 0, end: tree.rootNode.endIndex };
  const locals = findLocals(rules, tree, grammar, { wanted, imported: new Set(), whole });
  const types = new Map(typed.map(({ start, type }) => [start, type]));
  const starts = new Set(locals.map(({ start }) => start));
  const valueAt = indexLocals([...locals, ...typed.filter(({ start }) => !starts.has(start))], types);
  const fieldAt = indexLocals(
    typed.filter(({ isField }) => isField),
    types,
  );
  return places.map((place) => {
    const value = valueIn(place.receiver);
    if (value === undefined) return place;
    const declared = (value.isOwn ? fieldAt : valueAt)(value.name, place.start);
    const receiverType = declared === undefined ? undefined : types.get(declared);
    return receiverType === undefined ? place : { ...place, receiverType };
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

interface TypedValue extends LocalName {
  readonly type: string;
  readonly isField: boolean;
}

/** The names that are declared with a type: values in their scope, fields in the body of their type. */
function readTyped(
  { typedValues, scopes = [], typeBodies = [] }: ReferenceRules & { readonly typedValues: string },
  tree: Tree,
  grammar: LoadedGrammar,
): readonly TypedValue[] {
  const bodies = new Set(typeBodies);
  const around = new Set(scopes);
  return grammar
    .query(typedValues)
    .matches(tree.rootNode)
    .flatMap(({ captures }) => {
      const type = plainType(captures.find(({ name }) => name === "type")?.node.text ?? "");
      if (type === undefined) return [];
      return captures
        .filter(({ name }) => name === "value" || name === "field")
        .map(({ name, node }) => {
          const isField = name === "field";
          const scope = scopeOf(node, isField ? bodies : around) ?? tree.rootNode;
          const span = { start: scope.startIndex, end: scope.endIndex };
          return { name: node.text, start: node.startIndex, scope: span, type, isField };
        });
    });
}

/** `*store.Store`, `&mut Store` and `Store<T>?` are `store.Store` and `Store`; lists of them are something else. */
function plainType(text: string): string | undefined {
  const bare = text
    .replace(/^:\s*/, "")
    .replace(/^(?:[*&]|'\w+\s|(?:mut|const|dyn|impl|final|any|some|in|ref|out)\b|\s)+/, "")
    .replace(/[?!&*\s]+$/, "")
    .replace(/<[^]*>$/, "")
    .replace(/[?!\s]+$/, "");
  return /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(bare) ? bare : undefined;
}
