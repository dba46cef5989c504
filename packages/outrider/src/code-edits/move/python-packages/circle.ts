import { ToolError } from "toolwright";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { type FileLookup, readModuleFile } from "../module-files.ts";
import { absoluteTargets, relativeTarget } from "./paths.ts";
import type { SymbolMove } from "../symbol-move.ts";

const maxFiles = 400;

/** An import cycle created by one of the new imports, along top-level imports. Such a cycle fails at load time. */
export async function findCircle(
  context: EditContext,
  draft: Draft,
  move: SymbolMove,
  { edges, isFile }: { readonly edges: readonly (readonly [string, string])[]; readonly isFile: FileLookup },
): Promise<readonly string[] | undefined> {
  const known = new Map<string, readonly string[]>();
  const next = async (path: string): Promise<readonly string[]> => {
    const there = known.get(path) ?? (known.size < maxFiles ? await importedFiles(context, draft, path, isFile) : []);
    known.set(path, there);
    return [...there, ...edges.flatMap(([from, to]) => (from === path ? [to] : []))];
  };
  for (const [from, to] of edges) {
    // An import of the target by the old file counts only at the start or the end of the way.
    const way = await findWay(to, from, next, move);
    if (way !== undefined) return [from, ...way];
  }
  return undefined;
}

async function findWay(
  start: string,
  goal: string,
  next: (path: string) => Promise<readonly string[]>,
  { old, to }: SymbolMove,
): Promise<readonly string[] | undefined> {
  const before = new Map<string, string | undefined>([[start, undefined]]);
  const open = [start];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    if (at === goal) return wayTo(at, before);
    for (const each of await next(at)) {
      if (before.has(each) || (at === old.file.path && each === to && goal !== old.file.path && start !== to)) continue;
      before.set(each, at);
      open.push(each);
    }
  }
  return undefined;
}

function wayTo(end: string, before: ReadonlyMap<string, string | undefined>): readonly string[] {
  const way: string[] = [];
  for (let at: string | undefined = end; at !== undefined; at = before.get(at)) way.unshift(at);
  return way;
}

async function importedFiles(
  context: EditContext,
  draft: Draft,
  path: string,
  isFile: FileLookup,
): Promise<readonly string[]> {
  try {
    const module = await readModuleFile(context, await draft.read(path));
    const found = new Set<string>();
    for (const { source, names, isTop } of module?.facts.imports ?? []) {
      if (!isTop) continue;
      const sources = [source, ...names.flatMap(({ kind, name }) => (kind === "named" ? [join(source, name)] : []))];
      for (const each of sources) for (const file of await filesOf(path, each, isFile)) found.add(file);
    }
    return [...found];
  } catch (error) {
    // A file that is created by this call, or may not be read, has no known imports.
    if (error instanceof ToolError) return [];
    throw error;
  }
}

async function filesOf(from: string, source: string, isFile: FileLookup): Promise<readonly string[]> {
  const target = relativeTarget(from, source);
  if (target === undefined) return source.startsWith(".") ? [] : await absoluteTargets(isFile, from, source);
  const found: string[] = [];
  for (const each of [`${target}.py`, `${target}/__init__.py`]) if (await isFile(each)) found.push(each);
  return found;
}

function join(source: string, name: string): string {
  return source.endsWith(".") ? `${source}${name}` : `${source}.${name}`;
}
