import { join } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";
import { lookUp as plain, type LookUp } from "../look-up.ts";
import { compareVersions, splitVersion } from "../version.ts";
import type { LibraryCandidate, LibraryPlaces, LibrarySource } from "./library-source.ts";

/** Sources of crates in Cargo's registry; the version in `Cargo.lock` first, then the newest. */
export function cargoLibraries({ environment, home }: LibraryPlaces, lookUp: LookUp = plain): LibrarySource {
  return {
    ecosystem: "rust",
    place: "Cargo registry",
    async find(projectRoot, segments, { directory = projectRoot } = {}) {
      const { name, version: wanted } = splitVersion(segments[0] ?? "");
      if (!/^[\w-]+$/.test(name)) return [];
      const cargo = environment["CARGO_HOME"] ?? join(home, ".cargo");
      const sources = await lookUp.realDirectory(join(cargo, "registry", "src"));
      if (sources === undefined) return [];
      const found: LibraryCandidate[] = [];
      for (const registry of await lookUp.namesIn(sources)) {
        for (const crate of await lookUp.namesIn(join(sources, registry))) {
          const version = versionIn(crate, name);
          const root = version === undefined ? undefined : await lookUp.realDirectory(join(sources, registry, crate));
          if (root === undefined || !isInside(sources, root)) continue;
          found.push({ name, version, wanted, root, rest: segments.slice(1) });
        }
      }
      const locked = found.length > 1 ? await lockedVersions([directory, projectRoot], name) : [];
      return found.toSorted(
        (left, right) =>
          Number(locked.includes(right.version)) - Number(locked.includes(left.version)) ||
          compareVersions(left.version ?? "", right.version ?? ""),
      );
    },
  };

  async function lockedVersions(
    directories: readonly string[],
    name: string,
  ): Promise<readonly (string | undefined)[]> {
    const versions: (string | undefined)[] = [];
    for (const directory of new Set(directories)) {
      const lock = (await lookUp.readStart(join(directory, "Cargo.lock"), 4 * 1024 * 1024)) ?? "";
      const entries = lock.matchAll(/name = "([^"\n]+)"\r?\nversion = "([^"\n]+)"/g);
      for (const entry of entries) if (entry[1] === name) versions.push(entry[2]);
    }
    return versions;
  }
}

function versionIn(crate: string, name: string): string | undefined {
  const rest = crate.startsWith(`${name}-`) ? crate.slice(name.length + 1) : "";
  return /^\d+\.\d/.test(rest) ? rest : undefined;
}
