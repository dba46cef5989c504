import { languageById } from "../../languages/language-of.ts";
import type { GraphNode } from "../../syntax/references/graph-node.ts";
import { asHead } from "../../syntax/references/type-head.ts";
import { findTypeFamily, openMemberType, ownMembers, type TypeFamily } from "../proof/type-family.ts";
import type { TouchedFile } from "../workspace-edit/collect-edit.ts";
import type { Renaming } from "./renaming.ts";

/** Members of the same name in supertypes and subtypes, which have to be renamed together. Some servers miss them. */
export interface Overrides extends Pick<TypeFamily, "isCut" | "outside"> {
  /** `a.py:3 signature` of those that are not renamed. */
  readonly missing: readonly string[];
  /** The same for members that already have the new name. */
  readonly taken: readonly string[];
}

/** How long the index is waited for: at least, and if the call has more time than the rest of the rename needs. */
const waitMs = 10_000;
const longWaitMs = 30_000;
const toEndMs = 25_000;
const none: Overrides = { missing: [], taken: [], isCut: false, outside: [] };

/** Searches the supertypes of the symbol's type, and the subtypes of those that declare the member. */
export async function findOverrides(
  { context, target, newName }: Renaming,
  touched: readonly TouchedFile[],
): Promise<Overrides> {
  const { name } = target.symbol;
  const type = await openMemberType(context, target, { waitMs: waitFor(context) });
  if (type === undefined) return none;
  const { types, isCut, outside } = await findTypeFamily(type, name);
  const edited = new Map(touched.map((each) => [each.file?.path, each.replacements]));
  const isRenamed = ({ file: path, symbol: { nameSpan } }: GraphNode): boolean =>
    edited.get(path)?.some(({ start: from, end }) => from < nameSpan.end && end > nameSpan.start) === true;
  const missing: GraphNode[] = [];
  const taken: GraphNode[] = [];
  for (const each of types) {
    missing.push(...(await ownMembers(type, each, name)).filter((node) => !isRenamed(node)));
    taken.push(...(await ownMembers(type, each, newName)));
  }
  return { missing: shown(missing), taken: shown(taken), isCut, outside };
}

/**
 * The members that have to be renamed together with the symbol because the heads of their types say so; none if a type from outside may
 * demand one of them, or if there are too many to look for the uses of each.
 */
export async function sharedMembers({ context, target }: Renaming): Promise<readonly GraphNode[]> {
  const { container, symbol, language } = target;
  const { hierarchy, members } = languageById(language) ?? {};
  if (hierarchy === undefined || container === undefined || members?.shared === "interfaces") return [];
  if (hierarchy.byMembers?.(container.signature, asHead(container)) === true) return [];
  const type = await openMemberType(context, target, { waitMs: waitFor(context) });
  if (type === undefined) return [];
  const family = await findTypeFamily(type, symbol.name, { isMeant: ({ certainty }) => certainty === "sure" });
  const mayDemand = (name: string): boolean => hierarchy.known?.[name]?.test(symbol.name) !== false;
  if (family.isCut || family.outsideAll.some(mayDemand)) return [];
  const all = (await Promise.all(family.types.map((each) => ownMembers(type, each, symbol.name)))).flat();
  const others = all.filter(
    (each) => each.file !== target.file || each.symbol.nameSpan.start !== symbol.nameSpan.start,
  );
  return others.length > maxShared ? [] : others;
}

const maxShared = 8;

function waitFor({ leftMs }: Renaming["context"]): number {
  return Math.max(waitMs, Math.min(longWaitMs, (leftMs?.() ?? 0) - toEndMs));
}

export function shown(nodes: readonly GraphNode[]): readonly string[] {
  return [...new Set(nodes.map(({ file, symbol }) => `${file}:${symbol.line + 1} ${symbol.signature}`))];
}
