import { open, type FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ToolError } from "toolwright";
import type { Services } from "../../services.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { ruleArguments, startOf, type WalkStart } from "../../workspace/walk/walk-rules.ts";

/** What is searched. Names are as ripgrep prints them, relative to `cwd`. */
export interface SearchTarget extends WalkStart {
  readonly kind: "directory" | "file";
  /** Real path of what was named. */
  readonly real: string;
  /** Arguments that say what is left out; without the ignore files above the start where they would leave out all. */
  rules(alone?: boolean): readonly string[];
  shown(name: string): string;
  /** Path of a file from where the search began, for globs. */
  fromStart(name: string): string;
  /** Whether anything of a file may be seen. */
  allows(name: string): boolean;
  /** A descriptor of a file that was judged again. */
  open(name: string): Promise<FileHandle>;
}

/** Runs `use` with what `path` names: the project, a directory, a file, or a kept output by its handle. */
export async function withTarget<Value>(
  path: string | undefined,
  project: Project,
  outputs: Services["outputs"],
  use: (target: SearchTarget) => Promise<Value>,
): Promise<Value> {
  if (path !== undefined && outputs.isHandle(path)) {
    return await outputs.withFile(path, (file) => use(fileTarget(path, file, () => open(file, "r"))));
  }
  const { files } = project;
  const located = await files.locate(path ?? ".", "read");
  if (located.kind === "missing") {
    throw new ToolError("not_found", `There is no file or directory ${showPath(path ?? ".")}.`);
  }
  if (located.kind === "directory") return await use(directoryTarget(project, located));
  if (located.masked) {
    throw new ToolError(
      "secret_file",
      `${showPath(located.shown)} holds secrets, so its values are not searched. The person can allow its name in \`security.allow_secrets\`.`,
    );
  }
  return await use(fileTarget(located.shown, located.real, () => files.open(located)));
}

function directoryTarget(project: Project, located: Located): SearchTarget {
  const { root, files, config } = project;
  const start = startOf(root, located.real);
  const prefix = start.cwd === root && located.real !== root ? `${located.shown}/` : "";
  const isOutside = located.area !== "project";
  const shown = (name: string): string => (isOutside ? `${located.shown}/${name}` : name);
  const rules = { root, hiddenGlobs: files.hiddenGlobs, exclude: config.walk.exclude };
  return {
    ...start,
    kind: "directory",
    real: located.real,
    rules: (alone = false) => ruleArguments({ ...rules, alone }, located.real),
    shown,
    fromStart: (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name),
    allows: (name) => files.judge(name) === "open",
    open: async (name) => await files.open(await files.locate(shown(name), "read")),
  };
}

function fileTarget(shown: string, real: string, openIt: () => Promise<FileHandle>): SearchTarget {
  return {
    kind: "file",
    real,
    cwd: dirname(real),
    argument: `./${basename(real)}`,
    rules: () => ["--color=never", "--no-messages", "--null"],
    shown: () => shown,
    fromStart: (name) => name,
    allows: () => true,
    open: openIt,
  };
}
