import { realpath } from "node:fs/promises";
import { join, posix } from "node:path";
import { ToolError } from "toolwright";
import { isRecord } from "../../../workspace/config/is-record.ts";
import { isInside, relativeTo } from "../../../workspace/paths/inside.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { type FileLookup, type ModuleFile, readModuleFile } from "../module-files.ts";
import { filesMeant, isRelative } from "./paths.ts";

/** Where an import by the name of a package of this repository gets a name from. */
export interface EntryReader {
  /**
   * "handed on": from the old file, by re-exports. "elsewhere": from other files. "unknown": the entry cannot be read, or is the old
   * file itself.
   */
  follow(from: string, source: string, name: string): Promise<"handed on" | "elsewhere" | "unknown">;
}

interface Surroundings {
  readonly isFile: FileLookup;
  /** Path of the file that has the symbol now. */
  readonly old: string;
}

type Led = "handed on" | "elsewhere" | "unknown" | "not here";

const maxHops = 12;
const waitMs = 10_000;

export function createEntryReader(context: EditContext, draft: Draft, { isFile, old }: Surroundings): EntryReader {
  const known = new Map<string, Promise<readonly string[]>>();

  async function read(path: string): Promise<ModuleFile | undefined> {
    try {
      return await readModuleFile(context, await draft.read(path));
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }

  /** Where the name that a file exports comes from. */
  async function lead(path: string, name: string, hops: number): Promise<Led> {
    if (path === old) return "handed on";
    const module = hops > maxHops ? undefined : await read(path);
    if (module === undefined || module.facts.broken) return "unknown";
    const { facts } = module;
    const own = facts.exports.find((each) => each.as === name)?.name;
    const given = facts.imports.flatMap((each) =>
      each.names.flatMap((one) =>
        one.local === (each.isReexport ? name : own) && one.kind === "named"
          ? [{ source: each.source, name: one.name }]
          : [],
      ),
    );
    const [only, ...others] = given;
    if (others.length > 0) return "unknown";
    if (only !== undefined) return await leadTo(path, only.source, only.name, hops);
    if (own !== undefined || facts.declared.some((each) => each.name === name)) return "elsewhere";
    let found: Led = "not here";
    for (const { source, names, isReexport } of facts.imports) {
      if (!isReexport || !names.some(({ kind }) => kind === "all")) continue;
      const next = await leadTo(path, source, name, hops);
      if (next === "handed on" || next === "elsewhere") return next;
      if (next === "unknown") found = next;
    }
    return found;
  }

  async function leadTo(from: string, source: string, name: string, hops: number): Promise<Led> {
    if (!isRelative(source)) return "unknown";
    const [only, ...others] = await filesMeant(isFile, from, source);
    return only === undefined || others.length > 0 ? "unknown" : await lead(only.path, name, hops + 1);
  }

  return {
    async follow(from, source, name) {
      const found = known.get(source) ?? entriesOf(context, isFile, from, source);
      known.set(source, found);
      const led = await Promise.all(
        (await found).map(async (entry) => (entry === old ? "unknown" : await lead(entry, name, 0))),
      );
      if (led.length === 0 || led.includes("unknown")) return "unknown";
      return led.includes("handed on") ? "handed on" : "elsewhere";
    },
  };
}

/** The files of the project that an import by a package's name may mean: one for each condition under which there is a source. */
async function entriesOf(
  { project, symbols, signal }: EditContext,
  isFile: FileLookup,
  from: string,
  source: string,
): Promise<readonly string[]> {
  const words = source.split("/");
  const name = words.slice(0, source.startsWith("@") ? 2 : 1).join("/");
  const directory = await packageDirectory(project.root, from, name);
  if (directory === undefined) return [];
  const manifest = posix.join(directory, "package.json");
  if (!(await isFile(manifest))) return [];
  const { text } = await project.files.readText(await project.files.locate(manifest, "read"));
  const entries = readEntries(text, `.${source.slice(name.length)}`).map((path) => posix.join(directory, path));
  // What is built, and left out by git, is made again from the sources.
  const view = await symbols.view({ signal, waitMs });
  return [...new Set(entries)].filter((path) => view.file(path) !== undefined);
}

/** Relative to the root; undefined if the package is not in the project. */
async function packageDirectory(root: string, from: string, name: string): Promise<string | undefined> {
  for (let directory = posix.dirname(from); ; directory = posix.dirname(directory)) {
    try {
      const real = await realpath(join(root, directory, "node_modules", name));
      const below = relativeTo(root, real);
      return isInside(root, real) && !below.split("/").includes("node_modules") ? below : undefined;
    } catch {
      if (directory === "." || directory === "/") return undefined;
    }
  }
}

function readEntries(text: string, subpath: string): readonly string[] {
  const data = parse(text);
  if (!isRecord(data)) return [];
  const { exports } = data;
  if (exports === undefined)
    return subpath === "." ? [data["main"], data["module"], data["types"]].flatMap(leavesOf) : [];
  if (isRecord(exports) && Object.keys(exports).some((key) => key.startsWith("."))) return leavesOf(exports[subpath]);
  return subpath === "." ? leavesOf(exports) : [];
}

function leavesOf(entry: unknown): readonly string[] {
  if (typeof entry === "string") return [entry];
  return isRecord(entry) ? Object.values(entry).flatMap(leavesOf) : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
