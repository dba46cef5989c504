import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import { rememberSources } from "../../lsp/resolve/symbol-at.ts";
import { findSubtypes, typeOf } from "../../syntax/hierarchy/find-subtypes.ts";
import { membersNamed, type TypeSources } from "../../syntax/hierarchy/type-step.ts";
import { isWhole } from "../../syntax/project-symbols.ts";
import { type GraphNode, nodeOf } from "../../syntax/references/graph-node.ts";
import { rememberReads } from "../../syntax/references/remember-reads.ts";
import { isMember, type Target, targetOf } from "../../syntax/references/target.ts";
import type { EditContext } from "../edit-context.ts";
import { type Holder, closure, upwards } from "../proof/type-closure.ts";

/** What has to have the same parameters. */
export interface Family {
  /** Members of its name in types above and below. */
  readonly members: readonly GraphNode[];
  /** Of a constructor: the types that are made by it. */
  readonly made: readonly GraphNode[];
  /** Of a constructor: types that call it from their own. */
  readonly below: readonly GraphNode[];
  /** There are more types than were searched. */
  readonly isCut: boolean;
  /** Types outside of the project, which may declare it. */
  readonly outside: readonly string[];
}

const waitMs = 10_000;
const alone: Family = { members: [], made: [], below: [], isCut: false, outside: [] };

export async function findFamily(context: EditContext, target: Target): Promise<Family> {
  const { project, symbols, signal } = context;
  const { container, symbol } = target;
  if (container === undefined || !typeKinds.has(container.kind) || !isMember(target)) return alone;
  const read = rememberSources({ project, symbols }, signal);
  const own = await read(target.file);
  if (own === undefined) return alone;
  const sources: TypeSources = { symbols: rememberReads(symbols), read };
  const type = nodeOf(targetOf({ ...own, file: target.file }, typeOf(container, own.symbols)));
  const view = await symbols.view({ signal, waitMs });
  if (symbol.kind === "constructor") return { ...(await constructed()), isCut: !isWhole(view) };
  const start: Holder = { node: type, holder: container };
  const up = upwards(sources, { view, signal });
  const above = await closure([start], up);
  const declaring: Holder[] = [];
  for (const each of above.types) if (each === start || (await named(each)).length > 0) declaring.push(each);
  const below = await closure(declaring, (node) => findSubtypes(sources, node, { signal }));
  // A subtype may have the member for another type above, too, which demands it.
  const beside = await closure(below.types, up);
  const members = new Map<string, GraphNode>();
  for (const each of new Set([...above.types, ...beside.types]))
    for (const node of await named(each)) members.set(node.id, node);
  members.delete(nodeOf(target).id);
  return {
    ...alone,
    members: [...members.values()],
    isCut: !isWhole(view) || above.isCut || below.isCut || beside.isCut,
    outside: [...new Set(above.outside.map(({ name }) => name))],
  };

  async function named({ node, holder }: Holder): Promise<readonly GraphNode[]> {
    const source = await read(node.file);
    return source === undefined ? [] : membersNamed(symbol.name, holder, { ...source, file: node.file });
  }

  /** Types below that have no constructor of their own are made by the same one. */
  async function constructed(): Promise<Family> {
    const inherits = languageById(target.language)?.hierarchy !== undefined && inheritsConstructors(target.language);
    const made = [type];
    const lower = new Map<string, GraphNode>();
    for (const each of made) {
      for (const { node } of (await findSubtypes(sources, each, { signal })).related) {
        if (lower.has(node.id)) continue;
        lower.set(node.id, node);
        const source = await read(node.file);
        const hasOwn = source?.symbols.some(
          ({ kind, parent }) =>
            kind === "constructor" &&
            parent !== undefined &&
            source.symbols[parent]?.nameSpan.start === node.symbol.nameSpan.start,
        );
        if (inherits && hasOwn !== true) made.push(node);
      }
    }
    return { ...alone, made, below: [...lower.values()] };
  }
}

function inheritsConstructors(id: string): boolean {
  const language = languageById(id);
  return language !== undefined && "grammar" in language && language.signatures?.inheritsConstructors === true;
}
