import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { shortHash } from "../../../workspace/projects/state-directory.ts";

const folderNames = /^vectors-[0-9a-f]{12}$/;

/** The name of the folder for the vectors of one model. */
export function vectorFolderOf(identity: string): string {
  return `vectors-${shortHash(identity)}`;
}

/** Removes the folders of all other models. A process that still uses one has everything in memory. */
export async function dropVectorFolders(beside: string, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(beside).catch(() => []);
  const others = names.filter((name) => folderNames.test(name) && !kept.has(name));
  for (const name of others) await rm(join(beside, name), { recursive: true, force: true }).catch(() => undefined);
}
