import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { GraphNode } from "./graph-node.ts";
import { referenceRulesOf } from "./reference-rules.ts";

/** Types with members of their own. */
export const ownTypes: ReadonlySet<SymbolKind> = new Set(["class", "struct", "enum", "interface", "trait"]);
/** Those, and names of other types. */
export const namedTypes: ReadonlySet<SymbolKind> = new Set([...ownTypes, "type"]);

/** A type and its companion are one, and so are declarations that are merged, and a type and a name of it that is the same. */
export function onlyOne(all: readonly GraphNode[]): GraphNode | undefined {
  const nodes = all.some(({ symbol }) => symbol.kind !== "type") ? all.filter((node) => !isNameOfTag(node)) : all;
  const [first] = nodes;
  if (new Set(nodes.map(({ id }) => id)).size <= 1 || first === undefined || areHeads(nodes)) return first;
  const { companion, mergesDeclarations } = referenceRulesOf(first.language)?.writtenTypes ?? {};
  const isMerged = ({ file, symbol: { path, kind } }: GraphNode): boolean =>
    file === first.file && path === first.symbol.path && (kind === "function" || ownTypes.has(kind));
  if (mergesDeclarations === true && nodes.every(isMerged)) return first;
  const types = nodes.filter(({ symbol }) => companion?.test(symbol.signature) !== true);
  const isOne = nodes.every(({ file, symbol }) => file === first.file && symbol.path === first.symbol.path);
  return companion !== undefined && isOne && new Set(types.map(({ id }) => id)).size === 1 ? types[0] : undefined;
}

/** A value or function of C and what headers say of it: all write one type. */
function areHeads(nodes: readonly GraphNode[]): boolean {
  const types = nodes.map(({ language, symbol }) => {
    const rules = referenceRulesOf(language);
    const isHead = rules?.modules === "include" && !namedTypes.has(symbol.kind);
    return isHead ? rules.writtenTypes?.of(symbol)?.replaceAll(/\s+/g, "") : undefined;
  });
  const isOnePath = new Set(nodes.map(({ symbol }) => symbol.path)).size === 1;
  return isOnePath && types[0] !== undefined && new Set(types).size === 1;
}

/** `typedef struct Store Store` in C, where the names of structs are kept apart. */
function isNameOfTag({ language, symbol: { kind, name, signature } }: GraphNode): boolean {
  if (kind !== "type" || referenceRulesOf(language)?.modules !== "include") return false;
  return /^typedef\s+(?:const\s+)?(?:struct|union|enum|class)\s+(\w+)/.exec(signature)?.[1] === name;
}
