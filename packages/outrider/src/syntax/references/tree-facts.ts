import type { Node, Tree } from "web-tree-sitter";
import type { ReferenceRules } from "../../languages/language.ts";
import type { LoadedGrammar } from "../extract/load-grammar.ts";
import { type Binding, findBindings, findImports, type PlacedImport } from "./find-bindings.ts";
import { maxReceiver } from "./receiver-before.ts";
import { readTyped, type TypedValue } from "./typed-values.ts";

interface Facts {
  imports: readonly PlacedImport[];
  calls: ReadonlyMap<number, FoundCall>;
  bindings: readonly Binding[];
  typed: readonly TypedValue[];
}

/** What a tree says whichever names are looked for; each is read when it is first asked for. */
export type TreeFacts = { readonly [Fact in keyof Facts]: () => Facts[Fact] };

interface ParsedTree {
  readonly text: string;
  readonly tree: Tree;
  readonly grammar: LoadedGrammar;
}

/** A tree that is kept has the same facts when its file is asked for again. */
const factsByTree = new WeakMap<Tree, Partial<Facts>>();

export function factsOf(rules: ReferenceRules, { text, tree, grammar }: ParsedTree): TreeFacts {
  const known = factsByTree.get(tree) ?? {};
  factsByTree.set(tree, known);
  return {
    imports: () => (known.imports ??= findImports(rules, tree, grammar)),
    calls: () => (known.calls ??= findCalls(rules, tree, grammar)),
    bindings: () => (known.bindings ??= findBindings(rules, tree, grammar)),
    typed: () => (known.typed ??= readTyped(rules, { text, tree, grammar })),
  };
}

/** Calls by the offset of the called name, with their receivers. */
function findCalls(rules: ReferenceRules, tree: Tree, grammar: LoadedGrammar): ReadonlyMap<number, FoundCall> {
  const calls = new Map<number, FoundCall>();
  for (const { captures } of grammar.query(rules.calls).matches(tree.rootNode)) {
    const name = captures.find((capture) => capture.name === "call")?.node;
    const receiver = captures.find((capture) => capture.name === "receiver")?.node;
    if (name === undefined) continue;
    const known = calls.get(name.startIndex);
    calls.set(name.startIndex, {
      receiver: receiver?.text.slice(0, maxReceiver) ?? known?.receiver,
      leaf: known?.leaf ?? (name.childCount === 0 ? name : undefined),
    });
  }
  return calls;
}

export interface FoundCall {
  readonly receiver: string | undefined;
  /** The name if it is a leaf node: finding it again from the root is slow in long files. */
  readonly leaf: Node | undefined;
}
