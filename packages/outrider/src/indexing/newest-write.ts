import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Project } from "../workspace/project.ts";

/** When the last file in these folders of a project's local state was written; undefined if there is none. Creates nothing. */
export async function newestWrite(
  { state }: Pick<Project, "state">,
  folders: readonly string[],
): Promise<Date | undefined> {
  const times = await Promise.all(
    folders.map(async (folder) => {
      const directory = await state.localPath(folder);
      const names = await readdir(directory).catch(() => []);
      const written = names.map(
        async (name) => (await stat(join(directory, name)).catch(() => undefined))?.mtimeMs ?? 0,
      );
      return await Promise.all(written);
    }),
  );
  const newest = Math.max(0, ...times.flat());
  return newest === 0 ? undefined : new Date(newest);
}
