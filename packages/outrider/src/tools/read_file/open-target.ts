import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "toolwright";
import { isLibraryPath, showLibraryPath } from "../../libraries/library-path.ts";
import { insideOf } from "../../libraries/library-project.ts";
import { notFound, type NotFoundOptions } from "../not-found.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { OpenDirectory, OpenFile, Reading } from "./reading.ts";

/** Resolves a path (file, handle, library) and keeps its target open while it is used. */
export async function withTarget<Value>(
  path: string,
  reading: Reading,
  use: (target: OpenFile | OpenDirectory) => Promise<Value>,
): Promise<Value> {
  const { services, project } = reading;
  if (services.outputs.isHandle(path))
    return await services.outputs.withFile(path, (file) => withOutput(path, file, use));
  if (isLibraryPath(path)) return await withLibrary(path, reading, use);
  const located = await project.files.locate(path, "read");
  if (located.kind === "missing") throw await notFound(path, project, notFoundOptions(reading));
  return await withLocated(located, { shown: located.shown, facts: [] }, reading, use);
}

function notFoundOptions({ call }: Reading): NotFoundOptions {
  return { what: "file", signal: call.signal, next: (path) => ({ tool: "read_file", input: { path } }) };
}

async function withOutput<Value>(
  shown: string,
  file: string,
  use: (target: OpenFile) => Promise<Value>,
): Promise<Value> {
  const handle = await open(file);
  return await closing(handle, () =>
    use({ kind: "file", shown, name: shown, handle, located: undefined, masked: false, facts: [] }),
  );
}

async function withLibrary<Value>(
  path: string,
  reading: Reading,
  use: (target: OpenFile | OpenDirectory) => Promise<Value>,
): Promise<Value> {
  const { root, path: below, name, version } = await reading.services.libraries.find(reading.project, path);
  const located = await reading.project.files.locate(join(root, below), "read");
  // The policy alone would allow a link from one library into another, or into the project.
  insideOf(root, located, path);
  const shown = showLibraryPath(name, below);
  if (located.kind === "missing") throw new ToolError("not_found", `There is no file ${showPath(path)}.`);
  const facts = version === undefined ? [] : [`${name} ${version}`];
  return await withLocated(located, { shown, facts }, reading, use);
}

async function withLocated<Value>(
  located: Located,
  about: Pick<OpenFile, "shown" | "facts">,
  { project }: Reading,
  use: (target: OpenFile | OpenDirectory) => Promise<Value>,
): Promise<Value> {
  if (located.kind === "directory") return await use({ kind: "directory", ...about, located });
  const handle = await project.files.open(located);
  const { masked, real } = located;
  return await closing(handle, () => use({ kind: "file", ...about, name: real, handle, located, masked }));
}

async function closing<Value>(handle: FileHandle, use: () => Promise<Value>): Promise<Value> {
  try {
    return await use();
  } finally {
    await handle.close();
  }
}
