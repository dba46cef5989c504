import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** For each file, the files of the repository that it imports: values, types, re-exports and dynamic imports alike. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export function readImportGraph(repository: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) => sourceFiles(repository, folder));
  return new Map(files.map((file) => [file, importedFiles(repository, file)]));
}

/** Groups of files that import each other, directly or through others. */
export function findCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const reachable = new Map([...graph.keys()].map((file) => [file, filesReachedFrom(graph, file)]));
  const reaches = (from: string, to: string) => reachable.get(from)?.has(to) === true;
  const groups = [...graph.keys()]
    .filter((file) => reaches(file, file))
    .map((file) => [...graph.keys()].filter((other) => reaches(file, other) && reaches(other, file)).toSorted());
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

/** What a module names in its import and export statements and in `import("…")`, be that a type or a call. */
export function readSpecifiers(text: string): readonly string[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\/\*|\*).*$/gm, "");
  const statements = code.matchAll(/^(?:import|export)\b[^"';]*?\bfrom\s*"([^"]+)"|^import\s*"([^"]+)"/gm);
  const dynamic = code.matchAll(/\bimport\(\s*["'`]([^"'`]+)["'`]/g);
  return [...statements, ...dynamic].map(([, named, bare]) => named ?? bare ?? "");
}

function sourceFiles(repository: string, folder: string): readonly string[] {
  const left = /^(?:node_modules|dist|fixtures|templates)$|^\.|\.test\.ts$|\.d\.ts$/;
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .filter(({ name }) => !left.test(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return sourceFiles(repository, path);
      return /\.[mc]?[jt]s$/.test(entry.name) ? [path] : [];
    });
}

// A name in a text that looks like an import is no file.
function importedFiles(repository: string, file: string): readonly string[] {
  return readSpecifiers(readFileSync(join(repository, file), "utf8"))
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(file), specifier))
    .filter((path) => existsSync(join(repository, path)));
}

function filesReachedFrom(graph: ImportGraph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...(graph.get(file) ?? []));
  }
  return reached;
}
