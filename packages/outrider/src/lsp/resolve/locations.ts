import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import { isRecord } from "../../workspace/config/is-record.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";
import type { Project } from "../../workspace/project.ts";
import type { Location, Position, Range } from "../server/language-server.ts";
import { readRange } from "../server/read-diagnostic.ts";
import { pathOfUri } from "../server/uri.ts";

export interface Locations {
  /** Without duplicates, in the order of the answer. */
  readonly locations: readonly Location[];
  /** Items that were not locations: wrong shapes or impossible ranges. */
  readonly dropped: number;
  /** Items that are not in a file: `jdt:`, `untitled:`. */
  readonly elsewhere: number;
}

/** Reads the locations of an answer: one, several or none, as Location or LocationLink. The paths are made real. */
export async function locationsOf(result: unknown): Promise<Locations> {
  const items = result === null || result === undefined ? [] : Array.isArray(result) ? result : [result];
  const locations = new Map<string, Location>();
  const realPaths = new Map<string, Promise<string>>();
  let dropped = 0;
  let elsewhere = 0;
  for (const item of items) {
    const found = readItem(item);
    if (found === undefined) {
      dropped += 1;
      continue;
    }
    const path = pathOfUri(found.uri);
    if (path === undefined) {
      elsewhere += 1;
      continue;
    }
    const known = realPaths.get(path) ?? realPathOf(path);
    realPaths.set(path, known);
    const location = { path: await known, range: found.range };
    if (!locations.has(locationKey(location))) locations.set(locationKey(location), location);
  }
  return { locations: [...locations.values()], dropped, elsewhere };
}

/** Path relative to the project's root, with forward slashes; undefined if the file is outside. */
export function insideProject({ root }: Pick<Project, "root">, { path }: Pick<Location, "path">): string | undefined {
  return isInside(root, path) ? relativeTo(root, path) : undefined;
}

/** Equal for the same range of the same file. */
function locationKey({ path, range: { start, end } }: Location): string {
  return `${path}\n${start.line}:${start.character}-${end.line}:${end.character}`;
}

/** Equal for locations with the same file and start: servers that disagree about ends still mean the same thing. */
export function startKey(path: string, { line, character }: Position): string {
  return `${path}\n${line}:${character}`;
}

/** The real path, spelled the same way on every system. */
export async function realPathOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => path);
  return sep === "/" ? real : real.replaceAll(sep, "/");
}

function readItem(item: unknown): { readonly uri: string; readonly range: Range } | undefined {
  if (!isRecord(item)) return undefined;
  const uri = item["targetUri"] ?? item["uri"];
  const range = readRange(item["targetSelectionRange"] ?? item["targetRange"] ?? item["range"]);
  return typeof uri === "string" && range !== undefined ? { uri, range } : undefined;
}
