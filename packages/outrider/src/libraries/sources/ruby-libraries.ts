import { delimiter, join } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";
import { lookUp as plain, type LookUp } from "../look-up.ts";
import { compareVersions, splitVersion } from "../version.ts";
import type { LibraryCandidate, LibraryPlaces, LibrarySource } from "./library-source.ts";

/** Gems of the project's own bundle, of `GEM_HOME` and of the Rubies of a home; the version in `Gemfile.lock` first. */
export function rubyLibraries({ environment, home }: LibraryPlaces, lookUp: LookUp = plain): LibrarySource {
  return {
    ecosystem: "ruby",
    place: "Ruby gems",
    async find(projectRoot, segments, { directory = projectRoot } = {}) {
      const { name, version: wanted } = splitVersion(segments[0] ?? "");
      if (!/^\w[\w.-]*$/.test(name)) return [];
      const found: LibraryCandidate[] = [];
      for (const gems of await gemDirectories(directory)) {
        for (const each of await lookUp.namesIn(gems)) {
          const version = each.startsWith(`${name}-`) ? each.slice(name.length + 1) : "";
          if (!/^\d[\w.]*(?:-[\w.-]+)?$/.test(version)) continue;
          const root = await lookUp.realDirectory(join(gems, each));
          if (root !== undefined && isInside(gems, root))
            found.push({ name, version, wanted, root, rest: segments.slice(1) });
        }
      }
      const locked = found.length > 1 ? await lockedVersion(directory, name) : undefined;
      return found.toSorted(
        (left, right) =>
          Number(right.version === locked) - Number(left.version === locked) ||
          compareVersions(left.version ?? "", right.version ?? ""),
      );
    },
  };

  async function gemDirectories(directory: string): Promise<readonly string[]> {
    const homes = [environment["GEM_HOME"], ...(environment["GEM_PATH"]?.split(delimiter) ?? [])];
    const below: readonly (readonly [string, readonly string[]])[] = [
      [join(directory, "vendor", "bundle", "ruby"), ["*"]],
      [join(home, ".gem", "ruby"), ["*"]],
      [join(home, ".local", "share", "gem", "ruby"), ["*"]],
      [join(home, ".rbenv", "versions"), ["*", "lib", "ruby", "gems", "*"]],
      [join(home, ".asdf", "installs", "ruby"), ["*", "lib", "ruby", "gems", "*"]],
      [join(home, ".rvm", "gems"), ["*"]],
    ];
    const places = homes.filter((each) => each !== undefined && each !== "").map((each) => String(each));
    for (const [start, names] of below) places.push(...(await expand(start, names)));
    const found = new Set<string>();
    for (const place of places) {
      const real = await lookUp.realDirectory(join(place, "gems"));
      if (real !== undefined && /[\\/]gems$/.test(real)) found.add(real);
    }
    return [...found];
  }

  async function expand(start: string, names: readonly string[]): Promise<readonly string[]> {
    const [first, ...others] = names;
    if (first === undefined) return [start];
    const next = first === "*" ? await lookUp.namesIn(start) : [first];
    const found = await Promise.all(next.map((name) => expand(join(start, name), others)));
    return found.flat();
  }

  async function lockedVersion(directory: string, name: string): Promise<string | undefined> {
    const lock = (await lookUp.readStart(join(directory, "Gemfile.lock"))) ?? "";
    const line = lock.split("\n").find((each) => each.startsWith(`    ${name} (`));
    return line?.slice(name.length + 6).replace(/\)\s*$/, "");
  }
}
