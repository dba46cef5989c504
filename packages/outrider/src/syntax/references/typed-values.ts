import type { Node, Tree } from "web-tree-sitter";
import type { ReferenceRules, Span } from "../../languages/language.ts";
import type { ExpectedType } from "../../languages/written-types.ts";
import type { LoadedGrammar } from "../extract/load-grammar.ts";
import { type LocalName, scopeOf } from "./find-bindings.ts";
import { withoutNothing } from "./read-type.ts";
import type { TypePath } from "./type-path.ts";

interface ParsedFile {
  readonly text: string;
  readonly tree: Tree;
  readonly grammar: LoadedGrammar;
}

export interface TypedValue extends LocalName {
  /** The name of its type, if that is written and no list of them. */
  readonly type: string | undefined;
  readonly written: TypePath["written"];
  /** The type that a call of it gives, if that is written in place. */
  readonly result: TypePath["written"];
  /** How its type is reached, if that is the one that is expected there. */
  readonly expected: ExpectedType | undefined;
  /** The expression that its type is that of. */
  readonly from: Span | undefined;
  /** What is done to the value of the expression: `each` gives one of its values in a loop, a method is called. */
  readonly taken: { readonly name: string; readonly isCall: boolean } | undefined;
  /** It is a field that is assigned; one that is declared counts before it. */
  readonly isAssigned: boolean;
  /** The first name of that expression. */
  readonly root: string | undefined;
  readonly isField: boolean;
}

/** The names that are declared with a type: values in their scope, fields in the body of their type. */
export function readTyped(
  { typedValues, scopes = [], typedScopes = scopes, typeBodies = [], writtenTypes }: ReferenceRules,
  { text, tree, grammar }: ParsedFile,
): readonly TypedValue[] {
  if (typedValues === undefined) return [];
  const bodies = new Set(typeBodies);
  const around = new Set(typedScopes);
  return grammar
    .query(typedValues)
    .matches(tree.rootNode)
    .flatMap(({ captures }) => {
      const node = (capture: string) => captures.find(({ name }) => name === capture)?.node;
      const each = node("each");
      const entered = node("entered");
      const [written, source] = [node("type"), node("from") ?? each ?? entered];
      const method = entered === undefined ? undefined : writtenTypes?.entered?.(entered);
      const name = each === undefined ? method : "each";
      const taken = name === undefined ? undefined : { name, isCall: each === undefined };
      const asked = node("expected");
      const part = node("part");
      const placed = asked ?? part;
      const wanted = placed === undefined ? undefined : writtenTypes?.expected?.(placed);
      if (placed !== undefined && wanted === undefined) return [];
      const expected = wanted && { ...wanted, steps: [...wanted.steps, ...(part === undefined ? [] : [part.text])] };
      const type = written === undefined ? undefined : plainType(written.text);
      const from = source === undefined ? undefined : spanOf(source);
      const begun = from ?? expected?.value;
      const root = begun === undefined ? undefined : rootIn(text.slice(begun.start, begun.end));
      return captures
        .filter(({ name }) => name === "value" || name === "field" || name === "assigned")
        .map(({ name, node: declared }) => {
          const isAssigned = name === "assigned";
          const isField = name === "field" || isAssigned;
          const scope = spanOf(scopeOf(declared, isField ? bodies : around) ?? tree.rootNode);
          const given = node("result");
          const [whole, result] = [written, given].map((each) => each && { text: each.text, span: spanOf(each) });
          const shared = { type, written: whole, result, expected, from, taken, root, isField, isAssigned };
          return { name: declared.text, start: declared.startIndex, scope, ...shared };
        });
    });
}

function rootIn(expression: string): string | undefined {
  return /[\p{L}_$][\p{L}\p{N}_$]*/u.exec(expression.replace(/^[\s(]*(?:await\s+)+/, ""))?.[0];
}

function spanOf({ startIndex, endIndex }: Node): Span {
  return { start: startIndex, end: endIndex };
}

/** A longer type is no plain name. */
const maxTypeLength = 500;

/** `*store.Store`, `&mut Store` and `Store<T>?` are `store.Store` and `Store`; lists of them are something else. */
function plainType(text: string): string | undefined {
  if (text.length > maxTypeLength) return undefined;
  const bare = withoutNothing(text)
    .replace(/^:\s*/, "")
    .replace(/^(?:[*&]|'\w+\s|(?:mut|const|dyn|impl|final|any|some|in|ref|out)\b|\s)+/, "")
    .replace(/[?!&*\s]+$/, "")
    .replace(/<[^]*>$/, "")
    .replace(/[?!\s]+$/, "");
  return /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(bare) ? bare : undefined;
}
