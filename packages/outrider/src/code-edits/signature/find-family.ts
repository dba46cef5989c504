import { languageById } from "../../languages/language-of.ts";
import { findSubtypes } from "../../syntax/hierarchy/find-subtypes.ts";
import { isWhole } from "../../syntax/project-symbols.ts";
import { type GraphNode, nodeOf } from "../../syntax/references/graph-node.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";
import type { EditContext } from "../edit-context.ts";
import { findTypeFamily, type MemberType, openMemberType, ownMembers, type TypeFamily } from "../proof/type-family.ts";

/** What has to have the same parameters. */
export interface Family extends Pick<TypeFamily, "isCut" | "outside"> {
  /** Members of its name in types above and below. */
  readonly members: readonly GraphNode[];
  /** Of a constructor: the types that are made by it. */
  readonly made: readonly GraphNode[];
  /** Of a constructor: types that call it from their own. */
  readonly below: readonly GraphNode[];
}

const waitMs = 10_000;
const alone: Family = { members: [], made: [], below: [], isCut: false, outside: [] };

export async function findFamily(context: EditContext, target: Target): Promise<Family> {
  const { symbol, language } = target;
  const type = isMember(target) ? await openMemberType(context, target, { waitMs }) : undefined;
  if (type === undefined) return alone;
  if (symbol.kind === "constructor")
    return { ...alone, ...(await findMade(type, language)), isCut: !isWhole(type.view) };
  const { types, isCut, outside } = await findTypeFamily(type, symbol.name);
  const members = new Map<string, GraphNode>();
  for (const each of types) for (const node of await ownMembers(type, each, symbol.name)) members.set(node.id, node);
  members.delete(nodeOf(target).id);
  return { ...alone, members: [...members.values()], isCut, outside };
}

/** Types below that have no constructor of their own are made by the same one. */
async function findMade(
  { start, sources, signal }: MemberType,
  language: string,
): Promise<Pick<Family, "made" | "below">> {
  const inherits = inheritsConstructors(language);
  const made = [start.node];
  const lower = new Map<string, GraphNode>();
  for (const each of made) {
    for (const { node } of (await findSubtypes(sources, each, { signal })).related) {
      if (lower.has(node.id)) continue;
      lower.set(node.id, node);
      const source = await sources.read(node.file);
      const hasOwn = source?.symbols.some(
        ({ kind, parent }) =>
          kind === "constructor" &&
          parent !== undefined &&
          source.symbols[parent]?.nameSpan.start === node.symbol.nameSpan.start,
      );
      if (inherits && hasOwn !== true) made.push(node);
    }
  }
  return { made, below: [...lower.values()] };
}

function inheritsConstructors(id: string): boolean {
  const language = languageById(id);
  if (language === undefined || !("grammar" in language)) return false;
  return language.hierarchy !== undefined && language.signatures?.inheritsConstructors === true;
}
