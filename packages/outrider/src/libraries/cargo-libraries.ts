import { join } from "node:path";
import { isInside } from "../workspace/paths/inside.ts";
import type { LibraryCandidate, LibraryPlaces, LibrarySource } from "./library-source.ts";
import { namesIn, readStart, realDirectory } from "./look-up.ts";
import { compareVersions, splitVersion } from "./version.ts";

/** Sources of crates in Cargo's registry; the version in `Cargo.lock` first, then the newest. */
export function cargoLibraries({ environment, home }: LibraryPlaces): LibrarySource {
  return {
    place: "Cargo registry",
    async find(projectRoot, segments) {
      const { name, version: wanted } = splitVersion(segments[0] ?? "");
      if (!/^[\w-]+$/.test(name)) return [];
      const sources = await realDirectory(join(environment["CARGO_HOME"] ?? join(home, ".cargo"), "registry", "src"));
      if (sources === undefined) return [];
      const found: LibraryCandidate[] = [];
      for (const registry of await namesIn(sources)) {
        for (const crate of await namesIn(join(sources, registry))) {
          const version = versionIn(crate, name);
          const root = version === undefined ? undefined : await realDirectory(join(sources, registry, crate));
          if (root === undefined || !isInside(sources, root)) continue;
          found.push({ name, version, wanted, root, rest: segments.slice(1) });
        }
      }
      const locked = found.length > 1 ? await lockedVersions(projectRoot, name) : [];
      return found.toSorted(
        (left, right) =>
          Number(locked.includes(right.version)) - Number(locked.includes(left.version)) ||
          compareVersions(left.version ?? "", right.version ?? ""),
      );
    },
  };
}

function versionIn(crate: string, name: string): string | undefined {
  const rest = crate.startsWith(`${name}-`) ? crate.slice(name.length + 1) : "";
  return /^\d+\.\d/.test(rest) ? rest : undefined;
}

async function lockedVersions(projectRoot: string, name: string): Promise<readonly (string | undefined)[]> {
  const lock = (await readStart(join(projectRoot, "Cargo.lock"), 4 * 1024 * 1024)) ?? "";
  const entries = lock.matchAll(/name = "([^"]+)"\r?\nversion = "([^"]+)"/g);
  return [...entries].filter((entry) => entry[1] === name).map((entry) => entry[2]);
}
