import { join } from "node:path";
import type { Tree } from "web-tree-sitter";
import { languageById, languageOf, languageOfScript } from "../../languages/language-of.ts";
import type { GrammarLanguage, OutlinedLanguage, ReferenceRules, Span } from "../../languages/language.ts";
import { readVerified } from "../../workspace/paths/read-verified.ts";
import { decodeText } from "../../workspace/text/decode-text.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { extractSymbols, type Source } from "../extract/extract-symbols.ts";
import { finishSymbols } from "../extract/finish-symbols.ts";
import type { LoadedGrammar } from "../extract/load-grammar.ts";
import { parseText } from "../extract/parse-text.ts";
import { querySymbols } from "../extract/query-symbols.ts";
import { maxIndexedBytes } from "../workers/file-rules.ts";
import { addReceiverTypes } from "./receiver-types.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { locateOccurrences, type UnlocatedOccurrence } from "./locate-occurrences.ts";
import { findLocals, indexLocals, type PlacedImport, markLocalReceivers } from "./find-bindings.ts";
import { indexSpans } from "./index-spans.ts";
import { clausesIn, packageOf } from "./file-package.ts";
import type { Occurrences } from "./occurrence.ts";
import { addMeaning, exportedAs, exportOf, keyFactsOf, typedPlaceOf } from "./place-facts.ts";
import {
  isCalledSymbol,
  isCommentedCode,
  isInterpolated,
  isLostCode,
  isQuotedCode,
  mayBeFormatted,
} from "./quoted-code.ts";
import { maxReceiver, receiverBefore, separatorBefore } from "./receiver-before.ts";
import { placeInText, plainUse, quotedUse } from "./plain-uses.ts";
import { factsOf } from "./tree-facts.ts";
import { useOf } from "./used-as.ts";
import { bareNames, calledWords, namedWords, type Word } from "./words-in.ts";

/** The names to look for, or everything that is called. */
export type WantedNames = readonly string[] | "calls";

/** Where names occur in the code of a file; undefined if the file does not exist or its language has no rules. */
export async function findOccurrences(
  root: string,
  file: string,
  names: WantedNames,
): Promise<Occurrences | undefined> {
  const bytes = readVerified(join(root, file), maxIndexedBytes)?.bytes;
  const text = bytes === undefined ? undefined : decodeText(bytes)?.text;
  if (text === undefined) return undefined;
  const language = languageOf(file) ?? languageOfScript(text.slice(0, 200).split(/[\r\n]/, 1)[0] ?? "");
  if (language === undefined) return undefined;
  const found =
    "grammar" in language
      ? await readWhole(language, { file, text }, names)
      : await readParts(language, { file, text }, names);
  if (found === undefined) return undefined;
  const places = found.places.toSorted((a, b) => a.start - b.start);
  const rules = referenceRulesOf(found.language);
  const namespace = rules?.packageClause === undefined ? undefined : clausesIn(text, rules.packageClause);
  const filePackage = rules?.manifest === undefined ? undefined : packageOf(root, file, rules.manifest);
  const texts = names === "calls" ? 0 : countTexts(text, names[0] ?? "", places);
  return {
    file,
    language: found.language,
    occurrences: locateOccurrences(places, found.symbols, text, rules?.isEmbedded),
    imports: found.imports.map(({ span: _span, ...site }) => site),
    symbols: found.symbols,
    ...(namespace === undefined ? {} : { namespace }),
    ...(filePackage === undefined ? {} : { package: filePackage }),
    ...(found.broken ? { broken: true as const } : {}),
    ...(texts === 0 ? {} : { texts }),
  };
}

/** How often the name stands in text that is not code. */
function countTexts(text: string, name: string, places: readonly UnlocatedOccurrence[]): number {
  const inCode = new Set(places.filter((place) => place.name === name).map(({ start }) => start));
  return namedWords(text, [name]).filter(({ start }) => !inCode.has(start)).length;
}

interface FoundPlaces extends PartPlaces {
  readonly symbols: readonly CodeSymbol[];
}

/** Uses one tree for both places and symbols. */
async function readWhole(
  language: GrammarLanguage,
  source: Source,
  names: WantedNames,
): Promise<FoundPlaces | undefined> {
  const { references: rules } = language;
  if (rules === undefined) return undefined;
  const { file, text } = source;
  return await parseText(language, text, { keep: true }, (tree, grammar, seen) => {
    const symbols = symbolsOf(tree);
    return { ...readTree(language, rules, { text, seen, tree, grammar, names, symbols }), symbols };

    function symbolsOf(of: Tree): readonly CodeSymbol[] {
      const known =
        symbolsByTree.get(of) ?? finishSymbols(language, file, text, querySymbols(language, text, of, grammar));
      symbolsByTree.set(of, known);
      return known;
    }
  });
}

/** A tree that is kept has the same symbols when its file is asked for again. */
const symbolsByTree = new WeakMap<Tree, readonly CodeSymbol[]>();

/** For a file with embedded languages, such as a component with its script. */
async function readParts(
  language: OutlinedLanguage,
  source: Source,
  names: WantedNames,
): Promise<FoundPlaces | undefined> {
  const { text } = source;
  if (language.embedded === undefined) return undefined;
  const parts = language.embedded(text).flatMap((part) => {
    const own = languageById(part.language);
    if (own === undefined || !("grammar" in own) || own.references === undefined) return [];
    return [readPart(own, own.references, text, part, names)];
  });
  // A page without scripts.
  if (parts.length === 0) return { language: language.id, places: [], imports: [], symbols: [], broken: false };
  const trees = (await Promise.all(parts)).filter((part) => part !== undefined);
  const [first] = trees;
  if (first === undefined) return undefined;
  return {
    language: first.language,
    places: trees.flatMap(({ places }) => places),
    broken: trees.some(({ broken }) => broken),
    imports: trees.flatMap(({ imports }) => imports),
    symbols: (await extractSymbols(language, source))?.symbols ?? [],
  };
}

interface PartPlaces {
  /** The language of the part, such as a component's script. */
  readonly language: string;
  readonly places: readonly UnlocatedOccurrence[];
  readonly imports: readonly PlacedImport[];
  /** It has syntax errors. */
  readonly broken: boolean;
}

async function readPart(
  language: GrammarLanguage,
  rules: ReferenceRules,
  text: string,
  part: Span | undefined,
  names: WantedNames,
): Promise<PartPlaces | undefined> {
  return await parseText(language, text, { part }, (tree, grammar, seen) =>
    readTree(language, rules, { text, seen, tree, grammar, names }),
  );
}

interface ParsedText {
  readonly text: string;
  /** The text as the parser saw it. */
  readonly seen: string;
  readonly tree: Tree;
  readonly grammar: LoadedGrammar;
  readonly names: WantedNames;
  /** What the file declares, if that is known. */
  readonly symbols?: readonly CodeSymbol[];
}

function readTree(language: GrammarLanguage, rules: ReferenceRules, parsed: ParsedText): PartPlaces {
  const { text, seen, tree } = parsed;
  const facts = factsOf(rules, parsed);
  const imports = facts.imports();
  const imported = new Set(imports.flatMap(({ starts }) => starts));
  const calls = facts.calls();
  const { words, declaring } = wordsOf(rules, parsed, calls.keys());
  const wanted = new Set(words.map(({ name }) => name));
  const locals = findLocals(rules, facts.bindings(), { wanted, imported });
  const visibleAt = indexLocals(locals);
  // A name that is only visible behind its statement is still declared there.
  const declared = new Set(rules.bindsBehind === undefined ? [] : locals.map((each) => each.start));
  const localAt = (name: string, start: number) => (declared.has(start) ? start : visibleAt(name, start));
  const isModuleName = rules.modulesAreNoSymbols === true ? indexModuleNames(imports) : () => false;
  const identifiers = new Set(rules.identifiers);
  const texts = new Set(rules.texts);
  const shapes = language.hierarchy?.shapes;
  const places = words.flatMap(({ name, start }): readonly UnlocatedOccurrence[] => {
    const node = calls.get(start)?.leaf ?? tree.rootNode.descendantForIndex(start, start + name.length);
    if (node !== null && texts.has(node.type)) return placeInText(rules, text, name, start, node);
    if (node !== null && isQuotedCode(rules, node)) return [quotedUse(rules, { text, name, start, node }, localAt)];
    if (node !== null && isCommentedCode(language, rules, text, { start, end: start + name.length }, node))
      return [plainUse(name, start, receiverBefore(rules, text, start))];
    if (node !== null && isInterpolated(rules, text, start, node))
      return [{ ...plainUse(name, start, undefined), local: localAt(name, start) }];
    if (
      node !== null &&
      (isLostCode(language, node) || isCalledSymbol(rules, node) || mayBeFormatted(rules, text, start, node))
    )
      return [{ ...plainUse(name, start, undefined), key: "either" }];
    const isIdentifier = node !== null && identifiers.has(node.type);
    if (!isIdentifier && seen.charCodeAt(start) !== text.charCodeAt(start))
      return [plainUse(name, start, receiverBefore(rules, text, start))];
    if (node === null || !identifiers.has(node.type) || node.startIndex > start || node.endIndex < start + name.length)
      return [];
    const isPart = rules.qualifiedLeaves === true && node.text !== name && node.text.includes(".");
    if (!isPart && (language.cleanName?.(node.text) ?? node.text) !== name) return [];
    const call = isPart ? undefined : calls.get(node.startIndex);
    if (call === undefined && parsed.names === "calls" && !declaring.has(start)) return [];
    if (isModuleName(start)) return [];
    const isCall = call !== undefined || isUnseenCall(rules, text, start + name.length);
    const role = imported.has(node.startIndex) ? "import" : isCall ? "call" : "use";
    // Nothing is before the dot of `.name = 1`.
    const isAlone =
      node.parent?.type === "field_designator" ||
      rules.isResultType?.(node) === true ||
      isAfterComment(language, tree, text, start);
    const before = isAlone ? undefined : receiverBefore(rules, text, start);
    const receiver = call?.receiver ?? before;
    const isMemberName = rules.memberNames?.includes(node.type) === true;
    const mayBeLocal =
      receiver === undefined && !isMemberName && !(call !== undefined && rules.bareCallsNeverLocal === true);
    const local = mayBeLocal ? localAt(name, rules.outerOffset?.(node) ?? start) : undefined;
    const exportedName = exportOf(node);
    const origin = exportedName === name && localAt(name, start) !== undefined ? undefined : exportedName;
    const exported = { exportedAs: exportedAs(node), ...(origin === undefined ? {} : { exportOf: origin }) };
    const separator = receiver === undefined ? undefined : separatorBefore(text, start);
    const typed = shapes === undefined ? undefined : typedPlaceOf(node, shapes);
    const keys = keyFactsOf(rules, node, receiver !== undefined);
    const place = {
      name,
      start,
      role,
      receiver,
      separator,
      local,
      ...keys,
      ...exported,
      ...(typed === undefined ? {} : { typeOf: typed }),
      ...(role === "use" ? useOf(node, keys.key) : {}),
    } as const;
    return [addMeaning(rules, node, place)];
  });
  const typed = addReceiverTypes(
    rules,
    { ...parsed, facts },
    markLocalReceivers(rules, places, facts.bindings, imported),
  );
  return { language: language.id, places: typed, imports, broken: tree.rootNode.hasError };
}

/** The words to look at, and those of them that are no calls: declarations of what is called, and names that may call by themselves. */
function wordsOf({ isCalledByName }: ReferenceRules, parsed: ParsedText, calls: Iterable<number>) {
  if (parsed.names !== "calls") return { words: namedWords(parsed.text, parsed.names), declaring: new Set() };
  const bare = isCalledByName === undefined ? [] : bareNames(parsed.text);
  const called = calledWords(parsed.text, new Set([...calls, ...bare]));
  const declared = declarationsOf(parsed, called);
  return { words: [...called, ...declared], declaring: new Set([...bare, ...declared.map(({ start }) => start)]) };
}

/** The declarations of the words, which are no words themselves. */
function declarationsOf({ text, symbols = [] }: ParsedText, words: readonly Word[]): readonly Word[] {
  const [names, starts] = [new Set(words.map(({ name }) => name)), new Set(words.map(({ start }) => start))];
  return symbols
    .map(({ name, nameSpan: { start } }) => ({ name, start }))
    .filter(({ name, start }) => names.has(name) && !starts.has(start) && text.startsWith(name, start));
}

function isUnseenCall({ unseenCalls }: ReferenceRules, text: string, end: number): boolean {
  return unseenCalls?.test(text.slice(end, end + maxReceiver)) === true;
}

/** The text before a name ends in a comment, whose last full stop is no dot. */
function isAfterComment({ comments }: GrammarLanguage, tree: Tree, text: string, start: number): boolean {
  const gap = /[.>:\\]\s*\n\s*$/.exec(text.slice(Math.max(0, start - maxReceiver), start));
  if (gap === null) return false;
  const mark = start - gap[0].length;
  return comments.includes(tree.rootNode.descendantForIndex(mark, mark + 1)?.type ?? "");
}

/** If files are not symbols, a module name in an import refers to nothing that could be looked up. */
function indexModuleNames(imports: readonly PlacedImport[]): (start: number) => boolean {
  const importAt = indexSpans(imports.map(({ span }) => span).toSorted((a, b) => a.start - b.start));
  return (start) =>
    importAt(start) !== undefined &&
    imports.some(({ span, starts }) => span.start <= start && start < span.end && !starts.includes(start));
}
