import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Call, createOutputGuard, type Overflow } from "toolwright";
import type { Services } from "../../services.ts";
import { notFound } from "../not-found.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { sortInSlices } from "../../workspace/walk/sort-in-slices.ts";
import { buildTree, type DirectoryNode, isPassage } from "./directory-node.ts";
import { markHidden, lookInside, maxLooks } from "./look-inside.ts";
import type { Entry, Input, Output } from "./schema.ts";

/** An entry and its directory. */
interface Listed {
  readonly entry: Entry;
  readonly parent: string;
}

interface Listing {
  readonly listed: readonly Listed[];
  readonly ignored: readonly string[];
}

const defaultEntries = 120;
const namedIgnored = 8;

/** Walks everything for exact totals, and shows as many levels as fit. */
export async function handle(input: Input, services: Pick<Services, "workspace">, call: Call): Promise<Output> {
  const project = await services.workspace.project(input.project);
  const start = await project.files.locate(input.path ?? ".", "list");
  if (start.kind === "missing") {
    const next = (path: string) => ({ tool: "tree", input: { ...input, path } });
    throw await notFound(input.path ?? ".", project, { what: "directory", signal: call.signal, next });
  }
  if (start.kind === "file") return describeFile(start);
  const globs = input.glob === undefined ? {} : { globs: [input.glob] };
  const walk = project.files.walk(start, { signal: call.signal, denied: true, ...globs });
  // Whoever asks for some files by their names wants to see each.
  const look = input.glob === undefined;
  const { root, directories, passages } = await buildTree(walk, { sumsUp: look });
  if (look) await markHidden(project, start, passages, call.signal);
  const { offset, maxResults: limit } = createOutputGuard(input, { maxResults: defaultEntries });
  const expanded = chooseExpanded(root, input.depth, limit);
  const { listed, ignored } = await listEntries(project, start, root, expanded, { look, signal: call.signal });
  const page = listed.slice(offset, offset + limit);
  const overflow = overflowOf(listed.length, page.length, offset);
  const under = offset > 0 ? page[0]?.parent : undefined;
  return {
    path: start.shown,
    files: root.total,
    directories,
    entries: page.map((each) => withSize(start, each)),
    ...(under === undefined || under === "" ? {} : { under }),
    ...(ignored.length === 0 ? {} : { ignored: { count: ignored.length, names: ignored.slice(0, namedIgnored) } }),
    ...(overflow === undefined ? {} : { overflow }),
  };
}

function withSize(start: Located, { entry, parent }: Listed): Entry {
  if (entry.kind !== "file" || entry.exposure === "withheld") return entry;
  const bytes = sizeOf(join(start.real, parent, entry.name));
  return bytes === undefined ? entry : { ...entry, bytes };
}

function describeFile(file: Located): Output {
  const bytes = sizeOf(file.real);
  const entry: Entry = {
    name: file.shown,
    level: 0,
    kind: "file",
    ...(bytes === undefined ? {} : { bytes }),
    ...(file.masked ? { exposure: "masked" } : {}),
  };
  return { path: file.shown, files: 1, directories: 0, entries: [entry] };
}

function sizeOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    // Deleted meanwhile, or a name that is not valid text.
    return undefined;
  }
}

function overflowOf(total: number, shown: number, offset: number): Overflow | undefined {
  if (shown === total) return undefined;
  if (offset >= total) return { shown, total, hint: `Offset ${offset} is past the end: there are ${total} entries.` };
  const end = offset + shown;
  const hint = "Narrow with path or glob.";
  return { shown, total, hint, ...(end < total ? { next_offset: end } : {}) };
}

/** All entries of the expanded directories, top to bottom: directories first, then files and links, each by name. */
async function listEntries(
  project: Project,
  start: Located,
  root: DirectoryNode,
  expanded: ReadonlySet<DirectoryNode>,
  options: { readonly look: boolean; readonly signal: AbortSignal },
): Promise<Listing> {
  const listed: Listed[] = [];
  const ignored: string[] = [];
  let looks = options.look ? maxLooks : 0;

  async function add(node: DirectoryNode, level: number): Promise<void> {
    const inside = looks > 0 ? await lookInside(project, start, node, options.signal) : undefined;
    looks -= 1;
    ignored.push(...(inside?.ignored ?? []).map((name) => (node.path === "" ? name : `${node.path}/${name}`)));
    for (const child of await sortInSlices([...node.directories.values()], byName)) {
      const { node: shown, name } = joined(child);
      const isExpanded = expanded.has(shown);
      const entry: Entry = { name, level, kind: "directory", ...(isExpanded ? {} : { files: shown.total }) };
      listed.push({ entry, parent: node.path });
      if (isExpanded) await add(shown, level + 1);
    }
    const summedUp = new Set([...node.alike.values()].flat());
    const single = [...node.files].filter(([name]) => !summedUp.has(name));
    const files: Entry[] = single.map(([name, exposure]) => ({
      name,
      level,
      kind: "file",
      ...(exposure === "open" ? {} : { exposure: exposure === "denied" ? "withheld" : "masked" }),
    }));
    const alike: Entry[] = Array.from(node.alike, ([name, names]) => {
      const [first = name, last = first] = [names[0], names.at(-1)];
      return { name, level, kind: "names", files: names.length, first, last };
    });
    const links: Entry[] = (inside?.links ?? []).map((link) => ({ ...link, level, kind: "link" }));
    for (const entry of await sortInSlices([...files, ...alike, ...links], byName))
      listed.push({ entry, parent: node.path });
  }

  await add(root, 0);
  return { listed, ignored };
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

/** The directories whose entries are listed: down to `depth`, or as many as fit if no depth is given. */
function chooseExpanded(root: DirectoryNode, depth: number | undefined, room: number): Set<DirectoryNode> {
  return depth === undefined ? fitting(root, room) : downTo(root, depth);
}

/** A directory that contains only a single directory is merged with it. */
function joined(node: DirectoryNode): { readonly node: DirectoryNode; readonly name: string } {
  let [last, name] = [node, node.name];
  for (;;) {
    const [only] = last.directories.values();
    if (only === undefined || !isPassage(last)) return { node: last, name };
    [last, name] = [only, `${name}/${only.name}`];
  }
}

function downTo(root: DirectoryNode, depth: number): Set<DirectoryNode> {
  const expanded = new Set([root]);
  let level = [root];
  for (let reached = 1; reached < depth && level.length > 0; reached += 1) {
    level = level.flatMap(childrenOf);
    for (const node of level) expanded.add(node);
  }
  return expanded;
}

/** Level by level and small directories first, so that one large directory does not take the room of all others. */
function fitting(root: DirectoryNode, room: number): Set<DirectoryNode> {
  const expanded = new Set([root]);
  let left = room - entriesOf(root);
  let level = [root];
  while (level.length > 0) {
    // A walk finds directories in any order, and the same project is shown the same way.
    const candidates = level
      .flatMap(childrenOf)
      .sort((one, other) => entriesOf(one) - entriesOf(other) || byPath(one, other));
    level = [];
    for (const node of candidates) {
      const entries = entriesOf(node);
      if (entries > left) break;
      left -= entries;
      expanded.add(node);
      level.push(node);
    }
  }
  return expanded;
}

function byPath(one: DirectoryNode, other: DirectoryNode): number {
  return one.path < other.path ? -1 : 1;
}

function childrenOf(node: DirectoryNode): DirectoryNode[] {
  return [...node.directories.values()].map((child) => joined(child).node);
}

function entriesOf(node: DirectoryNode): number {
  const saved = [...node.alike.values()].reduce((sum, names) => sum + names.length - 1, 0);
  return node.directories.size + node.files.size - saved;
}
