import { type Dirent, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { SandboxPolicy } from "toolwright";
import { ecosystems } from "../ecosystems/index.ts";
import type { ExposureJudge } from "../workspace/paths/exposure.ts";
import { homeDirectory } from "../workspace/paths/inside.ts";
import { heldNames, isKeptName, keptBelow } from "./kept-names.ts";
import { findGitPlaces } from "../workspace/projects/git-places.ts";

/** What a command may touch, before the rules that hold everywhere. */
export interface SandboxedPlace {
  /** Real path of the project. */
  readonly root: string;
  /** Directories outside of the project that the user has approved. */
  readonly approved: readonly string[];
  /** Files that the command is given although they lie in a hidden place. */
  readonly readable?: readonly string[];
}

/** What a language server may touch: it reads the project and changes nothing but its caches. */
export interface ServerPlace extends Required<Pick<SandboxedPlace, "root" | "readable">> {
  /** Absolute paths. */
  readonly caches: readonly string[];
}

export interface PolicyOptions {
  readonly exposure: ExposureJudge;
  /** Settings and state of Outrider, in every project and for the user. */
  readonly ownPlaces: readonly string[];
  /** Real paths of directories that the user's settings let everybody write to. */
  readonly writeRoots?: readonly string[];
  readonly home?: string;
}

/** The rules for commands in a project: it can be changed, secrets cannot be seen, and everything else can be read. */
export async function projectPolicy(place: SandboxedPlace, options: PolicyOptions): Promise<SandboxPolicy> {
  const { exposure, ownPlaces, writeRoots = [], home = homeDirectory() } = options;
  const { root, approved, readable = [] } = place;
  const others = [...approved, ...writeRoots];
  const git = await findGitPlaces(root);
  const gitPlaces = git === undefined ? [] : [...new Set([git.own, git.common])];
  return {
    writable: [root, ...others, ...gitPlaces, ...packageCaches(root, home)],
    protected: [...keptPlaces(root), ...gitSettings(root, gitPlaces), ...others.flatMap((place) => settingsIn(place))],
    standIns: Object.fromEntries(
      gitPlaces.flatMap((place) => Object.entries(gitStandIns).map(([name, text]) => [join(place, name), text])),
    ),
    hidden: [...ownPlaces, ...localState(root), ...homeSecrets(home, exposure), ...projectSecrets(root, exposure)],
    readable,
  };
}

/** The rules for a language server of a project that the user does not trust. */
export function serverPolicy(place: ServerPlace, options: PolicyOptions): SandboxPolicy {
  const { exposure, ownPlaces, home = homeDirectory() } = options;
  const { root, readable, caches } = place;
  return {
    writable: caches.filter((path) => existsSync(path) || make(path)),
    protected: [],
    hidden: [...ownPlaces, ...localState(root), ...homeSecrets(home, exposure), ...projectSecrets(root, exposure)],
    readable: [root, ...readable],
  };
}

/**
 * What commands may only read. Only in the root: to keep what lies deeper, each directory above it has to be a mount of its
 * own, and files could no longer be moved from one package of the project to another.
 */
function keptPlaces(root: string): readonly string[] {
  const there = list(root).flatMap(({ name }) => (isKeptName(name) ? [name] : []));
  const deeper = keptBelow.filter((name) => existsSync(join(root, name)));
  return [...new Set([...heldNames, ...there, ...deeper])].map((name) => join(root, name));
}

/** What is kept in a further directory that may be written to, as far as it is there. */
function settingsIn(directory: string): readonly string[] {
  const kept = list(directory).flatMap(({ name }) => (isKeptName(name) ? [join(directory, name)] : []));
  return [...kept, ...existing(join(directory, ".git"), protectedGitNames)];
}

/** Below a repository's data: settings and hooks, which name programs that git runs. */
const protectedGitNames = ["config", "config.worktree", "hooks"];
/** Files that name other settings, and what they say where there are none: this directory, and nothing. */
const gitStandIns = { commondir: ".", "config.worktree": "\n" };
/** Names of submodules may have slashes. */
const maxModuleDepth = 8;
const worktreeNames = ["commondir", "config.worktree", "gitdir"];

function gitSettings(root: string, places: readonly string[]): readonly string[] {
  const link = join(root, ".git");
  const modules = places.flatMap((place) => gitModules(join(place, "modules"), maxModuleDepth));
  return [
    ...[...places, ...modules].flatMap((place) => existing(place, protectedGitNames)),
    ...places.flatMap((place) => ["hooks", ...Object.keys(gitStandIns)].map((name) => join(place, name))),
    ...places.flatMap((place) => otherWorktrees(place)).flatMap((place) => existing(place, worktreeNames)),
    // A file, or nothing: another repository could be put there.
    ...(places.includes(link) ? [] : [link]),
  ];
}

function otherWorktrees(place: string): readonly string[] {
  const directory = join(place, "worktrees");
  return list(directory).flatMap((entry) => (entry.isDirectory() ? [join(directory, entry.name)] : []));
}

/** The data of submodules, whose names may have slashes: git asks their settings, too, when it looks at the whole. */
function gitModules(directory: string, levels: number): readonly string[] {
  return list(directory).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (!entry.isDirectory()) return [];
    // Its other files could be moved away, so that it does not look like one.
    const isModule = existing(path, protectedGitNames).length > 0;
    if (levels === 0) return isModule ? [path] : [];
    return isModule ? [path, ...gitModules(join(path, "modules"), levels - 1)] : gitModules(path, levels - 1);
  });
}

/**
 * The caches of the ecosystems whose manifests lie in the project. Only the first one of each is made where it is missing, and
 * only in a directory that is there: a command cannot make it, and nobody wants a home full of empty directories.
 */
function packageCaches(root: string, home: string): readonly string[] {
  const names = list(root).map(({ name }) => name);
  const used = ecosystems.filter(({ manifests }) => names.some((name) => manifests?.isManifest(name) === true));
  const caches = used.flatMap(({ caches = [] }) => caches.map((path, index) => ({ path: join(home, path), index })));
  return caches.filter(({ path, index }) => existsSync(path) || (index === 0 && make(path))).map(({ path }) => path);
}

function make(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

/** Secrets of the home that lie deeper than the look goes. */
const deepSecrets = [".cargo/credentials.toml", ".cargo/credentials", ".local/share/keyrings", ".local/share/kwalletd"];
/** Directories with many files, which hold no secrets or none that the look would find. */
const skipped =
  /^(?:node_modules|\.git|\.cache|\.cargo|\.npm|\.rustup|\.nvm|\.pyenv|\.local|\.vscode-server|target|dist|build|vendor|__pycache__|\.venv|venv)$/;
/** They may hold a secret, but no command gets far without them. */
const toolSettings = /^(?:\.gitconfig|\.npmrc|\.yarnrc(?:\.yml)?|config(?:\.worktree)?)$/;
const maxEntries = 4_000;

/** Looks at the entries of a few levels of directories, one level after the other; what `take` takes is not gone into. */
function walk(top: string, levels: number, goesInto: RegExp, take: (path: string, entry: Dirent) => boolean): void {
  let left = maxEntries;
  let directories: readonly string[] = [top];
  for (let level = 0; level <= levels && left > 0; level += 1) {
    const deeper: string[] = [];
    for (const directory of directories) {
      for (const entry of list(directory)) {
        left -= 1;
        if (left < 0) return;
        const path = join(directory, entry.name);
        if (take(path, entry) || !entry.isDirectory()) continue;
        if (goesInto.test(entry.name) && !skipped.test(entry.name)) deeper.push(path);
      }
    }
    directories = deeper;
  }
}

function isSecretEntry(path: string, entry: Dirent, isSecret: (path: string) => boolean): boolean {
  // A rule for a directory fits what is below it.
  return isSecret(path) || (entry.isDirectory() && isSecret(join(path, "x")));
}

/** Secrets of the home, and sockets that the list of the kernel may have under another name. */
function homeSecrets(home: string, exposure: ExposureJudge): readonly string[] {
  const isSecret = (path: string): boolean => exposure.judge(path) !== "open" && basename(path) !== ".gitconfig";
  const found = deepSecrets.map((path) => join(home, path));
  const take = (path: string, entry: Dirent): boolean => {
    const takes = entry.isSocket() || isSecretEntry(path, entry, isSecret);
    if (takes) found.push(path);
    return takes;
  };
  walk(home, 1, /^\./, take);
  walk(join(home, ".config"), 2, /^/, take);
  return found;
}

function projectSecrets(root: string, exposure: ExposureJudge): readonly string[] {
  const found: string[] = [];
  const isSecret = (path: string): boolean =>
    exposure.judge(path, relative(root, path)) !== "open" && !toolSettings.test(basename(path));
  walk(root, 2, /^/, (path, entry) => {
    const takes = isSecretEntry(path, entry, isSecret);
    if (takes) found.push(path);
    return takes;
  });
  return found;
}

/** What Outrider keeps in a project for this machine alone. */
function localState(root: string): readonly string[] {
  const directory = join(root, ".outrider");
  const names = list(directory).map(({ name }) => name);
  return names.filter((name) => name.startsWith("local-")).map((name) => join(directory, name));
}

function existing(directory: string, names: readonly string[]): readonly string[] {
  const there = new Set(list(directory).map(({ name }) => name));
  return names.filter((name) => there.has(name)).map((name) => join(directory, name));
}

function list(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
