import { basename, dirname, posix } from "node:path";
import { isToolError } from "toolwright";
import type { Project } from "../../workspace/project.ts";
import type { Ecosystem } from "../ecosystem.ts";
import { cargoManifests } from "./cargo-manifests.ts";
import { dotnetManifests } from "./dotnet-manifests.ts";
import { goManifests } from "./go-manifests.ts";
import { javaManifests } from "./java-manifests.ts";
import type { ManifestDriver, Mention } from "./manifest-driver.ts";
import { nodeManifests } from "./node-manifests.ts";
import { ManifestError } from "./parse-data.ts";
import { phpManifests } from "./php-manifests.ts";
import { pythonManifests } from "./python-manifests.ts";
import { rubyManifests } from "./ruby-manifests.ts";

const drivers: readonly ManifestDriver[] = [
  nodeManifests,
  pythonManifests,
  cargoManifests,
  goManifests,
  rubyManifests,
  phpManifests,
  javaManifests,
  dotnetManifests,
];

/** A library that manifests or lock files name. */
export interface Dependency {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly wanted: string | undefined;
  /** Versions that locks have chosen; what the project itself gets first. */
  readonly locked: readonly string[];
  readonly direct: boolean;
  /** The file that names it, below the root. */
  readonly from: string;
}

export interface Dependencies {
  readonly dependencies: readonly Dependency[];
  /** Files that could not be used, and why. */
  readonly problems: readonly string[];
}

interface Manifest {
  readonly path: string;
  readonly driver: ManifestDriver;
}

type Read = Pick<Project, "files">;

const mostManifests = 300;
const manifestBytes = 2 * 1024 * 1024;
const lockBytes = 24 * 1024 * 1024;
/** Projects in these are data of tests. */
const notOurs = /(?:^|\/)(?:node_modules|vendor|fixtures|__fixtures__|testdata)\//;

/** Manifests of the project and its sub-projects, those next to the root first; what git ignores is not looked at. */
export async function listManifests(project: Read, signal: AbortSignal): Promise<readonly Manifest[]> {
  const found: Manifest[] = [];
  const root = await project.files.locate(".", "list");
  for await (const { path, exposure, undecodable } of project.files.walk(root, { signal })) {
    if (exposure !== "open" || undecodable === true || notOurs.test(path)) continue;
    const driver = drivers.find((each) => each.isManifest(basename(path)));
    if (driver !== undefined) found.push({ path, driver });
  }
  const depth = (path: string): number => path.split("/").length;
  return found.sort((one, other) => depth(one.path) - depth(other.path) || (one.path < other.path ? -1 : 1));
}

/** What the project depends on, as its files say. */
export async function readDependencies(project: Read, signal: AbortSignal): Promise<Dependencies> {
  const manifests = await listManifests(project, signal);
  const problems: string[] = [];
  const found = new Map<string, Dependency>();
  if (manifests.length > mostManifests)
    problems.push(
      `${manifests.length - mostManifests} of ${manifests.length} manifests were not read, those deepest down.`,
    );

  async function take(path: string, maxBytes: number, { ecosystem, ...driver }: ManifestDriver, lock: boolean) {
    signal.throwIfAborted();
    const text = await readSmall(project, path, maxBytes, problems);
    if (text === undefined) return;
    try {
      const mentions = (lock ? driver.readLock : driver.readManifest)(text, basename(path));
      const good = mentions.filter(({ name }) => isLibraryName(name));
      for (const mention of good) merge(found, { ...mention, ecosystem, from: path });
      const bad = mentions.length - good.length;
      if (bad > 0) problems.push(`${path}: ${bad} of its names can be no library's.`);
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      problems.push(`${path} ${error.message}.`);
    }
  }

  const locks = new Map<string, ManifestDriver>();
  for (const { path, driver } of manifests.slice(0, mostManifests)) {
    await take(path, manifestBytes, driver, false);
    for (const lock of driver.locks) locks.set(posix.join(dirname(path), lock), driver);
  }
  for (const [path, driver] of locks) await take(path, lockBytes, driver, true);
  return { dependencies: [...found.values()], problems };
}

/** Names are parts of paths and of answers: nothing that climbs, hides or breaks a line. */
export function isLibraryName(name: string): boolean {
  return (
    name.length <= 214 &&
    /^@?[A-Za-z0-9_][\w.+~-]*(?:[/:][\w.+~-]+)*$/.test(name) &&
    !name.split(/[/:]/).some((part) => /^\.+$/.test(part))
  );
}

const mostLocked = 5;

function merge(found: Map<string, Dependency>, mention: Mention & Pick<Dependency, "ecosystem" | "from">): void {
  const { ecosystem, name, from } = mention;
  const key = `${ecosystem} ${ecosystem === "python" ? name.toLowerCase().replaceAll(/[-_.]+/g, "-") : name}`;
  const known = found.get(key);
  const locked = new Set(known?.locked);
  if (mention.locked !== undefined && locked.size < mostLocked) locked.add(short(mention.locked));
  const wanted = mention.wanted === undefined ? undefined : short(mention.wanted);
  found.set(key, {
    ecosystem,
    name: known?.name ?? name,
    wanted: known?.wanted ?? wanted,
    locked: [...locked],
    direct: known?.direct === true || mention.direct,
    from: known?.from ?? from,
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
