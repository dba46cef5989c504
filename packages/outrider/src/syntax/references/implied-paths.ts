import type { Tree } from "web-tree-sitter";
import type { ReferenceRules } from "../../languages/language.ts";
import type { ExpectedType, ImpliedReceiver } from "../../languages/written-types.ts";
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

/** The path to a type that is expected. */
export function expectedPath(text: string, { type, value, steps }: ExpectedType): TypePath | undefined {
  const start = type?.start ?? value?.start ?? 0;
  const written = type === undefined ? undefined : { text: text.slice(type.start, type.end), span: type };
  const called = value === undefined ? undefined : readTypePath(text, value);
  const begun: TypePath | undefined = written === undefined ? called : { written, steps: [] };
  const added = steps.map((step) =>
    typeof step === "number"
      ? { name: `parameter ${step}`, start, isCall: false, parameter: step }
      : { name: step, start, isCall: false },
  );
  return begun === undefined ? undefined : { ...begun, steps: [...begun.steps, ...added] };
}

/** Whether a key, if it means a symbol, means a part of the value that it stands in. */
export function namesPart(key: UnlocatedOccurrence["key"]): boolean {
  return key === "alone" || key === "also" || key === "taken";
}

/** The paths to the types of the objects that keys stand in, by their offsets. */
export function readKeys(
  { writtenTypes }: ReferenceRules,
  { text, tree }: { readonly text: string; readonly tree: Tree },
  places: readonly UnlocatedOccurrence[],
): ReadonlyMap<number, TypePath> {
  const found = new Map<number, TypePath>();
  for (const { start, name, key } of places) {
    if (writtenTypes?.expected === undefined || !namesPart(key)) continue;
    const node = tree.rootNode.descendantForIndex(start, start + name.length);
    const expected = node === null ? undefined : writtenTypes.expected(node);
    const path = expected === undefined ? undefined : expectedPath(text, expected);
    if (path !== undefined) found.set(start, path);
  }
  return found;
}
