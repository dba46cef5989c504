import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ServerFacts } from "../languages/server-spec.ts";
import { isInside, relativeTo } from "../workspace/paths/inside.ts";
import type { Project } from "../workspace/project.ts";

const mostBytes = 1_000_000;

/** What a specification may ask about a project: small files that anyone may see, links out of the project left out. */
export function factsOf(project: Project, root: string, trusted: boolean): ServerFacts {
  function read(path: string): string | undefined {
    try {
      const real = realpathSync.native(join(root, path));
      if (!isInside(project.root, real) || project.files.judge(relativeTo(project.root, real)) !== "open")
        return undefined;
      const { size } = statSync(real);
      return size > mostBytes ? undefined : readFileSync(real, "utf8");
    } catch {
      return undefined;
    }
  }
  return { root, trusted, read };
}
