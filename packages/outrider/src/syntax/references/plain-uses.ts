import type { Node } from "web-tree-sitter";
import type { ReferenceRules } from "../../languages/language.ts";
import type { UnlocatedOccurrence } from "./locate-occurrences.ts";
import { maxReceiver, receiverBefore, separatorBefore } from "./receiver-before.ts";

/** A name of which nothing but its place is known. */
export function plainUse(name: string, start: number, receiver: string | undefined): UnlocatedOccurrence {
  return { name, start, role: "use", receiver, local: undefined, key: undefined, exportedAs: undefined };
}

/** Only the words of the text are known: macro parameters and quoted words mean nothing, and what follows tells a call. */
export function placeInText(
  rules: ReferenceRules,
  text: string,
  name: string,
  start: number,
  node: Node,
): readonly UnlocatedOccurrence[] {
  const parameters = node.parent?.childForFieldName("parameters")?.text.split(/[^\p{L}\p{N}_]+/u) ?? [];
  const quotes = text.slice(node.startIndex, start).match(/(?<!\\)"/g)?.length ?? 0;
  if (parameters.includes(name) || quotes % 2 === 1) return [];
  const isCall = /^\s*\(/.test(text.slice(start + name.length, start + name.length + maxReceiver));
  return [
    {
      name,
      start,
      role: isCall ? "call" : "use",
      receiver: receiverBefore(rules, text, start),
      separator: separatorBefore(text, start),
      local: undefined,
      key: undefined,
      exportedAs: undefined,
    },
  ];
}

interface QuotedName {
  readonly text: string;
  readonly name: string;
  readonly start: number;
  readonly node: Node;
}

/** A name in a text that is code, such as a type in quotes. */
export function quotedUse(
  rules: ReferenceRules,
  { text, name, start, node }: QuotedName,
  localAt: (name: string, start: number) => number | undefined,
): UnlocatedOccurrence {
  const receiver = receiverBefore(rules, text, start);
  const local = receiver === undefined ? localAt(name, rules.outerOffset?.(node) ?? start) : undefined;
  return { ...plainUse(name, start, receiver), local };
}
