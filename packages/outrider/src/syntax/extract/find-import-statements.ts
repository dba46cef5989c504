import type { Node, Tree } from "web-tree-sitter";
import type { GrammarLanguage, RawSymbol, Span } from "../../languages/language.ts";
import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import type { LoadedGrammar } from "./load-grammar.ts";

/**
 * The import statements in order: those at the top level of the file or, if there are none, those at the top level of the only
 * module it declares.
 */
export function findImportStatements(
  language: GrammarLanguage,
  tree: Tree,
  grammar: LoadedGrammar,
  symbols: readonly RawSymbol[],
): readonly Span[] {
  const query = language.references?.imports;
  if (query === undefined) return [];
  const sources = grammar
    .query(query)
    .captures(tree.rootNode)
    .flatMap(({ name, node }) => (name === "source" ? [node.startIndex] : []));
  const top = statementsIn(tree.rootNode, sources, symbols);
  if (top.length > 0) return top;
  const inner = onlyModuleBody(tree, symbols);
  return inner === undefined ? [] : statementsIn(inner, sources, symbols.slice(1));
}

function statementsIn(holder: Node, sources: readonly number[], symbols: readonly RawSymbol[]): readonly Span[] {
  const found: Span[] = [];
  for (const node of holder.namedChildren) {
    if (node === null) continue;
    const held = sources.filter((source) => node.startIndex <= source && source < node.endIndex);
    if (transparent.has(node.type)) {
      if (held.length > 0 || node.type === "imports") found.push(...statementsIn(node, held, symbols));
    } else if (statements.has(node.type) || held.some((source) => !isInCode(source, symbols)))
      found.push({ start: node.startIndex, end: trimmedEnd(node) });
  }
  return found;
}

/** Nodes around several statements, each of which counts separately. */
const transparent: ReadonlySet<string> = new Set([
  "imports",
  "preproc_if",
  "preproc_ifdef",
  "preproc_else",
  "preproc_elif",
  "linkage_specification",
  "declaration_list",
]);

/** Statements that the languages' queries skip because they name nothing: `import "./styles.css"`. */
const statements: ReadonlySet<string> = new Set([
  "import_statement",
  "import_declaration",
  "import_from_statement",
  "future_import_statement",
  "import_directive",
  "import_or_export",
  "using_directive",
  "use_declaration",
  "extern_crate_declaration",
  "namespace_use_declaration",
  "preproc_include",
  "open_module",
]);

/** Imports inside a function or type are local to it. */
function isInCode(source: number, symbols: readonly RawSymbol[]): boolean {
  return symbols.some(
    ({ kind, span }) =>
      (codeKinds.has(kind) || typeKinds.has(kind) || kind === "module") && span.start <= source && source < span.end,
  );
}

function onlyModuleBody({ rootNode }: Tree, symbols: readonly RawSymbol[]): Node | undefined {
  const [first] = symbols;
  if (first?.kind !== "module" || first.bodySpan === undefined) return undefined;
  const { span, bodySpan } = first;
  if (symbols.some((each) => each.span.start >= span.end)) return undefined;
  return rootNode.namedDescendantForIndex(bodySpan.start, Math.max(bodySpan.start, bodySpan.end - 1)) ?? undefined;
}

/** In some grammars a node includes the line ending after it. */
function trimmedEnd({ startIndex, text }: Node): number {
  return startIndex + text.trimEnd().length;
}
