import type { Node, Tree } from "web-tree-sitter";
import type { Span } from "../span.ts";
import type { ImpliedReceiver } from "../written-types.ts";

const blocks: ReadonlySet<string> = new Set(["block", "indented_block", "template_body", "case_clause"]);
const namedTypes = ["class_definition", "object_definition", "trait_definition", "enum_definition"];

/** Whose members are visible by their bare names inside the innermost type with a name: `import value._` and `new Type { … }`. */
export function impliedInScala({ tree, startIndex, text }: Node): readonly ImpliedReceiver[] {
  const { types, receivers } = scopesIn(tree);
  const type = types.findLast((span) => isIn(span, startIndex));
  const found = receivers.filter(
    ({ scope, declared }) =>
      isIn(scope, startIndex) && scope.start >= (type?.start ?? 0) && declared?.().has(text) !== true,
  );
  if (found.length > maxImplied) return [{}];
  return found.map(({ receiver }) => receiver).toReversed();
}

/** With more of them around, it is unknown whose members are meant. */
const maxImplied = 32;

interface Scopes {
  /** Types with names, each before the ones inside of it. */
  readonly types: readonly Span[];
  /** In the order in which their scopes begin. */
  readonly receivers: readonly {
    readonly scope: Span;
    readonly receiver: ImpliedReceiver;
    /** What is declared beside an import, which it does not hide. */
    readonly declared?: () => ReadonlySet<string>;
  }[];
}

const known = new WeakMap<Tree, Scopes>();

/** Read once for all places: to walk from each of them over what stands before it takes too long in a long block. */
function scopesIn(tree: Tree): Scopes {
  const found = known.get(tree);
  if (found !== undefined) return found;
  const root = tree.rootNode;
  const types = root.descendantsOfType(namedTypes).map(({ startIndex, endIndex }) => spanOf(startIndex, endIndex));
  const receivers = root
    .descendantsOfType(["import_declaration", "instance_expression"])
    .flatMap((node) => (node.type === "import_declaration" ? importedFrom(node) : madeFrom(node)))
    .toSorted((a, b) => a.scope.start - b.scope.start);
  const scopes = { types, receivers };
  known.set(tree, scopes);
  return scopes;
}

/** Names that are imported one by one are known from the import itself. */
function importedFrom(site: Node): Scopes["receivers"] {
  if (site.descendantsOfType("namespace_wildcard").length === 0) return [];
  const { parent } = site;
  if (parent === null || !blocks.has(parent.type)) return [];
  const scope = spanOf(site.endIndex, parent.endIndex);
  const parts = site.namedChildren.filter(({ type }) => type === "identifier");
  const [first, last] = [parts[0], parts.at(-1)];
  // Some of what `import value.{one => _, _}` has is left out.
  const isPlain = site.namedChildren.some(({ type }) => type === "namespace_wildcard") && !site.text.includes(",");
  const declared = (): ReadonlySet<string> => declaredIn(parent);
  if (first === undefined || last === undefined || !isPlain) return [{ scope, receiver: {}, declared }];
  return [{ scope, receiver: { value: spanOf(first.startIndex, last.endIndex) }, declared }];
}

const declaredBy = new WeakMap<Tree, Map<number, ReadonlySet<string>>>();

/** Names of the methods, values and types directly in a body. */
function declaredIn(body: Node): ReadonlySet<string> {
  const byBody = declaredBy.get(body.tree) ?? new Map<number, ReadonlySet<string>>();
  declaredBy.set(body.tree, byBody);
  const names =
    byBody.get(body.id) ??
    new Set(
      body.namedChildren.flatMap(
        (each) => (each.childForFieldName("name") ?? each.childForFieldName("pattern"))?.text ?? [],
      ),
    );
  byBody.set(body.id, names);
  return names;
}

function madeFrom(instance: Node): Scopes["receivers"] {
  const body = instance.namedChildren.find(({ type }) => type === "template_body");
  if (body === undefined) return [];
  const scope = spanOf(body.startIndex, body.endIndex);
  const type = instance.namedChildren.find((child) =>
    /^(?:stable_)?(?:type_identifier|generic_type)$/.test(child.type),
  );
  return [{ scope, receiver: type === undefined ? {} : { type: spanOf(type.startIndex, type.endIndex) } }];
}

function spanOf(start: number, end: number): Span {
  return { start, end };
}

function isIn({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}
