import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ServerFacts, ServerSpec } from "../languages/server-spec.ts";
import { isRecord } from "../workspace/config/is-record.ts";
import type { ServerSettings } from "../workspace/config/user-config.ts";
import { isInside, relativeTo } from "../workspace/paths/inside.ts";
import type { Project } from "../workspace/project.ts";
import type { FoundProgram } from "./programs/found-program.ts";
import type { WantedServer } from "./server/language-server.ts";

export interface ChosenServer {
  readonly spec: ServerSpec;
  readonly program: FoundProgram;
  readonly trusted: boolean;
}

/** How a server for this file is started: its directory, and our settings merged with the user's. */
export function planLaunch(
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
    sandboxed: !trusted && program.from !== "settings",
    // Computed when the server is started, not for every question: they read files of the project.
    get options() {
      return deepMerge(spec.options?.(facts), used?.options);
    },
    get settings() {
      return mergeSections(spec.settings?.(facts) ?? {}, used?.settings ?? {});
    },
  };
}

/** The outermost directory of the project that contains the file and has one of the markers, or the project's root. */
function findServerRoot(projectRoot: string, file: string, markers: readonly string[] = []): string {
  const above: string[] = [];
  for (let each = dirname(file); isInside(projectRoot, each); each = dirname(each)) {
    above.unshift(each);
    if (each === projectRoot) break;
  }
  return above.find((directory) => markers.some((marker) => hasMarker(directory, marker))) ?? projectRoot;
}

function hasMarker(directory: string, marker: string): boolean {
  if (!marker.startsWith("*")) return existsSync(join(directory, marker));
  const ending = marker.slice(1);
  return namesIn(directory).some((name) => name.endsWith(ending));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Values of `over` win; if both values are objects, they are merged member by member. */
function deepMerge(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  return isRecord(base) && isRecord(over) ? mergeSections(base, over) : over;
}

function mergeSections(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = Object.entries(over).map(([name, value]): [string, unknown] => [name, deepMerge(base[name], value)]);
  return { ...base, ...Object.fromEntries(merged) };
}

const maxBytes = 1_000_000;

/** What a specification may read of a project: small files with no restrictions; links that leave the project are skipped. */
export function factsOf(project: Project, root: string, trusted: boolean): ServerFacts {
  function read(path: string): string | undefined {
    try {
      const real = realpathSync.native(join(root, path));
      if (!isInside(project.root, real) || project.files.judge(relativeTo(project.root, real)) !== "open")
        return undefined;
      const { size } = statSync(real);
      return size > maxBytes ? undefined : readFileSync(real, "utf8");
    } catch {
      return undefined;
    }
  }
  return { root, trusted, read };
}
