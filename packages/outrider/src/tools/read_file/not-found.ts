import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ToolError } from "toolwright";
import { nearestFirst } from "../../documents/nearest-first.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { relativeTo } from "../../workspace/paths/inside.ts";
import type { Reading } from "./reading.ts";

const mostNames = 5;
const searchMs = 1_500;

/** Says what lies where the file was expected, and where the project has a file of that name. */
export async function notFound(path: string, reading: Reading, libraryRoot?: string): Promise<ToolError> {
  const elsewhere = libraryRoot === undefined ? await sameName(path, reading) : [];
  const beside = libraryRoot === undefined ? await namesBeside(path, reading) : [];
  const [first] = elsewhere;
  const parts = [
    `There is no file ${showPath(path)}.`,
    ...(elsewhere.length > 0 ? [`The project has ${elsewhere.join(", ")}.`] : []),
    ...(beside.length > 0 ? [`In its directory, nearest first: ${beside.join(", ")}.`] : []),
  ];
  const next = first === undefined ? {} : { next: { tool: "read_file", input: { path: first } } };
  return new ToolError("not_found", parts.join(" "), next);
}

async function namesBeside(path: string, { project }: Reading): Promise<readonly string[]> {
  try {
    const directory = await project.files.locate(dirname(path), "list");
    if (directory.kind !== "directory") return [];
    const below = relativeTo(project.root, directory.real);
    const names = (await readdir(directory.real)).filter(
      (name) => project.files.judge(`${below}/${name}`) !== "denied",
    );
    return nearestFirst(basename(path), names).slice(0, mostNames).map(showName);
  } catch {
    return [];
  }
}

async function sameName(path: string, { project, call }: Reading): Promise<readonly string[]> {
  const found: string[] = [];
  try {
    const root = await project.files.locate(".", "list");
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(searchMs)]);
    const glob = `**/${basename(path).replaceAll(/[\\*?[\]{}!]/g, String.raw`\$&`)}`;
    for await (const file of project.files.walk(root, { signal, globs: [glob] })) {
      if (file.exposure === "denied") continue;
      found.push(file.path);
      if (found.length >= mostNames) break;
    }
  } catch {
    // A hint is not worth a failure of its own.
    call.signal.throwIfAborted();
  }
  return found;
}

function showName(name: string): string {
  return showPath(name).slice(1, -1);
}
