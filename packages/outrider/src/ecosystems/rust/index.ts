import { join } from "node:path";
import { isRecord } from "../../workspace/config/is-record.ts";
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
import {
  nonEmptyText,
  lockedPackages,
  parseToml,
  readToml,
  tableAt,
  textOf,
  valueAt,
  versionOf,
} from "../parse-data.ts";
import { chosenFirst, splitVersion } from "../version.ts";

const manifest = "Cargo.toml";
const groups = ["dependencies", "dev-dependencies", "build-dependencies"] as const;

/** `Cargo.toml` with its targets and workspace, and `Cargo.lock`. */
const manifests: ManifestReader = {
  isManifest: (name) => name === manifest,
  readManifest(text) {
    const data = parseToml(text);
    const parts = [data, tableAt(data, "workspace"), ...Object.values(tableAt(data, "target"))];
    return parts.flatMap((part) => groups.flatMap((group) => readGroup(tableAt(part, group))));
  },
  locks: { names: ["Cargo.lock"], read: lockedPackages },
};

/** Crate sources in Cargo's registry; prefers the version in `Cargo.lock`, then the newest. */
const sources: LibrarySource = {
  place: "Cargo registry",
  find: findCrates,
  libraryPathOf(path) {
    const parts = /^[^/]+\/([\w-]+)-(\d[^/]*)\/(.+)$/s.exec(pathBelow(path, "registry/src") ?? "");
    return parts === null ? undefined : `${parts[1]}@${parts[2]}/${parts[3]}`;
  },
};

const detector: Detector = {
  name: "Rust",
  manifests: (view) => rootFiles(view, manifest),
  async detect(view) {
    const data = readToml(await view.read(manifest));
    const all = valueAt(data, "workspace") === undefined ? "" : " --workspace";
    return {
      packageManager: "cargo",
      commands: commandsFrom(manifest, {
        build: `cargo build${all}`,
        test: `cargo test${all}`,
        lint: `cargo clippy${all}`,
        run: view.paths.has("src/main.rs") ? "cargo run" : undefined,
      }),
      entryPoints: [
        ...existing(view, "src/main.rs", "src/lib.rs"),
        ...matching(view, /^(?:src\/bin\/[^/]+\.rs|(?:crates\/)?[^/]+\/src\/main\.rs)$/),
      ],
      licence: nonEmptyText(data, "package", "license") ?? nonEmptyText(data, "workspace", "package", "license"),
      summary: nonEmptyText(data, "package", "description"),
    };
  },
};

export const rust: Ecosystem = {
  caches: [".cargo/registry", ".cargo/git"],
  id: "rust",
  sharedLibraries: ({ environment, home }) => [
    join(directoryFrom(environment["RUSTUP_HOME"]) ?? join(home, ".rustup"), "toolchains"),
    ...["registry/src", "git/checkouts"].map((each) =>
      join(directoryFrom(environment["CARGO_HOME"]) ?? join(home, ".cargo"), each),
    ),
  ],
  manifests,
  sources,
  ownName: { file: manifest, read: (text) => textOf(tableAt(parseToml(text), "package")["name"]) },
  detectors: [detector],
};

function readGroup(table: Readonly<Record<string, unknown>>): readonly DependencyEntry[] {
  return Object.entries(table).flatMap(([key, value]): DependencyEntry[] => {
    // A crate referenced by path is the project itself.
    if (isRecord(value) && value["path"] !== undefined) return [];
    const name = isRecord(value) ? (textOf(value["package"]) ?? key) : key;
    return [{ name, wanted: versionOf(value), direct: true }];
  });
}

async function findCrates(
  { projectRoot, directory, segments }: LibraryQuestion,
  machine: Machine,
): Promise<readonly LibraryCandidate[]> {
  const { name, version: wanted } = splitVersion(segments[0] ?? "");
  if (!/^[\w-]+$/.test(name)) return [];
  const cargo = machine.environment["CARGO_HOME"] ?? join(machine.home, ".cargo");
  const registries = await machine.realDirectory(join(cargo, "registry", "src"));
  if (registries === undefined) return [];
  const found: LibraryCandidate[] = [];
  for (const registry of await machine.namesIn(registries)) {
    for (const crate of await machine.namesIn(join(registries, registry))) {
      const version = versionIn(crate, name);
      const root = version === undefined ? undefined : await machine.realDirectory(join(registries, registry, crate));
      if (root === undefined || !isInside(registries, root)) continue;
      found.push({ name, version, wanted, root, rest: segments.slice(1) });
    }
  }
  return chosenFirst(found, found.length > 1 ? await lockedVersions([directory, projectRoot], name, machine) : []);
}

function versionIn(crate: string, name: string): string | undefined {
  const rest = crate.startsWith(`${name}-`) ? crate.slice(name.length + 1) : "";
  return /^\d+\.\d/.test(rest) ? rest : undefined;
}

async function lockedVersions(
  directories: readonly string[],
  name: string,
  { readStart }: Machine,
): Promise<readonly (string | undefined)[]> {
  const versions: (string | undefined)[] = [];
  for (const directory of new Set(directories)) {
    const lock = (await readStart(join(directory, "Cargo.lock"), 4 * 1024 * 1024)) ?? "";
    const entries = lock.matchAll(/name = "([^"\n]+)"\r?\nversion = "([^"\n]+)"/g);
    for (const entry of entries) if (entry[1] === name) versions.push(entry[2]);
  }
  return versions;
}
