import { posix } from "node:path";
import { ToolError } from "toolwright";
import { notFound, type NotFoundOptions } from "../workspace/files/not-found.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { Project } from "../workspace/project.ts";

export interface Asked extends Pick<NotFoundOptions, "what" | "signal"> {
  /** As the caller named it. */
  readonly project: string | undefined;
}

/**
 * Nothing is at a path that shall be changed: says what is near, and the call that looks at it. Nothing is offered that
 * changes a file whose name is only like the one that was meant.
 */
export async function nothingAt(project: Project, { shown }: Located, asked: Asked): Promise<ToolError> {
  const named = asked.project === undefined ? {} : { project: asked.project };
  const look = (path: string) => ({ tool: "read_file", input: { path, ...named } });
  const error = await notFound(shown, project, { what: asked.what, signal: asked.signal, next: look });
  if (error.next !== undefined) return error;
  const directory = await nearestDirectory(project, shown);
  if (directory === undefined) return error;
  const isParent = directory === posix.dirname(shown);
  const hint = isParent ? "" : ` The nearest directory that is there: ${showPath(directory)}.`;
  return new ToolError(error.code, error.message + hint, { next: look(directory) });
}

async function nearestDirectory({ files }: Project, path: string): Promise<string | undefined> {
  for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
    const found = await files.locate(at, "list").catch(() => undefined);
    if (found?.kind === "directory") return at;
    if (at === posix.dirname(at)) return undefined;
  }
}
