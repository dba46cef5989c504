import { dirname, join, sep } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";
import type { LibraryCandidate, LibrarySource, Machine } from "../ecosystem.ts";
import { pathBelow } from "../look-up.ts";
import { splitVersion } from "../version.ts";

const modulesName = "node_modules";

/** `node_modules` of the project and of every directory above it, as Node looks for packages; pnpm's store, too. */
export const sources: LibrarySource = {
  place: modulesName,
  installDirectories: [modulesName],
  nestedDirectories: [modulesName],
  async find({ projectRoot, directory, segments }, machine) {
    const scoped = segments[0]?.startsWith("@") ?? false;
    const { name: last, version: wanted } = splitVersion(segments[scoped ? 1 : 0] ?? "");
    if (last === "" || last.startsWith(".")) return [];
    const name = scoped ? `${segments[0]}/${last}` : last;
    const rest = segments.slice(scoped ? 2 : 1);
    const found: LibraryCandidate[] = [];
    for (const modules of modulesAbove(directory)) {
      for (const place of [join(modules, name), ...(await storedIn(modules, name, machine))]) {
        const root = await packageRoot(place, name, { projectRoot, machine });
        if (root === undefined || found.some((each) => each.root === root)) continue;
        found.push({ name, version: await versionOf(root, machine), wanted, root, rest });
      }
    }
    return found;
  },
  libraryPathOf: (path) => pathBelow(path, modulesName),
};

function modulesAbove(root: string): readonly string[] {
  const above = dirname(root);
  return [join(root, modulesName), ...(above === root ? [] : modulesAbove(above))];
}

/** pnpm keeps each version at `.pnpm/NAME@VERSION…/node_modules/NAME`. */
async function storedIn(modules: string, name: string, { namesIn }: Machine): Promise<readonly string[]> {
  const store = join(modules, ".pnpm");
  const prefix = `${name.replace("/", "+")}@`;
  const names = await namesIn(store);
  return names.filter((each) => each.startsWith(prefix)).map((each) => join(store, each, modulesName, name));
}

/** A link may lead to another `node_modules` or into the project (workspaces), and nowhere else. */
async function packageRoot(
  place: string,
  name: string,
  { projectRoot, machine }: { readonly projectRoot: string; readonly machine: Machine },
): Promise<string | undefined> {
  const root = await machine.realDirectory(place);
  if (root === undefined) return undefined;
  return isInside(projectRoot, root) || root.endsWith(join(sep, modulesName, name)) ? root : undefined;
}

async function versionOf(root: string, { readStart }: Machine): Promise<string | undefined> {
  const text = await readStart(join(root, "package.json"));
  return text === undefined ? undefined : /"version"\s*:\s*"([^"]{1,80})"/.exec(text)?.[1];
}
