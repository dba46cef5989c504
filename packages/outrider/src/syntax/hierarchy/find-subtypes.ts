import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { type FileReferences, findReferences, type Reference } from "../references/find-references.ts";
import type { LateFiles } from "../references/occurrence.ts";
import { type GraphNode, nodeOf } from "../references/graph-node.ts";
import type { ProofOptions } from "../references/prove-members.ts";
import { chainOf } from "../references/symbol-chain.ts";
import { targetOf } from "../references/target.ts";
import { aliasAt, extendEachOther, resultBaseAt } from "./base-places.ts";
import {
  superNames,
  type Related,
  type ShapePlace,
  type TypeFile,
  type TypeSources,
  type TypeStep,
} from "./type-step.ts";

/** Longer chains of names are not followed. */
const maxAliases = 20;

/** The types that name this one, or another name of it, in their heads, and the values of it that are made where it is written. */
export async function findSubtypes(sources: TypeSources, node: GraphNode, options: ProofOptions): Promise<TypeStep> {
  const open: Named[] = [{ node, certainty: "sure" }];
  const steps: (NamedStep & Pick<Named, "certainty">)[] = [];
  // What is found on the way is appended.
  for (const named of open) {
    const step = await findNaming(sources, named.node, options);
    steps.push({ ...step, certainty: named.certainty });
    const more = step.aliases.filter((each) => !open.some((known) => known.node.id === each.node.id));
    for (const each of more.slice(0, Math.max(0, maxAliases - open.length)))
      open.push({ ...each, certainty: weaker(each.certainty, named.certainty) });
  }
  const related = steps.flatMap((step) =>
    step.related.map((each) => ({ ...each, certainty: weaker(each.certainty, step.certainty) })),
  );
  const places = steps.flatMap((step) =>
    step.places.map((each) => ({ ...each, certainty: weaker(each.certainty, step.certainty) })),
  );
  return {
    related: related.filter(({ node: other }) => other.id !== node.id),
    outside: [],
    unread: [...new Set(steps.flatMap(({ unread }) => unread))],
    ...joinLate(steps.flatMap(({ late }) => late ?? [])),
    shapes: { places: distinct(places), expected: steps.reduce((sum, step) => sum + step.expected, 0) },
  };
}

/** A file may hold several of the names. */
function joinLate(all: readonly LateFiles[]): Pick<TypeStep, "late"> {
  if (all.length === 0) return {};
  const files = [...new Set(all.flatMap((each) => each.files))];
  return { late: { files, of: Math.max(files.length, ...all.map(({ of }) => of)) } };
}

type Certain = Related["certainty"];

/** The type, or another name of it. */
interface Named {
  readonly node: GraphNode;
  readonly certainty: Certain;
}

interface NamedStep extends Pick<TypeStep, "related" | "unread"> {
  readonly places: readonly ShapePlace[];
  readonly expected: number;
  readonly late: LateFiles | undefined;
  readonly aliases: readonly Named[];
}

function weaker(one: Certain, other: Certain): Certain {
  return one === "sure" ? other : one;
}

async function findNaming(sources: TypeSources, node: GraphNode, options: ProofOptions): Promise<NamedStep> {
  const { files, unread, late } = await findReferences(sources.symbols, node, options);
  const related: Related[] = [];
  const places: ShapePlace[] = [];
  const aliases: Named[] = [];
  let expected = 0;
  for (const file of files) {
    const inTypes = extendEachOther(file.language, node.language)
      ? file.references.filter(({ role }) => role !== "definition")
      : [];
    const source = inTypes.length === 0 ? undefined : await sources.read(file.file);
    if (source === undefined) continue;
    for (const at of inTypes) {
      const found = subtypeAt(file, source, at);
      const shape = found === undefined ? shapeAt(file, source.text, at) : undefined;
      const alias = found === undefined ? aliasAt(file, source.text, at) : undefined;
      if (found !== undefined) related.push(found);
      else if (shape !== undefined) places.push(shape);
      else if (at.typeOf?.shape === "expected") expected += 1;
      if (alias !== undefined) aliases.push({ node: nodeOf(targetOf(file, alias.symbol)), certainty: alias.certainty });
    }
  }
  return { related, unread, late, places, expected, aliases };
}

function subtypeAt(file: FileReferences, source: TypeFile, at: Reference): Related | undefined {
  const holder = chainOf(file.symbols, at.within).find(({ kind }) => typeKinds.has(kind));
  if (holder === undefined) return undefined;
  const isSaid = superNames(source.text, holder, file.language).some(({ start }) => start === at.start);
  if (!isSaid && resultBaseAt(file, source.text, at) === undefined) return undefined;
  return {
    node: nodeOf(targetOf(file, typeOf(holder, file.symbols))),
    holder,
    at: { file: file.file, start: at.start, line: at.line },
    certainty: isSaid ? at.certainty : "likely",
  };
}

/** A value made where its type is written: an object, a function that returns one, a class without a name. */
function shapeAt({ file, symbols }: FileReferences, text: string, at: Reference): ShapePlace | undefined {
  const { typeOf: typed } = at;
  if (typed === undefined || typed.shape === "expected") return undefined;
  const symbol = at.within === undefined ? undefined : symbols[at.within];
  const certainty = typed.loose === true ? "likely" : at.certainty;
  const returns = typed.shape === "function" && !/\breturn\s*\(?\s*\{|=>\s*\(\s*\{/.test(codeOf(text, symbol));
  return { file, line: at.line, shape: returns ? "returns" : typed.shape, symbol, certainty };
}

function codeOf(text: string, symbol: CodeSymbol | undefined): string {
  return symbol === undefined ? text : text.slice(symbol.span.start, symbol.span.end);
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
