import type { Node } from "web-tree-sitter";
import type { ReferenceRules } from "../../languages/language.ts";
import type { UnlocatedOccurrence } from "./locate-occurrences.ts";

/** Adds what the language knows of a name from its place alone. */
export function addMeaning(rules: ReferenceRules, node: Node, place: UnlocatedOccurrence): UnlocatedOccurrence {
  const meaning = place.role === "import" ? undefined : rules.meaningAt?.(node, place.name);
  if (meaning === undefined) return place;
  const { kinds, owner, isOpen } = meaning;
  const receiver = owner === undefined ? place.receiver : owner === "" ? undefined : owner;
  const separator = owner === undefined ? place.separator : undefined;
  // A key whose meaning is known has an owner in place of a literal.
  return { ...place, kinds, receiver, separator, key: isOpen === true ? "either" : undefined };
}
