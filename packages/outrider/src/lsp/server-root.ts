import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../workspace/paths/inside.ts";

/** Where a server for this file is started: the outermost directory in the project that has one of the markers, or the project's root. */
export function findServerRoot(projectRoot: string, file: string, markers: readonly string[] = []): string {
  const above: string[] = [];
  for (let each = dirname(file); isInside(projectRoot, each); each = dirname(each)) {
    above.unshift(each);
    if (each === projectRoot) break;
  }
  return above.find((directory) => markers.some((marker) => hasMarker(directory, marker))) ?? projectRoot;
}

function hasMarker(directory: string, marker: string): boolean {
  if (!marker.startsWith("*")) return existsSync(join(directory, marker));
  const ending = marker.slice(1);
  return namesIn(directory).some((name) => name.endsWith(ending));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
