import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Call, createOutputGuard, type Overflow } from "toolwright";
import type { Services } from "../../services.ts";
import { notFound } from "../../workspace/files/not-found.ts";
import type { Located } from "../../workspace/paths/located.ts";
import { buildTree } from "./directory-node.ts";
import { chooseExpanded } from "./expand.ts";
import { listEntries, type Listed } from "./list-entries.ts";
import { markHidden } from "./look-inside.ts";
import type { Entry, Input, Output } from "./schema.ts";

const defaultEntries = 120;
const namedIgnored = 8;

/** Walks everything for exact totals, and shows as deep as there is room. */
export async function handle(input: Input, services: Pick<Services, "workspace">, call: Call): Promise<Output> {
  const project = await services.workspace.project(input.project);
  const start = await project.files.locate(input.path ?? ".", "list");
  if (start.kind === "missing") {
    const next = (path: string) => ({ tool: "tree", input: { ...input, path } });
    throw await notFound(input.path ?? ".", project, { what: "directory", signal: call.signal, next });
  }
  if (start.kind === "file") return describeFile(start);
  const globs = input.glob === undefined ? {} : { globs: [input.glob] };
  const walk = project.files.walk(start, { signal: call.signal, denied: true, ...globs });
  const { root, directories, passages } = await buildTree(walk);
  const look = input.glob === undefined;
  if (look) await markHidden(project, start, passages, call.signal);
  const { offset, maxResults: limit } = createOutputGuard(input, { maxResults: defaultEntries });
  const expanded = chooseExpanded(root, input.depth, limit);
  const { listed, ignored } = await listEntries(project, start, root, expanded, { look, signal: call.signal });
  const page = listed.slice(offset, offset + limit);
  const overflow = overflowOf(listed.length, page.length, offset);
  const under = offset > 0 ? page[0]?.parent : undefined;
  return {
    path: start.shown,
    files: root.total,
    directories,
    entries: page.map((each) => withSize(start, each)),
    ...(under === undefined || under === "" ? {} : { under }),
    ...(ignored.length === 0 ? {} : { ignored: { count: ignored.length, names: ignored.slice(0, namedIgnored) } }),
    ...(overflow === undefined ? {} : { overflow }),
  };
}

function withSize(start: Located, { entry, parent }: Listed): Entry {
  if (entry.kind !== "file" || entry.exposure === "withheld") return entry;
  const bytes = sizeOf(join(start.real, parent, entry.name));
  return bytes === undefined ? entry : { ...entry, bytes };
}

function describeFile(file: Located): Output {
  const bytes = sizeOf(file.real);
  const entry: Entry = {
    name: file.shown,
    level: 0,
    kind: "file",
    ...(bytes === undefined ? {} : { bytes }),
    ...(file.masked ? { exposure: "masked" } : {}),
  };
  return { path: file.shown, files: 1, directories: 0, entries: [entry] };
}

function sizeOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    // Gone meanwhile, or a name that is no text.
    return undefined;
  }
}

function overflowOf(total: number, shown: number, offset: number): Overflow | undefined {
  if (shown === total) return undefined;
  if (offset >= total) return { shown, total, hint: `Offset ${offset} is past the end: there are ${total} entries.` };
  const end = offset + shown;
  const hint = "Narrow with path or glob.";
  return { shown, total, hint, ...(end < total ? { next_offset: end } : {}) };
}
