import type { Node } from "web-tree-sitter";
import type { GrammarLanguage } from "../../languages/language.ts";
import { languageOf } from "../../languages/language-of.ts";
import type { SignatureRules } from "../../languages/signatures.ts";
import { parseText } from "../extract/parse-text.ts";
import { bareList, childrenOf, readItems } from "./read-items.ts";
import type { AskedPlace, ConstructorCall, ItemList, ListAnswer, ListQuestion, ReadPlace } from "./signature-lists.ts";

/** Undefined if the language has no rules for signatures, or reading took too long. */
export async function readLists({ file, text, places, types = [] }: ListQuestion): Promise<ListAnswer | undefined> {
  const language = languageOf(file);
  if (language === undefined || !("grammar" in language) || language.signatures === undefined) return undefined;
  const reading: Reading = { language, rules: language.signatures, text };
  return await parseText(language, text, { keep: true }, ({ rootNode }) => ({
    places: places.map((place) => readPlace(reading, rootNode, place)),
    constructors: types.flatMap(({ start, end }) => {
      const node = rootNode.namedDescendantForIndex(start, Math.max(start, end - 1));
      return node === null ? [] : constructorCalls(reading, node);
    }),
  }));
}

interface Reading {
  readonly language: GrammarLanguage;
  readonly rules: SignatureRules;
  readonly text: string;
}

function readPlace(reading: Reading, root: Node, place: AskedPlace): ReadPlace {
  const name = root.namedDescendantForIndex(place.start, Math.max(place.start, place.end - 1));
  if (name === null) return { kind: "name", isValue: false };
  const other = { kind: "name", isValue: valuePlaces.test(name.parent?.type ?? "") } as const;
  if (place.headEnd !== undefined) return parametersAfter(reading, name, place.headEnd) ?? other;
  return argumentsAfter(reading, name) ?? ownParameters(reading, name) ?? other;
}

const valuePlaces =
  /^(?:arguments|argument|argument_list|keyword_argument|array|list|pair|dictionary|assignment|assignment_expression|variable_declarator|return_statement|ternary_expression|conditional_expression)$/;

/** How far the parameters are from the name in the tree: a name, its declarator, a value, a function. */
const maxAbove = 5;

function parametersAfter(reading: Reading, name: Node, headEnd: number): ReadPlace | undefined {
  let holder = name.parent;
  for (let above = 0; holder !== null && above < maxAbove; above += 1) {
    const list = firstList(reading, holder, name.endIndex, headEnd);
    if (list !== undefined) {
      const isApart = name.parent?.childForFieldName("type") != null && name.parent.childForFieldName("value") !== null;
      return { kind: "parameters", list: isApart ? { ...list, hasTypeApart: true } : list };
    }
    holder = holder.parent;
  }
  return undefined;
}

const otherLists = /type_parameters|type_annotation|decorator|attribute|annotation|body|block|^comment/;

function firstList(reading: Reading, holder: Node, from: number, to: number): ItemList | undefined {
  const { rules, language } = reading;
  for (const child of childrenOf(holder)) {
    if (child.endIndex <= from || child.startIndex >= to) continue;
    if (child.startIndex >= from && rules.parameters.includes(child.type)) {
      const list = readItems(language, child, "parameters");
      const outer = child.parent?.type ?? "";
      return rules.recordTypes?.includes(outer) === true ? { ...list, isRecord: true } : list;
    }
    if (otherLists.test(child.type)) continue;
    const bare = child.type === "arrow_function" ? child.childForFieldName("parameter") : null;
    if (bare !== null) return bareList(bare);
    const found = firstList(reading, child, from, to);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A key of a literal whose value is a function. */
function ownParameters(reading: Reading, name: Node): ReadPlace | undefined {
  const { parent } = name;
  if (parent === null || !/^(?:pair|method_definition|method_signature)$/.test(parent.type)) return undefined;
  const isKey = ["key", "name"].some((field) => parent.childForFieldName(field)?.id === name.id);
  const value = parent.childForFieldName("value");
  if (!isKey || (value !== null && !/function/.test(value.type))) return undefined;
  const list = firstList(reading, parent, name.endIndex, parent.endIndex);
  return list === undefined ? undefined : { kind: "parameters", list };
}

/** The arguments follow the last word of what is called. */
function argumentsAfter(reading: Reading, name: Node): ReadPlace | undefined {
  const { rules, language } = reading;
  let node: Node | null = name;
  while (node !== null) {
    let next: Node | null = node.nextSibling;
    while (next !== null && (rules.between?.includes(next.type) === true || next.type === "!")) next = next.nextSibling;
    if (next !== null) {
      const list = listIn(reading, node, next);
      if (list === undefined) return undefined;
      const read = readItems(language, list, "arguments");
      return { kind: "arguments", list: isTrailing(list.parent?.nextSibling) ? { ...read, hasTrailing: true } : read };
    }
    const at = node.endIndex;
    if (/^(?:new_expression|object_creation_expression)$/.test(node.type))
      return { kind: "arguments", list: { start: at, end: at, isBare: true, items: [], comments: [] } };
    node = node.parent;
  }
  return undefined;
}

function listIn({ rules }: Reading, node: Node, next: Node): Node | undefined {
  if (rules.arguments.includes(next.type)) return next;
  const { unparsed } = rules;
  if (unparsed !== undefined && next.type === unparsed && node.parent?.type === unparsed && next.text.startsWith("("))
    return next;
  // `Store shop(1);`: the arguments follow the name of the value.
  if (next.type !== "init_declarator" || next.nextSibling?.type === ",") return undefined;
  const value = next.childForFieldName("value");
  return value !== null && rules.arguments.includes(value.type) ? value : undefined;
}

function isTrailing(node: Node | null | undefined): boolean {
  return node?.type === "annotated_lambda";
}

function constructorCalls(reading: Reading, type: Node): readonly ConstructorCall[] {
  const { rules, language, text } = reading;
  const calls = type.descendantsOfType([...rules.arguments]).flatMap((list): readonly ConstructorCall[] => {
    if (list?.parent == null) return [];
    const called = text.slice(list.parent.startIndex, list.startIndex).trim();
    const of = rules.upperConstructor?.test(called) === true ? "upper" : undefined;
    const own = rules.ownConstructor?.test(called) === true ? "own" : undefined;
    const which = of ?? own;
    return which === undefined ? [] : [{ of: which, list: readItems(language, list, "arguments") }];
  });
  return [...constants(reading, type), ...calls];
}

function constants({ rules, language }: Reading, type: Node): readonly ConstructorCall[] {
  return type.descendantsOfType([...(rules.constants ?? [])]).flatMap((constant): readonly ConstructorCall[] => {
    if (constant === null || typeAround(constant)?.id !== type.id) return [];
    const list = childrenOf(constant).find((child) => rules.arguments.includes(child.type));
    if (list !== undefined) return [{ of: "own", list: readItems(language, list, "arguments") }];
    const at = constant.childForFieldName("name")?.endIndex ?? constant.endIndex;
    return [{ of: "own", list: { start: at, end: at, isBare: true, items: [], comments: [] } }];
  });
}

function typeAround({ parent }: Node): Node | undefined {
  let around = parent;
  while (around !== null && around.childForFieldName("body") === null) around = around.parent;
  return around ?? undefined;
}
