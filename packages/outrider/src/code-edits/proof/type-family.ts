import { typeKinds } from "../../languages/symbol-kind.ts";
import { rememberSources } from "../../lsp/resolve/symbol-at.ts";
import { findSubtypes, typeOf } from "../../syntax/hierarchy/find-subtypes.ts";
import { membersNamed, type Related, type TypeSources, type TypeStep } from "../../syntax/hierarchy/type-step.ts";
import { isWhole, type SymbolView } from "../../syntax/project-symbols.ts";
import { type GraphNode, nodeOf } from "../../syntax/references/graph-node.ts";
import { rememberReads } from "../../syntax/references/remember-reads.ts";
import { type Target, targetOf } from "../../syntax/references/target.ts";
import type { EditContext } from "../edit-context.ts";
import { type Holder, closure, upwards } from "./type-closure.ts";

/** The type around a member, ready to be followed up and down. */
export interface MemberType {
  readonly start: Holder;
  readonly sources: TypeSources;
  readonly view: SymbolView;
  readonly signal: AbortSignal;
}

/** Undefined if the symbol is in no type, or its file is gone. */
export async function openMemberType(
  { project, symbols, signal }: Pick<EditContext, "project" | "symbols" | "signal">,
  { file, container }: Target,
  { waitMs }: { readonly waitMs: number },
): Promise<MemberType | undefined> {
  if (container === undefined || !typeKinds.has(container.kind)) return undefined;
  const read = rememberSources({ project, symbols }, signal);
  const own = await read(file);
  if (own === undefined) return undefined;
  const sources: TypeSources = { symbols: rememberReads(symbols), read };
  const view = await symbols.view({ signal, waitMs });
  const node = nodeOf(targetOf({ ...own, file }, typeOf(container, own.symbols)));
  return { start: { node, holder: container }, sources, view, signal };
}

export interface TypeFamily {
  readonly types: readonly Holder[];
  /** There are more types than were searched. */
  readonly isCut: boolean;
  /** Types outside of the project, which may declare the member. */
  readonly outside: readonly string[];
  /** Those above any of the types. */
  readonly outsideAll: readonly string[];
}

/** Types whose members of a name have to agree: those above, those below that inherit the member, and what else demands it of these. */
export async function findTypeFamily(
  type: MemberType,
  name: string,
  { isMeant = () => true }: { readonly isMeant?: (related: Related) => boolean } = {},
): Promise<TypeFamily> {
  const { start, sources, view, signal } = type;
  const among =
    (step: Step): Step =>
    async (node) => {
      const found = await step(node);
      return { ...found, related: found.related.filter(isMeant) };
    };
  const up = among(upwards(sources, { view, signal }));
  const above = await closure([start], up);
  const declaring: Holder[] = [];
  for (const each of above.types)
    if (each === start || (await ownMembers(type, each, name)).length > 0) declaring.push(each);
  const below = await closure(
    declaring,
    among((node) => findSubtypes(sources, node, { signal })),
  );
  // A subtype may have the member for another supertype, too, which demands it.
  const beside = await closure(below.types, up);
  return {
    types: [...new Set([...above.types, ...beside.types])],
    isCut: !isWhole(view) || above.isCut || below.isCut || beside.isCut,
    outside: [...new Set(above.outside.map((each) => each.name))],
    outsideAll: [...new Set([...above.outside, ...beside.outside].map((each) => each.name))],
  };
}

type Step = (node: GraphNode) => Promise<TypeStep>;

/** The members with a name that a type of the family declares itself. */
export async function ownMembers(
  { sources }: MemberType,
  { node: { file }, holder }: Holder,
  name: string,
): Promise<readonly GraphNode[]> {
  const source = await sources.read(file);
  return source === undefined ? [] : membersNamed(name, holder, { ...source, file });
}
