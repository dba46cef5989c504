import { dirname, join, sep } from "node:path";
import { isInside, directoryFrom } from "../../workspace/paths/inside.ts";
import { commandsOfScripts, existing, rootFiles, type Detector, type ProjectView } from "../detection.ts";
import type { Ecosystem, LibraryCandidate, LibrarySource, Machine } from "../ecosystem.ts";
import { pathBelow } from "../look-up.ts";
import { parseJson, textOf, nonEmptyText, namesAt, readJson, tableAt } from "../parse-data.ts";
import { splitVersion } from "../version.ts";
import { manifests } from "./manifests.ts";

const modulesName = "node_modules";

/** `node_modules` of the project and of every directory above it, as Node resolves packages; also pnpm's store. */
const sources: LibrarySource = {
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

const manifest = "package.json";

const managers = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
} as const;

const detector: Detector = {
  name: "Node.js",
  manifests: (view) => rootFiles(view, manifest),
  async detect(view) {
    const data = readJson(await view.read(manifest));
    const packageManager = findManager(view, data);
    return {
      packageManager,
      commands: commandsOfScripts(manifest, namesAt(data, "scripts"), (name) => runScript(packageManager, name)),
      entryPoints: findEntries(view, data),
      licence: nonEmptyText(data, "license"),
      summary: nonEmptyText(data, "description"),
    };
  },
};

export const node: Ecosystem = {
  caches: [
    ".npm/_cacache",
    ".npm/_logs",
    ".cache/node-gyp",
    ".cache/pnpm",
    ".cache/yarn",
    ".local/share/pnpm/store",
    ".yarn/berry/cache",
  ],
  id: "node",
  sharedLibraries: ({ environment, home }) => [
    join(directoryFrom(environment["NVM_DIR"]) ?? join(home, ".nvm"), "versions"),
  ],
  manifests,
  sources,
  ownName: { file: "package.json", read: (text) => textOf(parseJson(text)["name"]) },
  detectors: [detector],
};

function findManager(view: ProjectView, data: unknown): string {
  const [named] = /^(?:npm|pnpm|yarn|bun)/.exec(nonEmptyText(data, "packageManager") ?? "") ?? [];
  return named ?? Object.entries(managers).find(([lock]) => view.paths.has(lock))?.[1] ?? "npm";
}

function runScript(manager: string, name: string): string {
  const isShort = manager === "npm" && /^(?:test|start)$/.test(name);
  const needsRun = manager === "bun" || (manager === "npm" && !isShort);
  return `${manager} ${needsRun ? "run " : ""}${name}`;
}

function findEntries(view: ProjectView, data: unknown): readonly string[] {
  const bins = Object.values(tableAt(data, "bin")).map(textOf);
  const named = [nonEmptyText(data, "main"), nonEmptyText(data, "bin"), ...bins];
  const paths = named.flatMap((path) => (path === undefined ? [] : [path.replace(/^\.\//, "")]));
  const usual = ["index", "main", "server", "app", "cli"].flatMap((name) =>
    ["ts", "tsx", "js", "mjs"].flatMap((end) => [`src/${name}.${end}`, `${name}.${end}`]),
  );
  return existing(view, ...paths, ...usual);
}

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

/** A link may lead to another `node_modules` or into the project (workspaces), but nowhere else. */
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
