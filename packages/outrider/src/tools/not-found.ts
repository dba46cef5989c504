import { basename, dirname, posix } from "node:path";
import { type NextCall, ToolError } from "toolwright";
import { inReadingOrder } from "../syntax/project/reading-rank.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { relativeTo } from "../workspace/paths/inside.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { Project } from "../workspace/project.ts";
import { nearestFirst } from "../workspace/text/nearest-first.ts";
import { limitSignal } from "../workspace/time/limit-signal.ts";

export interface NotFoundOptions {
  readonly what: "file" | "directory" | "file or directory";
  readonly signal: AbortSignal;
  /** The call to propose for an existing path. */
  readonly next: (path: string) => NextCall;
}

export interface NothingAtOptions extends Pick<NotFoundOptions, "what" | "signal"> {
  /** As the caller named it. */
  readonly project: string | undefined;
}

type Searched = Pick<Project, "root" | "files">;

const maxNames = 5;
/** Of so many with the name, source comes before tests and data. */
const maxCompared = 200;
const searchMs = 1_500;
/** Tools that accept such a path have opened the library before they look for a file. */
const libraryPath = /^lib(?:rary)?:/;
const whoTakesLibraries =
  "Paths of libraries are taken by read_file, grep, symbols, references and semantic_search, not by this tool.";

/** Says what exists in the expected place, and where else the project has something with that name. */
export async function notFound(path: string, project: Searched, options: NotFoundOptions): Promise<ToolError> {
  if (libraryPath.test(path))
    return new ToolError("not_found", `${showPath(path)} is no path here. ${whoTakesLibraries}`);
  const elsewhere = await sameName(path, project, options);
  const beside = await namesBeside(path, project);
  const [first] = elsewhere;
  const parts = [
    `There is no ${options.what} ${showPath(path)}.`,
    ...(elsewhere.length > 0 ? [`The project has ${elsewhere.map(showName).join(", ")}.`] : []),
    ...(beside.length > 0 ? [`In its directory, nearest first: ${beside.join(", ")}.`] : []),
  ];
  return new ToolError("not_found", parts.join(" "), first === undefined ? {} : { next: options.next(first) });
}

/**
 * Error for a path to be changed that does not exist: says what is near, and proposes a call that reads it. It never proposes
 * to change a file whose name is only similar.
 */
export async function nothingAt(project: Project, { shown }: Located, asked: NothingAtOptions): Promise<ToolError> {
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

async function namesBeside(path: string, project: Searched): Promise<readonly string[]> {
  try {
    const directory = await project.files.locate(dirname(path), "list");
    if (directory.kind !== "directory") return [];
    const below = relativeTo(project.root, directory.real);
    const names = (await project.files.list(directory))
      .map(({ name }) => name)
      .filter((name) => project.files.judge(`${below}/${name}`) !== "denied");
    return nearestFirst(basename(path), names).slice(0, maxNames).map(showName);
  } catch {
    return [];
  }
}

async function sameName(path: string, project: Searched, options: NotFoundOptions): Promise<readonly string[]> {
  const found = new Set<string>();
  const name = basename(path);
  const limit = limitSignal([options.signal], searchMs);
  try {
    const root = await project.files.locate(".", "list");
    const { signal } = limit;
    const glob = `**/${name.replaceAll(/[\\*?[\]{}!]/g, String.raw`\$&`)}`;
    for await (const file of project.files.walk(root, { signal, globs: [glob] })) {
      const same = upToName(file.path, name);
      const isFile = same === file.path;
      if (same === undefined || (isFile ? options.what === "directory" : options.what === "file")) continue;
      found.add(same);
      if (found.size >= maxCompared) break;
    }
  } catch {
    // A hint must not fail on its own.
    options.signal.throwIfAborted();
  } finally {
    limit.release();
  }
  return inReadingOrder([...found].toSorted()).slice(0, maxNames);
}

/** The glob for a name also matches what is below a directory with that name. */
function upToName(path: string, name: string): string | undefined {
  const parts = path.split("/");
  const at = parts.indexOf(name);
  return at === -1 ? undefined : parts.slice(0, at + 1).join("/");
}

async function nearestDirectory({ files }: Project, path: string): Promise<string | undefined> {
  for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
    const found = await files.locate(at, "list").catch(() => undefined);
    if (found?.kind === "directory") return at;
    if (at === posix.dirname(at)) return undefined;
  }
}

function showName(name: string): string {
  return showPath(name).slice(1, -1);
}
