import { isWhole } from "../../syntax/project-symbols.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import { rememberSources } from "../../lsp/resolve/symbol-at.ts";
import { findSubtypes, typeOf } from "../../syntax/hierarchy/find-subtypes.ts";
import { membersNamed, type TypeSources } from "../../syntax/hierarchy/type-step.ts";
import { type GraphNode, nodeOf } from "../../syntax/references/graph-node.ts";
import { rememberReads } from "../../syntax/references/remember-reads.ts";
import { targetOf } from "../../syntax/references/target.ts";
import { type Holder, closure, upwards } from "../proof/type-closure.ts";
import type { TouchedFile } from "../workspace-edit/collect-edit.ts";
import type { Renaming } from "./renaming.ts";

/** Members of the same name in supertypes and subtypes, which have to be renamed together. Some servers miss them. */
export interface Overrides {
  /** `a.py:3 signature` of those that are not renamed. */
  readonly missing: readonly string[];
  /** The same for members that already have the new name. */
  readonly taken: readonly string[];
  /** There are more types than were searched. */
  readonly isCut: boolean;
  /** Supertypes outside the project: whether they declare the member is unknown. */
  readonly outside: readonly string[];
}

/** How long the index is waited for: at least, and if the call has more time than the rest of the rename needs. */
const waitMs = 10_000;
const longWaitMs = 30_000;
const toEndMs = 25_000;
const none: Overrides = { missing: [], taken: [], isCut: false, outside: [] };

/** Searches the supertypes of the symbol's type, and the subtypes of those that declare the member. */
export async function findOverrides(
  { context: { project, symbols, signal, leftMs }, target, newName }: Renaming,
  touched: readonly TouchedFile[],
): Promise<Overrides> {
  const { container, symbol } = target;
  const read = rememberSources({ project, symbols }, signal);
  const own = await read(target.file);
  if (container === undefined || own === undefined || !typeKinds.has(container.kind)) return none;
  const sources: TypeSources = { symbols: rememberReads(symbols), read };
  const left = (leftMs?.() ?? 0) - toEndMs;
  const view = await symbols.view({ signal, waitMs: Math.max(waitMs, Math.min(longWaitMs, left)) });
  const file = { file: target.file, language: own.language, symbols: own.symbols };
  const start: Holder = { node: nodeOf(targetOf(file, typeOf(container, own.symbols))), holder: container };
  const up = upwards(sources, { view, signal });
  const above = await closure([start], up);
  const named = async ({ node, holder }: Holder, name: string): Promise<readonly GraphNode[]> => {
    const source = await read(node.file);
    return source === undefined ? [] : membersNamed(name, holder, { ...source, file: node.file });
  };
  const declaring: Holder[] = [];
  for (const each of above.types)
    if (each === start || (await named(each, symbol.name)).length > 0) declaring.push(each);
  const below = await closure(declaring, (node) => findSubtypes(sources, node, { signal }));
  // A subtype may have the member for another supertype, too, which demands it.
  const beside = await closure(below.types, up);
  const edited = new Map(touched.map((each) => [each.file?.path, each.replacements]));
  const isRenamed = ({ file: path, symbol: { nameSpan } }: GraphNode): boolean =>
    edited.get(path)?.some(({ start: from, end }) => from < nameSpan.end && end > nameSpan.start) === true;
  const missing: GraphNode[] = [];
  const taken: GraphNode[] = [];
  for (const each of new Set([...above.types, ...beside.types])) {
    missing.push(...(await named(each, symbol.name)).filter((node) => !isRenamed(node)));
    taken.push(...(await named(each, newName)));
  }
  const isPartial = !isWhole(view);
  return {
    missing: shown(missing),
    taken: shown(taken),
    isCut: isPartial || above.isCut || below.isCut || beside.isCut,
    outside: [...new Set(above.outside.map(({ name }) => name))],
  };
}

function shown(nodes: readonly GraphNode[]): readonly string[] {
  return [...new Set(nodes.map(({ file, symbol }) => `${file}:${symbol.line + 1} ${symbol.signature}`))];
}
