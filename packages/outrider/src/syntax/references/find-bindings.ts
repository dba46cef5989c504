import type { Node, Tree } from "web-tree-sitter";
import type { ReferenceRules, Span } from "../../languages/language.ts";
import type { LoadedGrammar } from "../extract/load-grammar.ts";
import { indexSpans } from "./index-spans.ts";
import type { Import } from "./occurrence.ts";
import type { UnlocatedOccurrence } from "./locate-occurrences.ts";
import { receiverWords } from "./reference-rules.ts";

export interface PlacedImport extends Import {
  /** Span of the source. */
  readonly span: Span;
}

/** The imports of a file, as found by its language's query. */
export function findImports(rules: ReferenceRules, tree: Tree, grammar: LoadedGrammar): readonly PlacedImport[] {
  if (rules.imports === undefined) return [];
  return grammar
    .query(rules.imports)
    .matches(tree.rootNode)
    .flatMap(({ captures }) => {
      const node = (wanted: string) => captures.find((capture) => capture.name === wanted)?.node;
      const source = node("source");
      if (source === undefined) return [];
      const [name, alias, module, main] = [node("name"), node("alias"), node("module"), node("default")];
      const handed = node("handed");
      const localName =
        handed === undefined ? (node("held") === undefined ? undefined : heldModule) : handedOn(handed.text);
      const first = firstOfPath(source);
      const starts = [name, alias, module, main].flatMap((each) => (each === undefined ? [] : [each.startIndex]));
      // `alias A.{B, C}` names whole modules.
      const scope = rules.importScopes === undefined ? undefined : scopeOf(source, new Set(rules.importScopes));
      const isWhole = rules.qualifiedLeaves === true && name !== undefined;
      return [
        {
          source: isWhole
            ? `${source.text}.${name.text}`
            : `${first.prefix}${source.text}`.replace(/(?<=\w)<.*>$/s, "").replaceAll(/^["'`<]|["'`>]$/g, ""),
          name: isWhole ? undefined : main === undefined ? (name ?? node("whole"))?.text : "default",
          local: localName ?? localOf((alias ?? module ?? main ?? name)?.text, rules),
          line: source.startPosition.row,
          exported: isReexported(source) || (node("whole") ?? node("reexport") ?? handed) !== undefined,
          ...(scope === undefined ? {} : { scope: { start: scope.startIndex, end: scope.endIndex } }),
          starts,
          span: { start: first.start, end: source.endIndex },
        },
      ];
    });
}

/** A module that an expression holds has no name in its file. */
const heldModule = "require()";

/** `exports.name = require("./a")` makes no name that the file itself sees without `exports`. */
function handedOn(name: string): string {
  return `exports.${name}`;
}

/** The name under which a file hands on what it imports. */
export function nameHandedOn(local: string): string {
  return local.replace(/^exports\./, "");
}

/** Each part of a path may be a node of its own: `a`, `.` and `b` before `c` in `import a.b.c._`. */
function firstOfPath(source: Node): { readonly start: number; readonly prefix: string } {
  let [start, prefix] = [source.startIndex, ""];
  for (let dot = source.previousSibling; dot?.type === "."; dot = dot.previousSibling?.previousSibling ?? null) {
    const part = dot.previousSibling;
    if (part?.type !== source.type) break;
    prefix = `${part.text}.${prefix}`;
    start = part.startIndex;
  }
  return { start, prefix };
}

/** A qualified module is known by its last name. */
function localOf(text: string | undefined, { qualifiedLeaves }: ReferenceRules): string | undefined {
  return qualifiedLeaves === true ? text?.split(".").at(-1) : text;
}

/** `export … from`, `pub use`. */
function isReexported(source: Node): boolean {
  for (let at: Node | null = source; at !== null; at = at.parent) {
    if (at.type === "export_statement") return true;
    if (at.type === "use_declaration" || at.type === "mod_item")
      return at.children.some((child) => child?.type === "visibility_modifier");
  }
  return false;
}

export interface LocalName {
  readonly name: string;
  readonly start: number;
  /** Inside this span it hides declarations of the same name outside. */
  readonly scope: Span;
  /** It is a symbol, which its scope tells more of. */
  readonly isSymbol?: true;
}

interface WantedLocals {
  readonly wanted: ReadonlySet<string>;
  readonly imported: ReadonlySet<number>;
  /** The scope of names outside all scopes. Default: these are left out, since they are not local. */
  readonly whole?: Span;
}

const visibilities = ["local", "whole", "hoisted", "symbol", "scoped", "outer"] as const;

/** A name that a file declares for itself; its scope is only looked for if the name is wanted. */
export interface Binding {
  readonly name: string;
  /** Where it is visible: in the scope around it (wherever in it, if `whole`), in the one that such names and symbols rise to, in the one that the language names, only outside, or unknown. */
  readonly visible: (typeof visibilities)[number] | undefined;
  readonly node: Node;
}

/** Parameters and local values. */
export function findBindings(rules: ReferenceRules, tree: Tree, grammar: LoadedGrammar): readonly Binding[] {
  if (rules.locals === undefined) return [];
  const captures = grammar.query(rules.locals).captures(tree.rootNode);
  return captures.flatMap(({ name, node }) => {
    if (name === "pattern") {
      const visible = rules.patternScope?.(node);
      return visible === undefined ? [] : [{ name: node.text, visible, node }];
    }
    return [{ name: node.text, visible: isVisibility(name) ? name : undefined, node }];
  });
}

function isVisibility(name: string): name is (typeof visibilities)[number] {
  return visibilities.some((each) => each === name);
}

/** Those with one of the wanted names, with their scopes. */
export function findLocals(
  rules: ReferenceRules,
  bindings: readonly Binding[],
  { wanted, imported, whole }: WantedLocals,
): readonly LocalName[] {
  const hoisted = new Set(rules.hoistScopes);
  const local = new Set(rules.scopes);
  const scopes = { local, whole: local, hoisted, symbol: hoisted, outer: local };
  const scopeFor = (node: Node, visible: Exclude<Binding["visible"], undefined>): Node | undefined =>
    visible === "scoped" ? rules.scopeOfName?.(node) : scopeOf(node, scopes[visible]);
  const statements = new Set(rules.bindsBehind);
  const named = new Set(rules.bindsFromName);
  const outer = new Set(
    bindings
      .filter(({ name, visible }) => visible === "outer" && wanted.has(name))
      .map(({ name, node }) => `${name} ${scopeOf(node, local)?.id}`),
  );
  const startIn = (scope: Node, node: Node): number => {
    const behind = statementIn(scope, node, statements);
    if (behind !== undefined) return behind.endIndex;
    return statementIn(scope, node, named) === undefined ? scope.startIndex : node.startIndex;
  };
  return (
    bindings
      // `const { name } = await import(…)` imports something from outside.
      .filter(({ name, node }) => wanted.has(name) && !imported.has(node.startIndex) && !isDoubtful(node))
      .flatMap(({ name, visible, node }) => {
        // What a symbol hides otherwise is known from the symbols.
        if (visible === "symbol" && whole === undefined) return [];
        const parts = visible === "outer" ? undefined : rules.visibleIn?.(node);
        if (parts !== undefined) return parts.map((each) => ({ name, start: node.startIndex, scope: each }));
        const scope = visible === undefined ? undefined : scopeFor(node, visible);
        if (visible === "outer" || (scope !== undefined && outer.has(`${name} ${scope.id}`))) return [];
        const start = visible === "whole" || scope === undefined ? scope?.startIndex : startIn(scope, node);
        const span = scope === undefined || start === undefined ? whole : { start, end: scope.endIndex };
        // What a function declares directly in its body is a symbol of it.
        const isSymbol = visible === "symbol" || (visible === "scoped" && scope === undefined);
        const kind = isSymbol ? { isSymbol: true as const } : {};
        return span === undefined ? [] : [{ name, start: node.startIndex, scope: span, ...kind }];
      })
  );
}

/** Nodes of these types around a name, if they are in its scope. */
function statementIn(scope: Node, node: Node, types: ReadonlySet<string>): Node | undefined {
  const statement = types.size === 0 ? undefined : scopeOf(node, types);
  return statement !== undefined && statement.startIndex >= scope.startIndex ? statement : undefined;
}

/** Next to a syntax error, what looks like a declaration may be anything. */
function isDoubtful({ parent }: Node): boolean {
  return parent?.hasError === true || (parent?.parent?.hasError === true && parent.parent.childCount < 8);
}

/** Outside every scope a name is not local. */
export function scopeOf(node: Node, scopes: ReadonlySet<string>): Node | undefined {
  for (let at = node.parent; at !== null; at = at.parent) if (scopes.has(at.type)) return at;
  return undefined;
}

/**
 * Finds the declaration of the local value that a name refers to at an offset; the innermost scope hides others. Among several in
 * one scope the first counts, or with `types` none, unless all have the same type.
 */
export function indexLocals(
  locals: readonly LocalName[],
  types?: ReadonlyMap<number, string>,
): (name: string, offset: number) => number | undefined {
  const byName = new Map<string, LocalName[]>();
  for (const local of locals) {
    const known = byName.get(local.name);
    if (known === undefined) byName.set(local.name, [local]);
    else known.push(local);
  }
  const finders = new Map(
    Array.from(byName, ([name, all]) => {
      const sorted = all.toReversed().sort((a, b) => a.scope.start - b.scope.start);
      const innermost = indexSpans(sorted.map(({ scope }) => scope));
      return [name, (offset: number) => settle(sorted, sorted[innermost(offset) ?? -1])] as const;
    }),
  );
  return (name, offset) => finders.get(name)?.(offset);

  function settle(all: readonly LocalName[], found: LocalName | undefined): number | undefined {
    if (found === undefined || types === undefined) return found?.start;
    const beside = all.filter(({ scope }) => scope.start === found.scope.start && scope.end === found.scope.end);
    return new Set(beside.map(({ start }) => types.get(start))).size === 1 ? found.start : undefined;
  }
}

/** Marks the places whose receiver begins with a parameter or local value; paths such as `a::b` do not begin with one. */
export function markLocalReceivers(
  rules: ReferenceRules,
  places: readonly UnlocatedOccurrence[],
  bindings: () => readonly Binding[],
  imported: ReadonlySet<number>,
): readonly UnlocatedOccurrence[] {
  const headOf = ({ receiver, separator }: UnlocatedOccurrence): string | undefined =>
    receiver === undefined || separator === "::" || separator === "\\" ? undefined : receiverWords(receiver)[0];
  const wanted = new Set(places.flatMap((place) => headOf(place) ?? []));
  if (wanted.size === 0) return places;
  const localAt = indexLocals(findLocals(rules, bindings(), { wanted, imported }));
  return places.map((place) => {
    const head = headOf(place);
    const isLocal = head !== undefined && localAt(head, place.start) !== undefined;
    return isLocal ? { ...place, isLocalReceiver: true as const } : place;
  });
}
