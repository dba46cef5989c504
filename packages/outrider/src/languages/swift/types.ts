import { typeAfterName, valueAfterName, type WrittenTypes } from "../written-types.ts";

const lists: ReadonlySet<string> = new Set(["Array", "ArraySlice", "ContiguousArray"]);
const sequences: ReadonlySet<string> = new Set([...lists, "Set"]);

/** How Swift writes types. Whether a value may be missing does not matter: `?` and `!` lead to the members of what it is. */
export const swiftTypes: WrittenTypes = {
  of: (declared) => plainType(typeAfterName({ ...declared, signature: withoutEffects(declared.signature) })),
  from: (declared) => valueAfterName(declared)?.replace(/^(?:(?:try[?!]?|await)\s+)+/, ""),
  plain: plainType,
  bareMembers: true,
  opened: new Map([
    ["[]", new Set(["Dictionary"])],
    ["[0]", new Set([...lists, "Dictionary"])],
    ["each", sequences],
    ["first", sequences],
    ["last", lists],
    ["removeFirst", sequences],
    ["removeLast", lists],
    ["popFirst", sequences],
    ["popLast", lists],
    ["randomElement", sequences],
  ]),
  // Of a value that may be missing, these are members of `Optional`.
  unproven: new Set(["map", "flatMap", "take", "some", "none", "hashValue", "description", "debugDescription"]),
};

/** `throws` and `async` stand between the parameters and the result. */
function withoutEffects(signature: string): string {
  return signature.replaceAll(/\)\s*(?:(?:async|reasync|rethrows|throws(?:\([^()]*\))?)\s*)+/g, ") ");
}

/** `[Item]?` is `Array<Item>`, `[Key: Item]` is `Dictionary<Item, Key>`: what is taken out comes first. */
function plainType(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  let type = text
    .replace(/^[:\s]+/, "")
    .replace(
      /^(?:@\w+(?:\([^()]*\))?\s+|(?:inout|some|any|borrowing|consuming|sending|isolated|__owned|__shared)\s+)+/,
      "",
    );
  const group = /^\(([^(),:]*)\)[?!]*$/.exec(type)?.[1];
  if (group !== undefined) return plainType(group);
  // The innermost brackets first.
  for (let level = 0; level < maxBrackets && /\[[^[\]]*\]/.test(type); level += 1)
    type = type.replaceAll(/\[([^[\]]*)\]/g, (_, inner: string) => genericOf(inner));
  return type.trim() === "" ? undefined : type.trim();
}

const maxBrackets = 6;

function genericOf(inner: string): string {
  const colon = inner.indexOf(":");
  return colon === -1
    ? `Array<${inner.trim()}>`
    : `Dictionary<${inner.slice(colon + 1).trim()}, ${inner.slice(0, colon).trim()}>`;
}
