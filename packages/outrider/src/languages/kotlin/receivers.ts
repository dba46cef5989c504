import type { Node } from "web-tree-sitter";
import type { Span } from "../span.ts";

/**
 * Whether the members of another value come before what is around a bare name: those of a value that a function literal is called
 * on, which only its call tells, or of what a function extends.
 */
export function selfAround(name: Node): "other" | "possible" | undefined {
  let found: "possible" | undefined;
  for (let at = name.parent; at !== null; at = at.parent) {
    const around = at.type === "lambda_literal" ? selfOf(at, name.text) : isExtension(at) ? "possible" : undefined;
    if (around === "other") return "other";
    found ??= around;
  }
  return found;
}

function selfOf(literal: Node, name: string): "other" | "possible" | undefined {
  const call = callOf(literal);
  const called = call === undefined ? undefined : calledIn(call);
  if (called === undefined) return "possible";
  const [word = ""] = /\w+$/.exec(called.text) ?? [];
  if (word === "with") return "other";
  if (word === "apply" || word === "run") {
    const isOnValue = called.type === "navigation_expression" && !/^this\b[^.]*\.\w+$/.test(called.text);
    return isOnValue ? "other" : undefined;
  }
  if (builders.test(word)) return builderMembers.test(name) ? "other" : undefined;
  return plain.test(word) ? undefined : "possible";
}

/** The call that a function literal is an argument of, behind its brackets or between them. */
function callOf({ parent }: Node): Node | undefined {
  const holder = parent?.type === "annotated_lambda" ? parent.parent : parent;
  if (holder?.type === "call_expression") return holder;
  const call = holder?.type === "value_argument" ? holder.parent?.parent : undefined;
  return call?.type === "call_expression" ? call : undefined;
}

/** `f(1) { }` is a call of `f(1)` to the grammar. */
function calledIn(call: Node): Node | undefined {
  const [first] = call.namedChildren;
  if (first?.type === "call_expression") return calledIn(first);
  return first?.type === "identifier" || first?.type === "navigation_expression" ? first : undefined;
}

/** `fun Type.name()`. */
function isExtension({ type, children }: Node): boolean {
  if (type !== "function_declaration" && type !== "property_declaration") return false;
  const index = children.findIndex((child) => child?.type === "identifier" || child?.type === "variable_declaration");
  return index > 0 && children[index - 1]?.type === ".";
}

/** Functions of the library whose literals have no value of their own. */
const plain =
  /^(?:let|also|takeIf|takeUnless|repeat|require|check|error|lazy|use|useLines|runCatching|synchronized|thread|println|print|to|let|map|flatMap|flatten|filter|forEach|onEach|any|all|none|count|first|last|single|find|findLast|reduce|fold|sum|max|min|average|sorted|sort|group|groupBy|associate|associateBy|associateWith|partition|zip|windowed|chunked|distinctBy|dropWhile|takeWhile|dropLastWhile|takeLastWhile|joinToString|joinTo|getOrPut|getOrElse|getOrDefault|computeIfAbsent|ifEmpty|ifBlank|recover|onSuccess|onFailure|generateSequence|List|MutableList|Array|IntArray|removeIf|removeAll|retainAll|replaceAll|compareBy|indexOfFirst|indexOfLast|trim|split|replace|withIndex|withLock|measureTimeMillis|measureTime|assertThrows|assertFailsWith|(?:map|filter|flatMap|forEach|onEach|fold|reduce|sum|max|min|sorted|sort|first|last|single|find|count|running|scan|group|associate|distinct|take|drop|all|any|none|recover|compare|then)(?:Not|Null|NotNull|Indexed|To|By|With|Of|OrNull|OrElse|Key|Keys|Value|Values|Entries|Right|Fold|Reduce|Descending|While|Catching|Instance|While|IsInstance){1,4})$/;

const builders = /^(?:build(?:String|List|Set|Map)|sequence|iterator)$/;
/** Members of what the literals of these functions build. */
const builderMembers =
  /^(?:add\w*|append\w*|clear|contains\w*|delete\w*|entries|first|get|indexOf|insert\w*|isEmpty|iterator|keys|last|lastIndexOf|length|put\w*|remove\w*|replace\w*|retainAll|reverse|set\w*|size|sort|subList|values|yield\w*)$/;

/**
 * Where a parameter of a primary constructor is visible: in the parameters behind it, the calls of the head, and what makes a
 * value. Methods, accessors, other constructors and types inside do not see it.
 */
export function partsWithParameter(name: Node): readonly Span[] | undefined {
  const parameter = name.parent;
  if (parameter?.type !== "class_parameter") return undefined;
  let type = parameter.parent;
  while (type !== null && type.type !== "class_declaration") type = type.parent;
  if (type === null) return undefined;
  const body = type.namedChildren.find((child) => child.type === "class_body" || child.type === "enum_class_body");
  const head = { start: parameter.endIndex, end: body?.startIndex ?? type.endIndex };
  const made = (body?.namedChildren ?? []).flatMap((child): readonly Span[] => {
    if (child.type === "anonymous_initializer") return [{ start: child.startIndex, end: child.endIndex }];
    return child.type === "property_declaration" ? [valueOf(child)] : [];
  });
  return [head, ...made];
}

/** What stands behind the name of a property, without its accessors. */
function valueOf(property: Node): Span {
  const declared = property.namedChildren.find(({ type }) => type.endsWith("variable_declaration"));
  const accessor = property.namedChildren.find(({ type }) => type === "getter" || type === "setter");
  return { start: declared?.endIndex ?? property.startIndex, end: accessor?.startIndex ?? property.endIndex };
}

/** A value that is declared as a function, or made as one, is called; any other one only if its type has `invoke`. */
export function mayCallPast(local: Node): boolean {
  const { parent } = local;
  if (parent === null) return true;
  const isMade = parent.type === "variable_declaration" && isFunction(parent.nextNamedSibling);
  return !isMade && !parent.namedChildren.some(isFunction);
}

function isFunction(node: Node | null): boolean {
  return node !== null && functions.has(node.type);
}

/** A local function is declared by its name. */
const functions = new Set([
  "function_type",
  "lambda_literal",
  "anonymous_function",
  "callable_reference",
  "function_body",
]);
