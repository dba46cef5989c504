import { delimiter, join } from "node:path";
import { isInside } from "../workspace/paths/inside.ts";
import type { LibraryCandidate, LibraryPlaces, LibrarySource } from "./library-source.ts";
import { namesIn, readStart, realDirectory } from "./look-up.ts";
import { compareVersions, splitVersion } from "./version.ts";

/** Go's module cache; the version in `go.mod` first, then the newest. Where a module's name ends, only the cache tells. */
export function goLibraries({ environment, home }: LibraryPlaces): LibrarySource {
  return {
    place: "Go module cache",
    async find(projectRoot, segments) {
      const goPath = environment["GOPATH"]?.split(delimiter)[0] ?? join(home, "go");
      const cache = await realDirectory(environment["GOMODCACHE"] ?? join(goPath, "pkg", "mod"));
      if (cache === undefined || !/^[\w-]+(?:\.[\w-]+)+$/.test(segments[0] ?? "")) return [];
      for (let length = Math.min(segments.length, 8); length > 0; length -= 1) {
        const found = await findModule(cache, segments.slice(0, length), segments.slice(length));
        if (found.length === 0) continue;
        const required = found.length > 1 ? await requiredVersion(projectRoot, found[0]?.name ?? "") : undefined;
        return found.toSorted(
          (left, right) =>
            Number(right.version === required) - Number(left.version === required) ||
            compareVersions(left.version ?? "", right.version ?? ""),
        );
      }
      return [];
    },
  };
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
  for (const each of await namesIn(parent)) {
    if (!each.startsWith(`${encode(last)}@`)) continue;
    const root = await realDirectory(join(parent, each));
    if (root === undefined || !isInside(cache, root)) continue;
    found.push({ name: [...above, last].join("/"), version: splitVersion(each).version, wanted, root, rest });
  }
  return found;
}

/** The cache writes capitals as "!" and the small letter. */
function encode(segment: string): string {
  return segment.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

async function requiredVersion(projectRoot: string, name: string): Promise<string | undefined> {
  const text = (await readStart(join(projectRoot, "go.mod"))) ?? "";
  const line = text.split("\n").find((each) =>
    each
      .trim()
      .replace(/^require\s+/, "")
      .startsWith(`${name} `),
  );
  return line
    ?.trim()
    .replace(/^require\s+/, "")
    .split(/\s+/)[1];
}
