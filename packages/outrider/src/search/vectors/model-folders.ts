import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Project } from "../../workspace/project.ts";

/** The folders that models of former settings have left on this machine. */
export interface ModelFolders {
  /** The project as stores are to see it: what they ask for is remembered. */
  readonly project: Pick<Project, "root" | "state">;
  /** Removes those that no store of this session has asked for. */
  dropUnused(): Promise<void>;
}

const folderNames = /^vectors-[0-9a-f]{12}$/;

export function openModelFolders({ root, state }: Pick<Project, "root" | "state">): ModelFolders {
  const used = new Set<string>();
  return {
    project: {
      root,
      state: {
        ...state,
        async local(...segments) {
          used.add(segments[0] ?? "");
          return await state.local(...segments);
        },
      },
    },
    async dropUnused() {
      const beside = dirname(await state.localPath("vectors"));
      const names = await readdir(beside).catch(() => []);
      const old = names.filter((name) => folderNames.test(name) && !used.has(name));
      for (const name of old) await rm(join(beside, name), { recursive: true, force: true }).catch(() => undefined);
    },
  };
}
