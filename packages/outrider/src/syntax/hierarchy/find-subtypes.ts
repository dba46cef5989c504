import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { type FileReferences, findReferences, type Reference } from "../references/find-references.ts";
import { type GraphNode, nodeOf } from "../references/graph-node.ts";
import { chainOf } from "../references/symbol-chain.ts";
import { targetOf } from "../references/target.ts";
import {
  superNames,
  type Related,
  type ShapePlace,
  type TypeFile,
  type TypeSources,
  type TypeStep,
} from "./type-step.ts";

/** The types that name this one in their heads, and the values of it that are made where it is written. */
export async function findSubtypes(sources: TypeSources, node: GraphNode, signal: AbortSignal): Promise<TypeStep> {
  const { files, unread } = await findReferences(sources.symbols, node, { signal });
  const related: Related[] = [];
  const places: ShapePlace[] = [];
  let expected = 0;
  for (const file of files) {
    const inTypes = file.references.filter(({ role }) => role !== "definition" && role !== "import");
    const source = inTypes.length === 0 ? undefined : await sources.read(file.file);
    if (source === undefined) continue;
    for (const at of inTypes) {
      const found = subtypeAt(file, source, at);
      const shape = found === undefined ? shapeAt(file, at) : undefined;
      if (found !== undefined && found.node.id !== node.id) related.push(found);
      else if (shape !== undefined) places.push(shape);
      else if (at.typeOf?.shape === "expected") expected += 1;
    }
  }
  return { related, outside: [], unread, shapes: { places: distinct(places), expected } };
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

/** A value made where its type is written: an object, a function that returns one, a class without a name. */
function shapeAt({ file, symbols }: FileReferences, at: Reference): ShapePlace | undefined {
  const { typeOf: typed } = at;
  if (typed === undefined || typed.shape === "expected") return undefined;
  const symbol = at.within === undefined ? undefined : symbols[at.within];
  const certainty = typed.loose === true ? "likely" : at.certainty;
  return { file, line: at.line, shape: typed.shape, symbol, certainty };
}

/** `const a: Shape = {…} as Shape` is one object. */
function distinct(places: readonly ShapePlace[]): readonly ShapePlace[] {
  return [...new Map(places.map((place) => [`${place.file}:${place.line}:${place.shape}`, place])).values()];
}

/** What else may implement a type by shape and is not looked for, as a clause; undefined if nothing may. */
export function unseenShapes({ language, symbol }: GraphNode, members: number): string | undefined {
  if (symbol.kind !== "interface" && symbol.kind !== "type" && symbol.kind !== "trait") return undefined;
  return languageById(language)?.hierarchy?.shapes?.unseen?.(members);
}

/** The type that an `impl` belongs to, if its file declares it. */
export function typeOf(holder: CodeSymbol, symbols: readonly CodeSymbol[]): CodeSymbol {
  if (holder.kind !== "impl") return holder;
  return symbols.find(({ path, kind }) => path === holder.path && kind !== "impl" && typeKinds.has(kind)) ?? holder;
}
