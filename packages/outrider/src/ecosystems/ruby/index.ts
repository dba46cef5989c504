import { delimiter, join } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";
import { commandsFrom, existing, rootFiles, type Detector } from "../detection.ts";
import type {
  Ecosystem,
  LibraryCandidate,
  LibraryQuestion,
  LibrarySource,
  Machine,
  ManifestReader,
  DependencyEntry,
} from "../ecosystem.ts";
import { chosenFirst, splitVersion } from "../version.ts";

/** `Gemfile` and `*.gemspec`, of which only plain lines are understood, since they are programs; also `Gemfile.lock`. */
const manifests: ManifestReader = {
  isManifest: (name) => name === "Gemfile" || name.endsWith(".gemspec"),
  readManifest(text) {
    return text.split(/\r?\n/).flatMap((line): DependencyEntry[] => {
      const call = /^\s*(?:gem|\w+\.add(?:_runtime|_development)?_dependency)[\s(]+["']([^"']+)["'](.*)$/.exec(line);
      if (call === null) return [];
      const wanted = /^\s*,\s*["']([^"']+)["']/.exec(call[2] ?? "")?.[1];
      return [{ name: call[1] ?? "", wanted, direct: true }];
    });
  },
  locks: { names: ["Gemfile.lock"], read: readLock },
};

/** Gems of the project's bundle, of `GEM_HOME` and of Rubies in the home directory; prefers the version in `Gemfile.lock`. */
const sources: LibrarySource = { place: "Ruby gems", find: findGems };

const detector: Detector = {
  name: "Ruby",
  manifests: (view) => rootFiles(view, "Gemfile", /\.gemspec$/),
  async detect(view, [manifest = "Gemfile"]) {
    const hasSpecs = view.paths.has(".rspec") || [...view.paths].some((path) => path.startsWith("spec/"));
    const isRails = view.paths.has("bin/rails");
    return {
      packageManager: "bundler",
      commands: commandsFrom(manifest, {
        test: hasSpecs ? "bundle exec rspec" : isRails ? "bin/rails test" : "bundle exec rake test",
        lint: view.paths.has(".rubocop.yml") ? "bundle exec rubocop" : undefined,
        run: isRails ? "bin/rails server" : undefined,
      }),
      entryPoints: existing(view, "config.ru", "bin/rails", "app.rb", "main.rb"),
    };
  },
};

export const ruby: Ecosystem = {
  id: "ruby",
  sharedLibraries: ({ home }) =>
    [".gem/ruby", ".local/share/gem", ".rbenv/versions", ".rvm/gems", ".rvm/rubies"].map((each) => join(home, each)),
  manifests,
  sources,
  detectors: [detector],
};

function readLock(text: string): readonly DependencyEntry[] {
  let section = "";
  return text.split(/\r?\n/).flatMap((line): DependencyEntry[] => {
    if (/^\S/.test(line)) section = line.trim();
    const [, spaces = "", name = "", version] = /^( +)([^\s(!]+)!?(?: \(([^)]*)\))?$/.exec(line) ?? [];
    if (section === "DEPENDENCIES" && spaces.length === 2) return [{ name, wanted: version, direct: true }];
    const isChosen = spaces.length === 4 && version !== undefined && ["GEM", "GIT", "PATH"].includes(section);
    return isChosen ? [{ name, locked: version, direct: false }] : [];
  });
}

async function findGems(
  { directory, segments }: LibraryQuestion,
  machine: Machine,
): Promise<readonly LibraryCandidate[]> {
  const { name, version: wanted } = splitVersion(segments[0] ?? "");
  if (!/^\w[\w.-]*$/.test(name)) return [];
  const found: LibraryCandidate[] = [];
  for (const gems of await gemDirectories(directory, machine)) {
    for (const each of await machine.namesIn(gems)) {
      const version = each.startsWith(`${name}-`) ? each.slice(name.length + 1) : "";
      if (!/^\d[\w.]*(?:-[\w.-]+)?$/.test(version)) continue;
      const root = await machine.realDirectory(join(gems, each));
      if (root !== undefined && isInside(gems, root))
        found.push({ name, version, wanted, root, rest: segments.slice(1) });
    }
  }
  return chosenFirst(found, found.length > 1 ? [await lockedVersion(directory, name, machine)] : []);
}

async function gemDirectories(directory: string, machine: Machine): Promise<readonly string[]> {
  const { environment, home } = machine;
  const homes = [environment["GEM_HOME"], ...(environment["GEM_PATH"]?.split(delimiter) ?? [])];
  const below: readonly (readonly [string, readonly string[]])[] = [
    [join(directory, "vendor", "bundle", "ruby"), ["*"]],
    [join(home, ".gem", "ruby"), ["*"]],
    [join(home, ".local", "share", "gem", "ruby"), ["*"]],
    [join(home, ".rbenv", "versions"), ["*", "lib", "ruby", "gems", "*"]],
    [join(home, ".asdf", "installs", "ruby"), ["*", "lib", "ruby", "gems", "*"]],
    [join(home, ".rvm", "gems"), ["*"]],
  ];
  const places = homes.filter((each) => each !== undefined && each !== "").map((each) => String(each));
  for (const [start, names] of below) places.push(...(await expand(start, names, machine)));
  const found = new Set<string>();
  for (const place of places) {
    const real = await machine.realDirectory(join(place, "gems"));
    if (real !== undefined && /[\\/]gems$/.test(real)) found.add(real);
  }
  return [...found];
}

async function expand(start: string, names: readonly string[], machine: Machine): Promise<readonly string[]> {
  const [first, ...others] = names;
  if (first === undefined) return [start];
  const next = first === "*" ? await machine.namesIn(start) : [first];
  const found = await Promise.all(next.map((name) => expand(join(start, name), others, machine)));
  return found.flat();
}

async function lockedVersion(directory: string, name: string, { readStart }: Machine): Promise<string | undefined> {
  const lock = (await readStart(join(directory, "Gemfile.lock"))) ?? "";
  const line = lock.split("\n").find((each) => each.startsWith(`    ${name} (`));
  return line?.slice(name.length + 6).replace(/\)\s*$/, "");
}
