import { isAbsolute } from "node:path";
import { type Call, ToolError } from "toolwright";
import { notFound } from "../not-found.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { nextCall } from "../fields.ts";
import { changedFiles } from "./changed-files.ts";
import type { Input } from "./schema.ts";

export interface ChosenFiles {
  /** Relative to the project's root, sorted. */
  readonly paths: readonly string[];
  /** Whether a single file was named. */
  readonly named: boolean;
  /** Number of files that must not be read, or whose values are secret. */
  readonly withheld: number;
  /** Why it is not known what has changed: these are the files that Outrider itself has changed. */
  readonly withoutGit?: string;
}

/** Resolves which files are meant: a path, the changed ones, or all. */
export async function chooseFiles(input: Input, project: Project, call: Call): Promise<ChosenFiles> {
  const scope = input.scope ?? (isBlank(input.path) ? "changed" : "project");
  const start = await findStart(input, project, call);
  if (start.kind === "file") return { paths: [relativeTo(project.root, start.located.real)], named: true, withheld: 0 };
  const { paths, withheld } = await listFiles(project, start, call.signal);
  if (scope === "project") return { paths, named: false, withheld };
  const changed = await changedFiles(project, paths, call);
  if ("paths" in changed) return { ...changed, named: false, withheld };
  const own = new Set((await project.writer.history()).flatMap(({ files }) => files));
  return { paths: paths.filter((path) => own.has(path)), named: false, withheld, withoutGit: changed.unknown };
}

function isBlank(path: string | undefined): boolean {
  return path === undefined || path.trim() === "";
}

type Start =
  | { readonly kind: "file"; readonly located: Located }
  | { readonly kind: "directory"; readonly located: Located; readonly glob?: string };

async function findStart(input: Input, project: Project, call: Call): Promise<Start> {
  const path = isBlank(input.path) ? "." : (input.path ?? ".");
  const located = await project.files.locate(path, "read");
  if (located.kind === "missing" && /[*?[{]/.test(path)) {
    const glob = isAbsolute(path) && isInside(project.root, path) ? relativeTo(project.root, path) : path;
    return { kind: "directory", located: await project.files.locate(".", "list"), glob };
  }
  if (located.kind === "missing") {
    const next = (other: string) => ({ tool: "diagnostics", input: { ...input, path: other } });
    throw await notFound(path, project, { what: "file or directory", signal: call.signal, next });
  }
  if (located.masked)
    throw new ToolError("secret_file", `${showPath(located.shown)} holds secrets, so it is not judged.`);
  if (isInside(project.root, located.real)) return { kind: located.kind, located };
  throw new ToolError(
    "outside_project",
    `${showPath(located.shown)} is outside of the project, whose files alone are judged.`,
    nextCall("read_file", { path: located.shown }),
  );
}

async function listFiles(
  project: Project,
  { located, glob }: Extract<Start, { readonly kind: "directory" }>,
  signal: AbortSignal,
): Promise<Pick<ChosenFiles, "paths" | "withheld">> {
  const below = relativeTo(project.root, located.real);
  const prefix = below === "" || below === "." ? "" : `${below}/`;
  const walk = project.files.walk(located, { signal, denied: true, ...(glob === undefined ? {} : { globs: [glob] }) });
  const paths: string[] = [];
  let withheld = 0;
  for await (const batch of walk.batches()) {
    for (const { path, exposure, undecodable } of batch) {
      if (exposure !== "open" || undecodable === true) withheld += 1;
      else paths.push(prefix + path);
    }
  }
  return { paths: paths.sort(), withheld };
}
