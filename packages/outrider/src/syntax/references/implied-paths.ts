import type { Tree } from "web-tree-sitter";
import type { ReferenceRules } from "../../languages/language.ts";
import type { ImpliedReceiver } from "../../languages/written-types.ts";
import type { UnlocatedOccurrence } from "./locate-occurrences.ts";
import { readTypePath, type TypePath } from "./type-path.ts";

/** Leads nowhere: what comes after it is unknown. */
const nowhere: TypePath = { steps: [] };

/** What is implied as a receiver of the names at some places, by their offsets. */
export function readImplied(
  { writtenTypes }: ReferenceRules,
  tree: Tree,
  places: readonly UnlocatedOccurrence[],
): ReadonlyMap<number, readonly ImpliedReceiver[]> {
  const found = new Map<number, readonly ImpliedReceiver[]>();
  for (const { start, name, role } of places) {
    if (writtenTypes?.implied === undefined || role === "import") continue;
    const node = tree.rootNode.descendantForIndex(start, start + name.length);
    const implied = node === null ? [] : writtenTypes.implied(node);
    if (implied.length > 0) found.set(start, implied);
  }
  return found;
}

/** The path to a receiver that is implied. */
export function impliedPath(
  text: string,
  { type, value }: ImpliedReceiver,
  { squareTypes, settle }: { readonly squareTypes: boolean; readonly settle: (path: TypePath) => TypePath | undefined },
): TypePath {
  if (type !== undefined) return { written: { text: text.slice(type.start, type.end), span: type }, steps: [] };
  const path = value === undefined ? undefined : readTypePath(text, value, squareTypes);
  return (path === undefined ? undefined : settle(path)) ?? nowhere;
}
