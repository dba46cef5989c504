import { basename, dirname, join } from "node:path";
import type { Project } from "../project.ts";

export interface Subproject {
  readonly root: string;
  readonly name: string;
  readonly manifest: string;
}

/** Files that make a directory a separate project. */
export const manifestNames: readonly string[] = [
  "package.json",
  "Cargo.toml",
  "pyproject.toml",
  "setup.py",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "Gemfile",
  "composer.json",
  "mix.exs",
  "deno.json",
  "Package.swift",
  "pubspec.yaml",
  "CMakeLists.txt",
];

/** The directories below a project with their own manifest; of several manifests, the first in the list counts. */
export async function findSubprojects({ root, files }: Project, signal: AbortSignal): Promise<readonly Subproject[]> {
  const byDirectory = new Map<string, string>();
  const globs = manifestNames.map((name) => `**/${name}`);
  for await (const { path: manifest } of files.walk(await files.locate(".", "list"), { signal, globs })) {
    const directory = dirname(manifest);
    if (directory === ".") continue;
    const known = byDirectory.get(directory);
    if (known === undefined || rank(manifest) < rank(known)) byDirectory.set(directory, basename(manifest));
  }
  return [...byDirectory]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([directory, manifest]) => ({ root: join(root, directory), name: directory, manifest }));
}

function rank(manifest: string): number {
  return manifestNames.indexOf(basename(manifest));
}
