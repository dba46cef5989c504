import type { Node, QueryMatch, Tree } from "web-tree-sitter";
import type { GrammarLanguage, RawSymbol, Span } from "../../languages/language.ts";
import { isSymbolKind, valueKinds } from "../../languages/symbol-kind.ts";
import { createSurroundings } from "./declaration-surroundings.ts";
import { findDeclaredName, type DeclaredName } from "./declared-name.ts";
import type { LoadedGrammar } from "./load-grammar.ts";

const maxSteps = 30;

/** The declarations that a language's query finds in a tree, in the order of their names. */
export function querySymbols(
  language: GrammarLanguage,
  text: string,
  tree: Tree,
  grammar: LoadedGrammar,
): readonly RawSymbol[] {
  const surroundings = createSurroundings(language, text, tree.rootNode);
  const found = new Map<number, { readonly pattern: number; readonly symbol: RawSymbol }>();
  const exported = new Set<string>();
  for (const { order, match } of findMatches(language, tree, grammar)) {
    const captured = readMatch(match, language);
    if (captured === undefined) {
      for (const { name, node } of match.captures) if (name === "exported") exported.add(node.text);
      continue;
    }
    const { kind, node, nameNode, ownerNode, body, head, doc } = captured;
    const declared = captured.leading ? findLeadingName(nameNode) : findDeclaredName(nameNode, captured.follow);
    if (declared === undefined) continue;
    const at = declared.node.startIndex;
    const pattern = captured.inValue ? order + 2 * behindAll : order;
    const known = found.get(at);
    if (known !== undefined && known.pattern <= pattern) continue;
    // From the original text: the tree may have been parsed from a prepared one.
    const written = text.slice(at, declared.node.endIndex);
    const name = language.cleanName?.(written) ?? written;
    if (name === "") continue;
    const { span: own, headStart, docSpan, statementStart } = surroundings(node);
    // In some grammars (Dart) the body is a sibling of the declaration.
    const span = body === undefined || body.startIndex < own.end ? own : { start: own.start, end: body.endIndex };
    found.set(at, {
      pattern,
      symbol: {
        name,
        kind: declared.isFunction && valueKinds.has(kind) ? "function" : kind,
        span,
        nameSpan: spanOf(declared.node),
        bodySpan: body === undefined ? restOf(head, span, text) : bodyIn(body, span),
        docSpan: doc === undefined ? docSpan : spanOf(doc),
        headStart,
        statementStart,
        inValue: captured.inValue,
        owner: ownerNode?.text.replaceAll(/\s*(?:::|\.)\s*/g, "/") ?? declared.owner,
      },
    });
  }
  const symbols = [...found.values()]
    .map(({ symbol }) =>
      symbol.owner === undefined && exported.has(symbol.name) ? { ...symbol, exported: true } : symbol,
    )
    .sort((a, b) => a.nameSpan.start - b.nameSpan.start);
  return language.joinsClauses === true ? joinClauses(symbols) : symbols;
}

/** All matches, with patterns numbered by priority. */
function* findMatches(language: GrammarLanguage, tree: Tree, grammar: LoadedGrammar) {
  for (const match of grammar.query(language.symbols).matches(tree.rootNode)) {
    yield { order: match.patternIndex, match };
  }
  if (language.topSymbols === undefined) return;
  for (const match of grammar.query(language.topSymbols).matches(tree.rootNode, { maxStartDepth: 1 })) {
    yield { order: behindAll + match.patternIndex, match };
  }
}

const behindAll = 1_000_000;

function readMatch({ captures }: QueryMatch, { kindWords, functionValues }: GrammarLanguage) {
  let kind, node, nameNode, ownerNode, body, head, doc: Node | undefined;
  let follow = false;
  let leading = false;
  let inValue = false;
  for (const capture of captures) {
    if (capture.name === "name") nameNode = capture.node;
    else if (capture.name === "nameIn") {
      nameNode = capture.node;
      follow = true;
    } else if (capture.name === "nameFirst") {
      nameNode = capture.node;
      leading = true;
    } else if (capture.name === "body") body = capture.node;
    else if (capture.name === "bodyIn" || capture.name.startsWith(bodyField))
      body ??= capture.node.childForFieldName(capture.name.slice(bodyField.length) || "body") ?? undefined;
    else if (capture.name === "inValue") inValue = true;
    else if (capture.name === "head") head = capture.node;
    else if (capture.name === "doc") doc = capture.node;
    else if (capture.name === "docIn") doc = capture.node.firstNamedChild?.descendantsOfType("string")[0] ?? undefined;
    else if (capture.name === "owner") ownerNode = capture.node;
    else if (capture.name === "kindWord") kind = kindWords?.get(capture.node.text);
    else if (capture.name === "declared") node = capture.node;
    else if (isSymbolKind(capture.name)) {
      kind = capture.name;
      node = capture.node;
    }
  }
  if (kind === undefined || node === undefined) return undefined;
  if (nameNode === undefined) {
    // A pattern without children costs nothing to compile; its name is found by the usual fields.
    nameNode = node.childForFieldName("name") ?? undefined;
    if (nameNode === undefined) return undefined;
    const value = valueKinds.has(kind) && functionValues !== undefined ? node.childForFieldName("value") : null;
    const isFunction = value !== null && functionValues?.includes(value.type) === true;
    if (isFunction) kind = "function" as const;
    body ??= (isFunction ? value : node).childForFieldName("body") ?? undefined;
  }
  return { kind, node, nameNode, ownerNode, body, head, doc, follow, leading, inValue };
}

const bodyField = "bodyIn.";

/** Trailing whitespace is not part of the declaration, and thus not of its body. */
function bodyIn({ startIndex, endIndex }: Node, { end }: Span): Span {
  return { start: startIndex, end: Math.max(startIndex, Math.min(endIndex, end)) };
}

/** If there is no node for the body, it is what follows the head. */
function restOf(head: Node | undefined, { end }: Span, text: string): Span | undefined {
  if (head === undefined || head.endIndex >= end) return undefined;
  const rest = text.slice(head.endIndex, end);
  return { start: end - rest.trimStart().length, end };
}

function spanOf(node: Node) {
  return { start: node.startIndex, end: node.endIndex };
}

/** The leading name of a declaration, below any number of wrapping nodes: `f` in `A.f(x)::T where T`. */
function findLeadingName(start: Node): DeclaredName | undefined {
  let owner: string | undefined;
  let node = start;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    // An anonymous function begins with its parameters.
    if (node.type === "argument_list") return undefined;
    const first = node.firstNamedChild;
    if (first === null) return { node, owner, isFunction: false };
    const isQualified = node.type === "field_expression" || node.type === "qualified";
    if (node.type === "field_expression") owner = first.text;
    node = isQualified || isReceiver(node) ? (node.lastNamedChild ?? first) : first;
  }
  return undefined;
}

/** `(x::T)(y) = …` makes a `T` callable. */
function isReceiver(node: Node): boolean {
  return node.type === "typed_expression" && node.parent?.type === "parenthesized_expression";
}

/** Merges consecutive declarations with the same parent, name and kind into one symbol. */
function joinClauses(symbols: readonly RawSymbol[]): readonly RawSymbol[] {
  const sorted = [...symbols].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const joined: RawSymbol[] = [];
  const open: number[] = [];
  for (const symbol of sorted) {
    let before: number | undefined;
    while (endOf(joined, open.at(-1)) <= symbol.span.start) before = open.pop();
    const first = before === undefined ? undefined : joined[before];
    if (before !== undefined && first !== undefined && isClauseOf(first, symbol)) {
      joined[before] = join(first, symbol);
      open.push(before);
    } else {
      open.push(joined.length);
      joined.push(symbol);
    }
  }
  return joined.sort((a, b) => a.nameSpan.start - b.nameSpan.start);
}

function endOf(symbols: readonly RawSymbol[], index: number | undefined): number {
  return index === undefined ? Infinity : (symbols[index]?.span.end ?? Infinity);
}

function isClauseOf(first: RawSymbol, { name, kind, owner }: RawSymbol): boolean {
  return first.name === name && first.kind === kind && first.owner === owner;
}

/** The body of a signature is everything it is the signature of. */
function join(first: RawSymbol, { span, bodySpan, docSpan }: RawSymbol): RawSymbol {
  const body: Span | undefined =
    first.bodySpan === undefined
      ? bodySpan && { start: span.start, end: span.end }
      : { start: first.bodySpan.start, end: span.end };
  return {
    ...first,
    span: { start: first.span.start, end: span.end },
    bodySpan: body,
    docSpan: first.docSpan ?? (first.bodySpan === undefined ? docSpan : undefined),
  };
}
