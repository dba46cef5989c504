import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { type FileReferences, findReferences, type Reference } from "../references/find-references.ts";
import { type GraphNode, nodeOf } from "../references/graph-node.ts";
import { chainOf } from "../references/symbol-chain.ts";
import { targetOf } from "../references/target.ts";
import { superNames, type Related, type TypeFile, type TypeSources, type TypeStep } from "./type-step.ts";

/** The types that name this one in their heads. */
export async function findSubtypes(
  { symbols, read }: TypeSources,
  node: GraphNode,
  signal: AbortSignal,
): Promise<TypeStep> {
  const { files, unread } = await findReferences(symbols, node, { signal });
  const related: Related[] = [];
  for (const file of files) {
    const inTypes = file.references.filter(({ role }) => role !== "definition" && role !== "import");
    const source = inTypes.length === 0 ? undefined : await read(file.file);
    if (source === undefined) continue;
    for (const at of inTypes) {
      const found = subtypeAt(file, source, at);
      if (found !== undefined && found.node.id !== node.id) related.push(found);
    }
  }
  return { related, outside: [], unread };
}

function subtypeAt(file: FileReferences, source: TypeFile, at: Reference): Related | undefined {
  const holder = chainOf(file.symbols, at.within).find(({ kind }) => typeKinds.has(kind));
  if (holder === undefined) return undefined;
  const isSaid = superNames(source.text, holder, file.language).some(({ start }) => start === at.start);
  if (!isSaid) return undefined;
  return {
    node: nodeOf(targetOf(file, typeOf(holder, file.symbols))),
    holder,
    at: { file: file.file, start: at.start, line: at.line },
    certainty: at.certainty,
  };
}

/** The type that an `impl` belongs to, if its file declares it. */
export function typeOf(holder: CodeSymbol, symbols: readonly CodeSymbol[]): CodeSymbol {
  if (holder.kind !== "impl") return holder;
  return symbols.find(({ path, kind }) => path === holder.path && kind !== "impl" && typeKinds.has(kind)) ?? holder;
}
