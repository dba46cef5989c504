import { delimiter, join } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";
import { lookUp as plain, type LookUp } from "../look-up.ts";
import { compareVersions, splitVersion } from "../version.ts";
import type { LibraryCandidate, LibraryPlaces, LibrarySource } from "./library-source.ts";

/** `vendor/` and Go's module cache; the version in `go.mod` first, then the newest. Where a module's name ends, only they tell. */
export function goLibraries({ environment, home }: LibraryPlaces, lookUp: LookUp = plain): LibrarySource {
  return {
    ecosystem: "go",
    place: "Go module cache",
    async find(projectRoot, segments, { directory = projectRoot } = {}) {
      if (!/^[\w-]+(?:\.[\w-]+)+$/.test(segments[0] ?? "")) return [];
      const vendored = await findVendored(directory, segments);
      if (vendored.length > 0) return vendored;
      const goPath = environment["GOPATH"]?.split(delimiter)[0] ?? join(home, "go");
      const cache = await lookUp.realDirectory(environment["GOMODCACHE"] ?? join(goPath, "pkg", "mod"));
      if (cache === undefined) return [];
      for (let length = Math.min(segments.length, 8); length > 0; length -= 1) {
        const found = await findModule(cache, segments.slice(0, length), segments.slice(length));
        if (found.length === 0) continue;
        const required = found.length > 1 ? await requiredVersion(directory, found[0]?.name ?? "") : undefined;
        return found.toSorted(
          (left, right) =>
            Number(right.version === required) - Number(left.version === required) ||
            compareVersions(left.version ?? "", right.version ?? ""),
        );
      }
      return [];
    },
  };

  /** `vendor/modules.txt` names each module and its version. */
  async function findVendored(directory: string, segments: readonly string[]): Promise<readonly LibraryCandidate[]> {
    const vendor = await lookUp.realDirectory(join(directory, "vendor"));
    const list = vendor === undefined ? undefined : await lookUp.readStart(join(vendor, "modules.txt"));
    if (vendor === undefined || list === undefined || !isInside(directory, vendor)) return [];
    const { path, version: wanted } = withoutVersion(segments);
    const whole = path.join("/");
    const modules = [...list.matchAll(/^# (\S+) (v\S+)/gm)].map(([, name = "", version = ""]) => ({ name, version }));
    const fitting = modules.filter(({ name }) => whole === name || whole.startsWith(`${name}/`));
    const best = fitting.toSorted((left, right) => right.name.length - left.name.length)[0];
    const root = best === undefined ? undefined : await lookUp.realDirectory(join(vendor, best.name));
    if (best === undefined || root === undefined || !isInside(vendor, root)) return [];
    return [{ ...best, wanted, root, rest: path.slice(best.name.split("/").length) }];
  }

  async function findModule(
    cache: string,
    segments: readonly string[],
    rest: readonly string[],
  ): Promise<readonly LibraryCandidate[]> {
    const { name: last, version: wanted } = splitVersion(segments.at(-1) ?? "");
    const above = segments.slice(0, -1);
    const parent = join(cache, ...above.map(encode));
    const found: LibraryCandidate[] = [];
    for (const each of await lookUp.namesIn(parent)) {
      if (!each.startsWith(`${encode(last)}@`)) continue;
      const root = await lookUp.realDirectory(join(parent, each));
      if (root === undefined || !isInside(cache, root)) continue;
      found.push({ name: [...above, last].join("/"), version: splitVersion(each).version, wanted, root, rest });
    }
    return found;
  }

  async function requiredVersion(directory: string, name: string): Promise<string | undefined> {
    const text = (await lookUp.readStart(join(directory, "go.mod"))) ?? "";
    const lines = text.split("\n").map((line) => line.trim().replace(/^require\s+/, ""));
    return lines.find((line) => line.startsWith(`${name} `))?.split(/\s+/)[1];
  }
}

/** The cache writes capitals as "!" and the small letter. */
function encode(segment: string): string {
  return segment.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

function withoutVersion(segments: readonly string[]): {
  readonly path: readonly string[];
  readonly version: string | undefined;
} {
  const split = segments.map(splitVersion);
  return { path: split.map(({ name }) => name), version: split.find(({ version }) => version !== undefined)?.version };
}
