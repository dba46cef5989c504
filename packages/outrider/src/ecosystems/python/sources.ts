import { basename, join } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";
import type { LibraryCandidate, LibrarySource, Machine } from "../ecosystem.ts";
import { pathBelow } from "../look-up.ts";
import { splitVersion } from "../version.ts";
import { normaliseName } from "./manifests.ts";

const packagesName = "site-packages";

/** `site-packages` of the project's and of the active virtual environment; by module or by distribution name. */
export const sources: LibrarySource = {
  place: "Python site-packages",
  installDirectories: [packagesName],
  async find({ projectRoot, directory, segments }, machine) {
    const { name, version: wanted } = splitVersion(segments[0] ?? "");
    if (!/^\w[\w.-]*$/.test(name)) return [];
    const active = machine.environment["VIRTUAL_ENV"];
    const own = [...new Set([directory, projectRoot])].flatMap((each) => [join(each, ".venv"), join(each, "venv")]);
    const found: LibraryCandidate[] = [];
    for (const packages of await sitePackages([...own, ...(active ? [active] : [])], machine)) {
      const candidate = await findIn(packages, { name, rest: segments.slice(1), machine });
      if (candidate !== undefined) found.push({ ...candidate, wanted });
    }
    return found;
  },
  libraryPathOf: (path) => pathBelow(path, packagesName)?.replace(/^([^/]+)\.py$/, "$1"),
};

async function sitePackages(venvs: readonly string[], machine: Machine): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const venv of venvs) {
    const pythons = (await machine.namesIn(join(venv, "lib"))).filter((name) => name.startsWith("python"));
    const places = [...pythons.map((name) => join(venv, "lib", name, packagesName)), join(venv, "Lib", packagesName)];
    for (const place of places) {
      const real = await machine.realDirectory(place);
      // Links to anything but installed packages are ignored.
      if (real !== undefined && basename(real) === packagesName) found.add(real);
    }
  }
  return [...found];
}

interface Wanted {
  readonly name: string;
  readonly rest: readonly string[];
  readonly machine: Machine;
}

async function findIn(
  packages: string,
  { name, rest, machine }: Wanted,
): Promise<Omit<LibraryCandidate, "wanted"> | undefined> {
  const names = await machine.namesIn(packages);
  const info = names.find(
    (each) => each.endsWith(".dist-info") && normaliseName(distribution(each).name) === normaliseName(name),
  );
  const version = info === undefined ? undefined : distribution(info).version;
  const listed = info === undefined ? undefined : await machine.readStart(join(packages, info, "top_level.txt"));
  const modules = [name, name.replaceAll(/[-.]/g, "_"), ...(listed?.split(/\s+/).filter(isModule) ?? [])];
  const module = modules.find((each) => names.includes(each) || names.includes(`${each}.py`));
  if (module === undefined) return undefined;
  if (names.includes(module)) {
    const root = await machine.realDirectory(join(packages, module));
    const isOwn = root !== undefined && root !== packages && isInside(packages, root);
    return isOwn ? { name, version, root, rest } : undefined;
  }
  return { name, version, root: packages, rest: [`${module}.py`, ...rest], isFile: true };
}

function isModule(name: string): boolean {
  return /^\w+$/.test(name);
}

function distribution(info: string): { readonly name: string; readonly version: string | undefined } {
  const [name = "", version] = info.replace(/\.dist-info$/, "").split("-");
  return { name, version };
}
