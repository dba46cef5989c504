import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { sortInSlices } from "../../workspace/walk/sort-in-slices.ts";
import type { DirectoryNode } from "./directory-node.ts";
import { joined } from "./expand.ts";
import { lookInside, mostLooks } from "./look-inside.ts";
import type { Entry } from "./schema.ts";

/** An entry and the directory it is in. */
export interface Listed {
  readonly entry: Entry;
  readonly parent: string;
}

export interface Listing {
  readonly listed: readonly Listed[];
  readonly ignored: readonly string[];
}

/** All entries of the expanded directories, top to bottom: directories first, then files and links, each by name. */
export async function listEntries(
  project: Project,
  start: Located,
  root: DirectoryNode,
  expanded: ReadonlySet<DirectoryNode>,
  options: { readonly look: boolean; readonly signal: AbortSignal },
): Promise<Listing> {
  const listed: Listed[] = [];
  const ignored: string[] = [];
  let looks = options.look ? mostLooks : 0;

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
    const files: Entry[] = [...node.files].map(([name, exposure]) => ({
      name,
      level,
      kind: "file",
      ...(exposure === "open" ? {} : { exposure: exposure === "denied" ? "withheld" : "masked" }),
    }));
    const links: Entry[] = (inside?.links ?? []).map((link) => ({ ...link, level, kind: "link" }));
    for (const entry of await sortInSlices([...files, ...links], byName)) listed.push({ entry, parent: node.path });
  }

  await add(root, 0);
  return { listed, ignored };
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}
