import { isAbsolute } from "node:path";
import { ToolError } from "toolwright";
import { notFound } from "./not-found.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { isInside, relativeTo } from "../workspace/paths/inside.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { Project } from "../workspace/project.ts";
import { createFileFilter } from "../workspace/walk/globs.ts";
import { nextCall } from "./fields.ts";

/** Which files a question is about. */
export type FileScope =
  | { readonly kind: "file"; readonly shown: string; readonly file: Located }
  | {
      readonly kind: "project" | "directory" | "glob";
      readonly shown: string;
      /** For a directory, with a trailing "/"; the prefix of paths in answers. */
      readonly prefix: string;
      has(path: string): boolean;
    };

export interface ScopeOptions {
  /** The tool that is proposed with another path if this one does not exist. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The input field that names the files; default: path. */
  readonly field?: "path" | "within";
  /** Prefix of a library's paths. */
  readonly prefix: string;
  readonly signal: AbortSignal;
}

export async function readScope(
  path: string | undefined,
  project: Project,
  { tool, input, field = "path", prefix, signal }: ScopeOptions,
): Promise<FileScope> {
  if (path === undefined) return { kind: "project", shown: project.name, prefix: "", has: () => true };
  const located = await project.files.locate(path, "read");
  if (located.kind === "missing") {
    if (isGlob(path)) return globScope(path, project.root, prefix);
    const next = (other: string) => ({ tool, input: { ...input, [field]: prefix + other } });
    throw await notFound(path, project, { what: "file or directory", signal, next });
  }
  if (located.masked) {
    throw new ToolError(
      "secret_file",
      `${showPath(located.shown)} holds secrets, so its names are not shown.`,
      nextCall("read_file", { path: located.shown }),
    );
  }
  if (located.kind === "file") return { kind: "file", shown: located.shown, file: located };
  return directoryScope(located, project, prefix);
}

export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

function directoryScope(located: Located, { root, name }: Project, library: string): FileScope {
  if (!isInside(root, located.real)) {
    throw new ToolError(
      "outside_project",
      `${showPath(located.shown)} is outside of the project, whose files alone are in the table. Give one of its files as path.`,
      nextCall("tree", { path: located.shown }),
    );
  }
  const below = relativeTo(root, located.real);
  if (below === "" || below === ".") return { kind: "project", shown: name, prefix: "", has: () => true };
  const prefix = `${below}/`;
  return { kind: "directory", shown: library + prefix, prefix, has: (path) => path.startsWith(prefix) };
}

function globScope(given: string, root: string, library: string): FileScope {
  const glob = isAbsolute(given) && isInside(root, given) ? relativeTo(root, given) : given;
  const filter = createFileFilter([glob], { narrow: false });
  return { kind: "glob", shown: library + given, prefix: "", has: (path) => filter.accepts(path, path) };
}
