import { typeAfterName, valueAfterName, type WrittenTypes } from "../written-types.ts";
import { enteredBy, givesItself } from "./places.ts";

/** A type with a name, also one that may be `None`. */
export const namedType = "[(identifier) (attribute) (generic_type . (identifier)) (binary_operator)]";

const lists: ReadonlySet<string> = new Set(["list", "List", "Sequence", "MutableSequence", "deque"]);

/** Annotations of values and results. */
export const writtenTypes: WrittenTypes = {
  of: (declared) =>
    typeAfterName(declared)
      ?.replace(/\s*\|\s*None$/, "")
      .replaceAll(/^["']|["']$/g, ""),
  from: valueAfterName,
  transparent: new Set(["Optional"]),
  opened: new Map([
    ["each", new Set([...lists, "Iterable", "Iterator", "Collection", "Set", "FrozenSet", "set", "frozenset"])],
    ["[0]", lists],
  ]),
  hidesTypes: true,
  kept: new Set(["await"]),
  entered: enteredBy,
  givesItself,
};
