import type { ServerSpec } from "../languages/server-spec.ts";
import type { ServerSettings } from "../workspace/config/user-config.ts";
import type { Project } from "../workspace/project.ts";
import type { FoundProgram } from "./programs/found-program.ts";
import type { WantedServer } from "./server/wanted-server.ts";
import { layOver, layOverEach } from "./lay-over.ts";
import { factsOf } from "./project-facts.ts";
import { findServerRoot } from "./server-root.ts";

export interface ChosenServer {
  readonly spec: ServerSpec;
  readonly program: FoundProgram;
  readonly trusted: boolean;
}

/** How a server for this file is started: its directory, and what the user has laid over our settings. */
export function wantServer(
  project: Project,
  file: string,
  { spec, program, trusted }: ChosenServer,
  user: ServerSettings,
): WantedServer {
  const root = findServerRoot(project.root, file, spec.rootMarkers);
  const facts = factsOf(project, root, trusted);
  const used = user.use[spec.id];
  return {
    spec,
    root,
    project: project.root,
    file: program.file,
    args: program.args,
    env: program.env,
    // Made when it is started, not with every question: they read files of the project.
    get options() {
      return layOver(spec.options?.(facts), used?.options);
    },
    get settings() {
      return layOverEach(spec.settings?.(facts) ?? {}, used?.settings ?? {});
    },
  };
}
