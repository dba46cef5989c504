import { open, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ToolError } from "toolwright";
import type { LibraryFile } from "../../libraries/library-finder.ts";
import { isLibraryPath, showLibraryPath } from "../../libraries/library-path.ts";
import { insideOf } from "../../libraries/library-project.ts";
import type { Services } from "../../services.ts";
import { notFound } from "../not-found.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { relativeTo } from "../../workspace/paths/inside.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { ruleArguments, startOf, type WalkStart } from "../../workspace/walk/walk-rules.ts";
import type { WalkOptions } from "../../workspace/walk/walk.ts";
import type { Input } from "./schema.ts";

/** What is searched. Names are as printed by ripgrep, relative to `cwd`. */
export interface SearchTarget extends WalkStart {
  readonly kind: "directory" | "file";
  /** Set if `kind` is "directory". */
  readonly directory?: Located;
  /** Set if the directory is in a library. */
  readonly library?: WalkOptions["library"];
  /** Arguments for what is left out; `alone` drops ignore files above the start if they would exclude everything. */
  rules(alone?: boolean): readonly string[];
  shown(name: string): string;
  /** Path of a file relative to the start of the search, for globs. */
  fromStart(name: string): string;
  /** Whether any part of a file may be shown. */
  allows(name: string): boolean;
  /** A descriptor of a file that was judged again. */
  open(name: string): Promise<FileHandle>;
}

/** Runs `use` with the target of a path: the project, a directory, a file, a library, or a stored output by its handle. */
export async function withTarget<Value>(
  input: Input,
  project: Project,
  services: Pick<Services, "outputs" | "libraries">,
  signal: AbortSignal,
  use: (target: SearchTarget) => Promise<Value>,
): Promise<Value> {
  const { path = "." } = input;
  if (services.outputs.isHandle(path)) {
    return await services.outputs.withFile(path, (file) => use(fileTarget(path, file, () => open(file, "r"))));
  }
  const { files } = project;
  const { located, library } = await locate(path, project, services.libraries);
  if (located.kind === "missing") {
    if (library !== undefined) throw new ToolError("not_found", `There is no file or directory ${showPath(path)}.`);
    const next = (other: string) => ({ tool: "grep", input: { ...input, path: other } });
    throw await notFound(path, project, { what: "file or directory", signal, next });
  }
  if (located.kind === "directory") return await use(directoryTarget(project, located, library));
  if (located.masked) {
    throw new ToolError(
      "secret_file",
      `${showPath(located.shown)} holds secrets, so its values are not searched. The person can allow its name in \`security.allow_secrets\`.`,
    );
  }
  return await use(fileTarget(located.shown, located.real, () => files.open(located)));
}

interface Found {
  readonly located: Located;
  readonly library?: LibraryFile;
}

async function locate(path: string, project: Project, libraries: Services["libraries"]): Promise<Found> {
  const { files } = project;
  if (!isLibraryPath(path)) return { located: await files.locate(path, "read") };
  const library = await libraries.find(project, path);
  const located = await files.locate(join(library.root, library.path), "read");
  // The policy alone would allow a link from one library into another, or into the project.
  insideOf(library.root, located, path);
  const shown = showLibraryPath(library.name, library.path);
  return { located: located.area === "project" ? located : { ...located, shown }, library };
}

function directoryTarget(project: Project, located: Located, library: LibraryFile | undefined): SearchTarget {
  const { files, config } = project;
  // The project's rules end at the root of a library.
  const own = library?.rules;
  const root = own?.root ?? project.root;
  const start = startOf(root, located.real);
  const prefix = start.cwd === root && located.real !== root ? `${relativeTo(root, located.real)}/` : "";
  const isOutside = located.area !== "project";
  // Paths outside the project are shown in full.
  const cwd = isOutside ? start.cwd : relativeTo(project.root, start.cwd);
  const fromProject = (name: string): string => (cwd === "" || cwd === "." ? name : `${cwd}/${name}`);
  const shownFrom = own === undefined || library === undefined ? located.shown : showLibraryPath(library.name, "");
  const shown = (name: string): string => (isOutside ? `${shownFrom}/${name}` : fromProject(name));
  const { exclude, ignoreFiles } = own ?? { exclude: config.walk.exclude, ignoreFiles: undefined };
  const rules = { root, hiddenGlobs: files.hiddenGlobs, exclude, ignoreFiles };
  return {
    ...start,
    kind: "directory",
    directory: located,
    ...(own === undefined ? {} : { library: own }),
    rules: (alone = false) => ruleArguments({ ...rules, alone }, located.real),
    shown,
    fromStart: (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name),
    allows: (name) => files.judge(fromProject(name)) === "open",
    open: async (name) => {
      const opened = await files.locate(fromProject(name), "read");
      if (library !== undefined) insideOf(library.root, opened, shown(name));
      return await files.open(opened);
    },
  };
}

function fileTarget(shown: string, real: string, openIt: () => Promise<FileHandle>): SearchTarget {
  return {
    kind: "file",
    cwd: dirname(real),
    argument: `./${basename(real)}`,
    rules: () => ["--color=never", "--no-messages", "--null"],
    shown: () => shown,
    fromStart: (name) => name,
    allows: () => true,
    open: openIt,
  };
}
