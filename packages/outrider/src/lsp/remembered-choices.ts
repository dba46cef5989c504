import type { Project } from "../workspace/project.ts";
import { chooseServer, type ChooseOptions, type ServerChoice } from "./choose-server.ts";
import type { ServerState } from "./pool/server-pool.ts";

export interface RememberedChoices {
  of(project: Project, language: { readonly id: string; readonly title: string }): Promise<ServerChoice>;
  /** What was looked for in a project and not found. */
  missing(root: string): readonly ServerState[];
}

/** One who installs a server does not wait for longer than that. */
const freshMs = 5_000;

/** Which server answers for a language, looked for anew every few seconds: PATH and packages are many small reads. */
export function rememberChoices(options: ChooseOptions): RememberedChoices {
  const known = new Map<string, { readonly root: string; readonly at: number; readonly choice: ServerChoice }>();
  return {
    async of(project, language) {
      const key = [project.root, language.id].join("\0");
      const found = known.get(key);
      if (found !== undefined && performance.now() - found.at < freshMs) return found.choice;
      const choice = await chooseServer(project, language, options);
      known.set(key, { root: project.root, at: performance.now(), choice });
      return choice;
    },
    missing: (root) =>
      [...known.values()].flatMap((each) => {
        if (each.root !== root || !("reason" in each.choice) || each.choice.id === undefined) return [];
        const { id, reason, how } = each.choice;
        return [{ id, root, state: "stopped", detail: how === undefined ? reason : `${reason}; ${how}`, restarts: 0 }];
      }),
  };
}
