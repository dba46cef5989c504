import { basename, dirname, posix } from "node:path";
import { isToolError } from "toolwright";
import type { LibraryEcosystem, DependencyEntry } from "../ecosystems/ecosystem.ts";
import { libraryEcosystems } from "../ecosystems/index.ts";
import { ManifestError } from "../ecosystems/parse-data.ts";
import type { Project } from "../workspace/project.ts";

/** A library named in manifests or lock files. */
export interface Dependency {
  /** Its id. */
  readonly ecosystem: string;
  readonly name: string;
  readonly wanted: string | undefined;
  /** Versions chosen by lock files; the one that the project itself gets comes first. */
  readonly locked: readonly string[];
  readonly direct: boolean;
  /** The file that names it, relative to the root. */
  readonly from: string;
}

export interface Dependencies {
  readonly dependencies: readonly Dependency[];
  /** Files that could not be used, and why. */
  readonly problems: readonly string[];
}

interface Manifest {
  readonly path: string;
  readonly ecosystem: LibraryEcosystem;
}

type Read = Pick<Project, "files">;

const maxManifests = 300;
const manifestBytes = 2 * 1024 * 1024;
const lockBytes = 24 * 1024 * 1024;
/** Projects in these directories are test data. */
const notOurs = /(?:^|\/)(?:node_modules|vendor|fixtures|__fixtures__|testdata)\//;

/** Manifests of the project and its sub-projects, closest to the root first; files ignored by git are skipped. */
export async function listManifests(project: Read, signal: AbortSignal): Promise<readonly Manifest[]> {
  const found: Manifest[] = [];
  const root = await project.files.locate(".", "list");
  for await (const { path, exposure, undecodable } of project.files.walk(root, { signal })) {
    if (exposure !== "open" || undecodable === true || notOurs.test(path)) continue;
    const ecosystem = libraryEcosystems.find(({ manifests }) => manifests.isManifest(basename(path)));
    if (ecosystem !== undefined) found.push({ path, ecosystem });
  }
  const depth = (path: string): number => path.split("/").length;
  return found.sort((one, other) => depth(one.path) - depth(other.path) || (one.path < other.path ? -1 : 1));
}

/** The dependencies of the project according to its files. */
export async function readDependencies(project: Read, signal: AbortSignal): Promise<Dependencies> {
  const manifests = await listManifests(project, signal);
  const problems: string[] = [];
  const found = new Map<string, Dependency>();
  if (manifests.length > maxManifests)
    problems.push(
      `${manifests.length - maxManifests} of ${manifests.length} manifests were not read, those deepest down.`,
    );

  async function take(
    { path, ecosystem }: Manifest,
    maxBytes: number,
    read: (text: string, name: string) => readonly DependencyEntry[],
  ) {
    signal.throwIfAborted();
    const text = await readSmall(project, path, maxBytes, problems);
    if (text === undefined) return;
    try {
      const mentions = read(text, basename(path));
      const good = mentions.filter(({ name }) => isLibraryName(name));
      for (const mention of good) merge(found, mention, { path, ecosystem });
      const bad = mentions.length - good.length;
      if (bad > 0) problems.push(`${path}: ${bad} of its names can be no library's.`);
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      problems.push(`${path} ${error.message}.`);
    }
  }

  const locks = new Map<string, LibraryEcosystem>();
  for (const manifest of manifests.slice(0, maxManifests)) {
    const { path, ecosystem } = manifest;
    await take(manifest, manifestBytes, ecosystem.manifests.readManifest);
    for (const lock of ecosystem.manifests.locks?.names ?? []) locks.set(posix.join(dirname(path), lock), ecosystem);
  }
  for (const [path, ecosystem] of locks)
    await take({ path, ecosystem }, lockBytes, ecosystem.manifests.locks?.read ?? (() => []));
  return { dependencies: [...found.values()], problems };
}

/** Names become parts of paths and answers: they must not lead upwards, be hidden or break a line. */
export function isLibraryName(name: string): boolean {
  return (
    name.length <= 214 &&
    /^@?[A-Za-z0-9_][\w.+~-]*(?:[/:][\w.+~-]+)*$/.test(name) &&
    !name.split(/[/:]/).some((part) => /^\.+$/.test(part))
  );
}

const maxLocked = 5;

function merge(found: Map<string, Dependency>, mention: DependencyEntry, { path, ecosystem }: Manifest): void {
  const { id, manifests } = ecosystem;
  const key = `${id} ${manifests.normaliseName?.(mention.name) ?? mention.name}`;
  const known = found.get(key);
  const locked = new Set(known?.locked);
  if (mention.locked !== undefined && locked.size < maxLocked) locked.add(short(mention.locked));
  const wanted = mention.wanted === undefined ? undefined : short(mention.wanted);
  found.set(key, {
    ecosystem: id,
    name: known?.name ?? mention.name,
    wanted: known?.wanted ?? wanted,
    locked: [...locked],
    direct: known?.direct === true || mention.direct,
    from: known?.from ?? path,
  });
}

function short(version: string): string {
  return version.length <= 60 ? version : `${version.slice(0, 59)}…`;
}

async function readSmall(
  { files }: Read,
  path: string,
  maxBytes: number,
  problems: string[],
): Promise<string | undefined> {
  try {
    const located = await files.locate(path, "read");
    if (located.kind !== "file" || located.masked) return undefined;
    return (await files.readText(located, { maxBytes })).text;
  } catch (error) {
    if (!isToolError(error)) throw error;
    problems.push(`${path} was not read: ${error.message}`);
    return undefined;
  }
}
