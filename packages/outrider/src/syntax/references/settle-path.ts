import type { Tree } from "web-tree-sitter";
import { resultIndex } from "../../languages/function-types.ts";
import type { ReferenceRules } from "../../languages/language.ts";
import type { LocalName } from "./find-bindings.ts";
import { expectedPath } from "./implied-paths.ts";
import { isOwnReceiver } from "./reference-rules.ts";
import type { TypedValue } from "./typed-values.ts";
import { readTypePath, type TypePath } from "./type-path.ts";

/** The local values of a file. */
interface LocalValues {
  readonly text: string;
  readonly tree: Tree;
  readonly locals: readonly LocalName[];
  readonly byStart: ReadonlyMap<number, TypedValue>;
  /** Where the value is declared that a name means at an offset. */
  readonly valueAt: (name: string, offset: number) => number | undefined;
}

/** A value may be made from another one, and that from a third. */
const maxLevels = 4;

/** Leads paths that begin with local values to the types of these. */
export function openSettler(rules: ReferenceRules, { text, tree, locals, byStart, valueAt }: LocalValues) {
  const squareTypes = rules.writtenTypes?.squareTypes === true;
  const symbols = new Set(locals.filter(({ isSymbol }) => isSymbol).map(({ start }) => start));
  return { isLater, settle };

  /** A local value that is declared behind a place is not the one that is meant there. */
  function isLater(declared: number | undefined, place: number): boolean {
    const value = declared === undefined ? undefined : byStart.get(declared);
    return value !== undefined && !value.isField && value.start > place && value.scope.start > 0;
  }

  /** `this` in a function inside of a class is what that is called on. */
  function isOtherSelf(start: number): boolean {
    const node = rules.mayBeOtherSelf === undefined ? null : tree.rootNode.descendantForIndex(start, start + 1);
    return node !== null && rules.mayBeOtherSelf?.(node) === true;
  }

  /** A path that begins with a local value begins with the type of that value instead. */
  function settle(path: TypePath, level: number): TypePath | undefined {
    const [first, ...rest] = path.steps;
    if (path.written !== undefined || first === undefined) return path;
    if (isOwnReceiver(first.name)) return isOtherSelf(first.start) ? undefined : path;
    const found = valueAt(first.name, first.start);
    const called = first.isCall && found !== undefined ? byStart.get(found) : undefined;
    if (called?.result !== undefined) return { written: called.result, steps: rest };
    const declared = first.isCall && called?.written === undefined ? undefined : found;
    if (isLater(declared, first.start)) return undefined;
    if (first.isCall && rules.bareCallsNeverLocal === true) return path;
    if (declared === undefined)
      return locals.some(({ name, isSymbol }) => name === first.name && isSymbol !== true) ? undefined : path;
    if (symbols.has(declared)) return path;
    const value = byStart.get(declared);
    const result = { name: "result", start: first.start, isCall: false, parameter: resultIndex };
    if (value?.from === undefined && value?.written !== undefined)
      return { written: value.written, steps: first.isCall ? [result, ...rest] : rest };
    if (first.isCall) return undefined;
    if (value?.expected !== undefined && level < maxLevels) {
      const expected = expectedPath(text, value.expected);
      const found = expected === undefined ? undefined : settle(expected, level + 1);
      return found === undefined ? undefined : { ...found, steps: [...found.steps, ...rest] };
    }
    if (value?.from === undefined || level >= maxLevels) return undefined;
    if (value.from.start > first.start && value.scope.start > 0) return undefined;
    const begun = readTypePath(text, value.from, squareTypes);
    const settled = begun === undefined ? undefined : settle(begun, level + 1);
    const taken = value.taken === undefined ? [] : [{ ...value.taken, start: value.from.start }];
    return settled === undefined ? undefined : { ...settled, steps: [...settled.steps, ...taken, ...rest] };
  }
}
