import { posix } from "node:path";
import { isRecord } from "../../workspace/config/is-record.ts";
import type { Manifest } from "../manifest.ts";

/** The name of an npm package, and what it takes from a registry. */
export const npmManifest: Manifest = {
  file: "package.json",
  read(text) {
    const data = parse(text);
    if (!isRecord(data) || typeof data.name !== "string" || data.name === "") return undefined;
    const dependencies = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]
      .flatMap((kind) => Object.entries(isRecord(data[kind]) ? data[kind] : {}))
      .filter(([, version]) => typeof version === "string" && !local.test(version))
      .map(([name]) => name);
    const entry = isRecord(data.exports) && "." in data.exports ? data.exports["."] : data.exports;
    // Where there are exports, nothing else counts.
    const parts = data.exports === undefined ? [data.main, data.module, data.types, data.typings] : [entry];
    const files = [...new Set(parts.flatMap((part) => filesIn(part)))];
    // What describes the package is what its name means to tools; the code behind it is not told apart.
    const described = files.filter((file) => /\.d\.[cm]?ts$/.test(file));
    const mains = described.length > 0 ? described : files;
    // One file for each way to import it: which one is meant is not known.
    return { name: data.name, dependencies, mains: mains.length === 1 ? mains : [] };
  },
};

/** Versions that mean a directory, which may be in the same repository; `*` is how workspaces name each other. */
const local = /^(?:workspace|file|link|portal|patch):|^\*?$|^\.{0,2}\//;

/** A file, or one for each condition. */
function filesIn(entry: unknown, level = 0): readonly string[] {
  if (typeof entry === "string") return [posix.normalize(entry)];
  if (!isRecord(entry) || level > maxConditions) return [];
  return Object.entries(entry).flatMap(([key, part]) => (key.startsWith(".") ? [] : filesIn(part, level + 1)));
}

const maxConditions = 3;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
