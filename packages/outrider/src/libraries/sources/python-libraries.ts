import { basename, join } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";
import { lookUp as plainLookUp, type LookUp } from "../look-up.ts";
import { splitVersion } from "../version.ts";
import type { LibraryCandidate, LibraryPlaces, LibrarySource } from "./library-source.ts";

/** `site-packages` of the project's virtual environment and of the active one; by module or by distribution name. */
export function pythonLibraries({ environment }: LibraryPlaces, lookUp: LookUp = plainLookUp): LibrarySource {
  return {
    ecosystem: "python",
    place: "Python site-packages",
    async find(projectRoot, segments, { directory = projectRoot } = {}) {
      const { name, version: wanted } = splitVersion(segments[0] ?? "");
      if (!/^\w[\w.-]*$/.test(name)) return [];
      const active = environment["VIRTUAL_ENV"];
      const own = [...new Set([directory, projectRoot])].flatMap((each) => [join(each, ".venv"), join(each, "venv")]);
      const found: LibraryCandidate[] = [];
      for (const packages of await sitePackages([...own, ...(active ? [active] : [])])) {
        const candidate = await findIn(packages, name, segments.slice(1));
        if (candidate !== undefined) found.push({ ...candidate, wanted });
      }
      return found;
    },
  };

  async function sitePackages(venvs: readonly string[]): Promise<readonly string[]> {
    const found = new Set<string>();
    for (const venv of venvs) {
      const pythons = (await lookUp.namesIn(join(venv, "lib"))).filter((name) => name.startsWith("python"));
      const places = [
        ...pythons.map((name) => join(venv, "lib", name, "site-packages")),
        join(venv, "Lib", "site-packages"),
      ];
      for (const place of places) {
        const real = await lookUp.realDirectory(place);
        // A link that leads to something else than installed packages is none of ours.
        if (real !== undefined && basename(real) === "site-packages") found.add(real);
      }
    }
    return [...found];
  }

  async function findIn(
    packages: string,
    name: string,
    rest: readonly string[],
  ): Promise<Omit<LibraryCandidate, "wanted"> | undefined> {
    const names = await lookUp.namesIn(packages);
    const info = names.find((each) => each.endsWith(".dist-info") && plain(distribution(each).name) === plain(name));
    const version = info === undefined ? undefined : distribution(info).version;
    const listed = info === undefined ? undefined : await lookUp.readStart(join(packages, info, "top_level.txt"));
    const modules = [name, name.replaceAll(/[-.]/g, "_"), ...(listed?.split(/\s+/).filter(isModule) ?? [])];
    const module = modules.find((each) => names.includes(each) || names.includes(`${each}.py`));
    if (module === undefined) return undefined;
    if (names.includes(module)) {
      const root = await lookUp.realDirectory(join(packages, module));
      return root === undefined || root === packages || !isInside(packages, root)
        ? undefined
        : { name, version, root, rest };
    }
    return { name, version, root: packages, rest: [`${module}.py`, ...rest], isFile: true };
  }
}

function isModule(name: string): boolean {
  return /^\w+$/.test(name);
}

function distribution(info: string): { readonly name: string; readonly version: string | undefined } {
  const [name = "", version] = info.replace(/\.dist-info$/, "").split("-");
  return { name, version };
}

/** Distribution names are compared without case and with one separator. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
