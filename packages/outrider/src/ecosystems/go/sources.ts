import { delimiter, join } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";
import type { LibraryCandidate, LibraryPlaces, LibraryQuestion, LibrarySource, Machine } from "../ecosystem.ts";
import { pathBelow } from "../look-up.ts";
import { chosenFirst, splitVersion } from "../version.ts";

/** `vendor/` and Go's module cache; prefers `go.mod`'s version, then the newest. Only they show where a module's name ends. */
export const sources: LibrarySource = {
  place: "Go module cache",
  installDirectories: ["vendor"],
  async find(wanted, machine) {
    if (!/^[\w-]+(?:\.[\w-]+)+$/.test(wanted.segments[0] ?? "")) return [];
    const vendored = await findVendored(wanted, machine);
    return vendored.length > 0 ? vendored : await findCached(wanted, machine);
  },
  libraryPathOf: (path) =>
    pathBelow(path, "pkg/mod")?.replaceAll(/!([a-z])/g, (_mark, letter: string) => letter.toUpperCase()),
};

/** `vendor/modules.txt` names each module and its version. */
async function findVendored(
  { directory, segments }: LibraryQuestion,
  machine: Machine,
): Promise<readonly LibraryCandidate[]> {
  const vendor = await machine.realDirectory(join(directory, "vendor"));
  const list = vendor === undefined ? undefined : await machine.readStart(join(vendor, "modules.txt"));
  if (vendor === undefined || list === undefined || !isInside(directory, vendor)) return [];
  const { path, version: wanted } = withoutVersion(segments);
  const whole = path.join("/");
  const modules = [...list.matchAll(/^# (\S+) (v\S+)/gm)].map(([, name = "", version = ""]) => ({ name, version }));
  const fitting = modules.filter(({ name }) => whole === name || whole.startsWith(`${name}/`));
  const best = fitting.toSorted((left, right) => right.name.length - left.name.length)[0];
  const root = best === undefined ? undefined : await machine.realDirectory(join(vendor, best.name));
  if (best === undefined || root === undefined || !isInside(vendor, root)) return [];
  return [{ ...best, wanted, root, rest: path.slice(best.name.split("/").length) }];
}

export function moduleCache({ environment, home }: LibraryPlaces): string {
  const goPath = environment["GOPATH"]?.split(delimiter)[0] ?? join(home, "go");
  return environment["GOMODCACHE"] ?? join(goPath, "pkg", "mod");
}

async function findCached(
  { directory, segments }: LibraryQuestion,
  machine: Machine,
): Promise<readonly LibraryCandidate[]> {
  const cache = await machine.realDirectory(moduleCache(machine));
  if (cache === undefined) return [];
  for (let length = Math.min(segments.length, 8); length > 0; length -= 1) {
    const found = await findModule(cache, segments.slice(0, length), segments.slice(length), machine);
    if (found.length === 0) continue;
    const name = found[0]?.name ?? "";
    return chosenFirst(found, found.length > 1 ? [await requiredVersion(directory, name, machine)] : []);
  }
  return [];
}

async function findModule(
  cache: string,
  segments: readonly string[],
  rest: readonly string[],
  machine: Machine,
): Promise<readonly LibraryCandidate[]> {
  const { name: last, version: wanted } = splitVersion(segments.at(-1) ?? "");
  const above = segments.slice(0, -1);
  const parent = join(cache, ...above.map(encode));
  const found: LibraryCandidate[] = [];
  for (const each of await machine.namesIn(parent)) {
    if (!each.startsWith(`${encode(last)}@`)) continue;
    const root = await machine.realDirectory(join(parent, each));
    if (root === undefined || !isInside(cache, root)) continue;
    found.push({ name: [...above, last].join("/"), version: splitVersion(each).version, wanted, root, rest });
  }
  return found;
}

async function requiredVersion(directory: string, name: string, { readStart }: Machine): Promise<string | undefined> {
  const text = (await readStart(join(directory, "go.mod"))) ?? "";
  const lines = text.split("\n").map((line) => line.trim().replace(/^require\s+/, ""));
  return lines.find((line) => line.startsWith(`${name} `))?.split(/\s+/)[1];
}

/** The cache writes a capital as "!" and the lower-case letter. */
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
