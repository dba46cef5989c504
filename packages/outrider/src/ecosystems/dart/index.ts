import { join } from "node:path";
import { isInside, directoryFrom } from "../../workspace/paths/inside.ts";
import { commandsFrom, existing, matching, rootFiles, type Detector } from "../detection.ts";
import type {
  Ecosystem,
  LibraryCandidate,
  LibraryQuestion,
  LibrarySource,
  Machine,
  ManifestReader,
  DependencyEntry,
} from "../ecosystem.ts";
import { pathBelow } from "../look-up.ts";
import { chosenFirst, splitVersion } from "../version.ts";

const manifest = "pubspec.yaml";
const lock = "pubspec.lock";
const groups = ["dependencies", "dev_dependencies"];

/** `pubspec.yaml` and `pubspec.lock`, read line by line. */
const manifests: ManifestReader = {
  isManifest: (name) => name === manifest,
  readManifest: (text) =>
    readEntries(text, groups)
      .filter(isHosted)
      .map(({ name, value, fields }) => ({ name, wanted: value ?? fields.get("version"), direct: true })),
  locks: {
    names: [lock],
    read: (text) => readEntries(text, ["packages"]).filter(isHosted).map(readLocked),
  },
};

/** Pub's cache, `hosted/HOST/NAME-VERSION`; prefers the version in `pubspec.lock`, then the newest. */
const sources: LibrarySource = {
  place: "Dart pub cache",
  find: findPackages,
  libraryPathOf(path) {
    const parts = /^[^/]+\/(\w+)-(\d[^/]*)\/(.+)$/s.exec(pathBelow(path, "hosted") ?? "");
    return parts === null ? undefined : `${parts[1]}@${parts[2]}/${parts[3]}`;
  },
};

const detector: Detector = {
  name: "Dart",
  manifests: (view) => rootFiles(view, manifest),
  async detect(view) {
    const text = (await view.read(manifest)) ?? "";
    const entries = readEntries(text, groups);
    const isFlutter = entries.some(({ name, fields }) => name === "flutter" && fields.get("sdk") === "flutter");
    const program = isFlutter ? "flutter" : "dart";
    const programs = matching(view, /^bin\/[^/]+\.dart$/);
    return {
      packageManager: "pub",
      commands: commandsFrom(manifest, {
        build: entries.some(({ name }) => name === "build_runner") ? "dart run build_runner build" : undefined,
        test: `${program} test`,
        lint: `${program} analyze`,
        run: isFlutter ? "flutter run" : programs[0] === undefined ? undefined : `dart run ${programs[0]}`,
      }),
      entryPoints: [...existing(view, "lib/main.dart"), ...programs],
      summary: scalar(/^description:(.*)$/m.exec(text)?.[1] ?? ""),
    };
  },
};

export const dart: Ecosystem = {
  caches: [".pub-cache/hosted"],
  id: "dart",
  sharedLibraries: ({ environment, home }) => [
    join(directoryFrom(environment["PUB_CACHE"]) ?? join(home, ".pub-cache"), "hosted"),
  ],

  manifests,
  sources,
  ownName: { file: manifest, read: (text) => scalar(/^name:(.*)$/m.exec(text)?.[1] ?? "") },
  detectors: [detector],
};

interface Entry {
  readonly name: string;
  /** `http: ^1.2.0`; undefined if fields follow. */
  readonly value: string | undefined;
  readonly fields: ReadonlyMap<string, string>;
}

/** The entries of top-level maps, with the fields below each at any depth; the first of several equal names counts. */
function readEntries(text: string, sections: readonly string[]): readonly Entry[] {
  const found: { name: string; value: string | undefined; fields: Map<string, string> }[] = [];
  let isWanted = false;
  for (const line of text.split(/\r?\n/)) {
    const [, indent = "", key, rest = ""] = /^( *)["']?([\w-]+)["']?:(?: +(.*))?$/.exec(line) ?? [];
    if (key === undefined) continue;
    const value = scalar(rest);
    const last = found.at(-1)?.fields;
    if (indent === "") isWanted = sections.includes(key);
    else if (isWanted && indent.length <= 2) found.push({ name: key, value, fields: new Map() });
    else if (isWanted && value !== undefined && last !== undefined && !last.has(key)) last.set(key, value);
  }
  return found;
}

/** A plain or quoted value without its comment; undefined if it is missing, a block of text or a map. */
function scalar(text: string): string | undefined {
  const value = text.trim();
  const quoted = /^(["'])(.*?)\1/.exec(value)?.[2];
  const plain = quoted ?? value.replace(/(?:^|\s+)#.*$/, "");
  return quoted === undefined && (plain === "" || /^[{[>|&*!]/.test(plain)) ? undefined : plain;
}

/** Parts of the SDK are not libraries, and packages next to this one are the project itself. */
function isHosted({ fields }: Entry): boolean {
  const source = fields.get("source");
  if (source !== undefined) return source !== "sdk" && source !== "path";
  return !fields.has("sdk") && !fields.has("path");
}

function readLocked({ name, fields }: Entry): DependencyEntry {
  return { name, locked: fields.get("version"), direct: fields.get("dependency")?.startsWith("direct") === true };
}

async function findPackages(
  { directory, projectRoot, segments }: LibraryQuestion,
  machine: Machine,
): Promise<readonly LibraryCandidate[]> {
  const { name, version: wanted } = splitVersion(segments[0] ?? "");
  const hosted = /^\w+$/.test(name) ? await machine.realDirectory(join(cacheOf(machine), "hosted")) : undefined;
  if (hosted === undefined) return [];
  const found: LibraryCandidate[] = [];
  for (const host of await machine.namesIn(hosted)) {
    for (const each of await machine.namesIn(join(hosted, host))) {
      const version = each.startsWith(`${name}-`) ? each.slice(name.length + 1) : "";
      const root = /^\d/.test(version) ? await machine.realDirectory(join(hosted, host, each)) : undefined;
      if (root === undefined || !isInside(hosted, root)) continue;
      found.push({ name, version, wanted, root, rest: segments.slice(1) });
    }
  }
  return chosenFirst(found, found.length > 1 ? await lockedVersions([directory, projectRoot], name, machine) : []);
}

function cacheOf({ environment, home }: Machine): string {
  const local = environment["LOCALAPPDATA"];
  return environment["PUB_CACHE"] ?? (local === undefined ? join(home, ".pub-cache") : join(local, "Pub", "Cache"));
}

async function lockedVersions(
  directories: readonly string[],
  name: string,
  { readStart }: Machine,
): Promise<readonly (string | undefined)[]> {
  const texts = await Promise.all([...new Set(directories)].map((directory) => readStart(join(directory, lock))));
  const entries = texts.flatMap((text) => readEntries(text ?? "", ["packages"]));
  return entries.filter((each) => each.name === name).map(({ fields }) => fields.get("version"));
}
