import { opendir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { isToolError } from "toolwright";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import type { DirectoryNode } from "./directory-node.ts";

/** What a walk does not report about a directory. */
export interface Inside {
  readonly links: readonly { readonly name: string; readonly target: string }[];
  /** Names that git or the settings exclude, and directories without files. */
  readonly ignored: readonly string[];
}

const maxEntries = 20_000;
const never = new Set([".git", ".outrider"]);
const nothing: Inside = { links: [], ignored: [] };

/** Links and excluded entries of one directory, by name only. */
export async function lookInside(
  project: Project,
  start: Located,
  node: DirectoryNode,
  signal: AbortSignal,
): Promise<Inside> {
  const real = await realDirectory(project, start, node);
  if (real === undefined) return nothing;
  const links: { name: string; target: string }[] = [];
  const ignored: string[] = [];
  let seen = 0;
  const directory = await opendir(real, { bufferSize: 1024 }).catch(() => undefined);
  // It was deleted while the tree was built.
  if (directory === undefined) return nothing;
  for await (const entry of directory) {
    signal.throwIfAborted();
    seen += 1;
    if (seen > maxEntries) break;
    const { name } = entry;
    if (never.has(name.toLowerCase())) continue;
    if (entry.isSymbolicLink()) links.push({ name, target: await targetOf(join(real, name)) });
    else if (entry.isDirectory() && !node.directories.has(name)) ignored.push(`${name}/`);
    else if (entry.isFile() && !node.files.has(name) && !name.includes("\u{fffd}")) ignored.push(name);
  }
  return { links, ignored };
}

/** Each directory has to be read for this; after this many, the rest goes without. */
export const maxLooks = 500;
const atOnce = 16;

/** Marks the directories that have links or excluded entries. */
export async function markHidden(
  project: Project,
  start: Located,
  nodes: readonly DirectoryNode[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < Math.min(nodes.length, maxLooks); from += atOnce) {
    const part = nodes.slice(from, from + atOnce);
    await Promise.all(
      part.map(async (node) => {
        const { links, ignored } = await lookInside(project, start, node, signal);
        node.hasMore = links.length + ignored.length > 0;
      }),
    );
  }
}

/** Judged again, since a directory may have become a link since the walk. */
async function realDirectory(project: Project, start: Located, node: DirectoryNode): Promise<string | undefined> {
  if (node.path === "") return start.real;
  const wanted = join(start.real, node.path);
  try {
    const { real } = await project.files.locate(wanted, "list");
    return real === wanted ? real : undefined;
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

async function targetOf(link: string): Promise<string> {
  try {
    return await readlink(link);
  } catch {
    return "?";
  }
}
