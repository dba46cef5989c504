import { dirname, join, sep } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";
import { lookUp as plain, type LookUp } from "../look-up.ts";
import { splitVersion } from "../version.ts";
import type { LibraryCandidate, LibrarySource } from "./library-source.ts";

/** `node_modules` of the project and of every directory above it, as Node looks for packages; pnpm's store, too. */
export function nodeLibraries(lookUp: LookUp = plain): LibrarySource {
  return {
    ecosystem: "node",
    place: "node_modules",
    async find(projectRoot, segments, { directory = projectRoot } = {}) {
      const scoped = segments[0]?.startsWith("@") ?? false;
      const { name: last, version: wanted } = splitVersion(segments[scoped ? 1 : 0] ?? "");
      if (last === "" || last.startsWith(".")) return [];
      const name = scoped ? `${segments[0]}/${last}` : last;
      const rest = segments.slice(scoped ? 2 : 1);
      const found: LibraryCandidate[] = [];
      for (const modules of modulesAbove(directory)) {
        for (const place of [join(modules, name), ...(await storedIn(modules, name))]) {
          const root = await packageRoot(place, name, projectRoot);
          if (root === undefined || found.some((each) => each.root === root)) continue;
          found.push({ name, version: await versionOf(root), wanted, root, rest });
        }
      }
      return found;
    },
  };

  /** pnpm keeps each version at `.pnpm/NAME@VERSION…/node_modules/NAME`. */
  async function storedIn(modules: string, name: string): Promise<readonly string[]> {
    const store = join(modules, ".pnpm");
    const prefix = `${name.replace("/", "+")}@`;
    const names = await lookUp.namesIn(store);
    return names.filter((each) => each.startsWith(prefix)).map((each) => join(store, each, "node_modules", name));
  }

  /** A link may lead to another `node_modules` or into the project (workspaces), and nowhere else. */
  async function packageRoot(place: string, name: string, projectRoot: string): Promise<string | undefined> {
    const root = await lookUp.realDirectory(place);
    if (root === undefined) return undefined;
    return isInside(projectRoot, root) || root.endsWith(join(sep, "node_modules", name)) ? root : undefined;
  }

  async function versionOf(root: string): Promise<string | undefined> {
    const text = await lookUp.readStart(join(root, "package.json"));
    return text === undefined ? undefined : /"version"\s*:\s*"([^"]{1,80})"/.exec(text)?.[1];
  }
}

function modulesAbove(root: string): readonly string[] {
  const above = dirname(root);
  return [join(root, "node_modules"), ...(above === root ? [] : modulesAbove(above))];
}
