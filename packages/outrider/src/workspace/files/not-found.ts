import { basename, dirname } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { relativeTo } from "../paths/inside.ts";
import type { Project } from "../project.ts";
import { nearestFirst } from "../text/nearest-first.ts";
import { limitSignal } from "../time/limit-signal.ts";

export interface NotFoundOptions {
  readonly what: "file" | "directory" | "file or directory";
  readonly signal: AbortSignal;
  /** The call that would have meant a path which is there. */
  readonly next: (path: string) => { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
}

type Searched = Pick<Project, "root" | "files">;

const mostNames = 5;
const searchMs = 1_500;
/** Tools that know such a path have opened the library before they look for a file. */
const libraryPath = /^lib(?:rary)?:/;
const whoTakesLibraries =
  "Paths of libraries are taken by read_file, grep, symbols, references and semantic_search, not by this tool.";

/** Says what lies where something was expected, and where the project has something of that name. */
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

async function namesBeside(path: string, project: Searched): Promise<readonly string[]> {
  try {
    const directory = await project.files.locate(dirname(path), "list");
    if (directory.kind !== "directory") return [];
    const below = relativeTo(project.root, directory.real);
    const names = (await project.files.list(directory))
      .map(({ name }) => name)
      .filter((name) => project.files.judge(`${below}/${name}`) !== "denied");
    return nearestFirst(basename(path), names).slice(0, mostNames).map(showName);
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
      if (found.size >= mostNames) break;
    }
  } catch {
    // A hint is not worth a failure of its own.
    options.signal.throwIfAborted();
  } finally {
    limit.release();
  }
  return [...found];
}

/** The glob of a name also finds what is below a directory of that name. */
function upToName(path: string, name: string): string | undefined {
  const parts = path.split("/");
  const at = parts.indexOf(name);
  return at === -1 ? undefined : parts.slice(0, at + 1).join("/");
}

function showName(name: string): string {
  return showPath(name).slice(1, -1);
}
