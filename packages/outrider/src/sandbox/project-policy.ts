import { type Dirent, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { SandboxPolicy } from "toolwright";
import { ecosystems } from "../ecosystems/index.ts";
import type { ExposureJudge } from "../workspace/paths/exposure.ts";
import { homeDirectory } from "../workspace/paths/inside.ts";
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
  /** Below the home. */
  readonly caches: readonly string[];
}

export interface PolicyOptions {
  readonly exposure: ExposureJudge;
  /** Settings and state of Outrider, in every project and for the user. */
  readonly ownPlaces: readonly string[];
  readonly home?: string;
}

/**
 * Below a project: what agents, editors and git run by themselves. A command that could write it would run something outside
 * of the sandbox later.
 */
export const protectedNames: readonly string[] = [
  ".claude",
  ".codex",
  ".cursor",
  ".devcontainer",
  ".envrc",
  ".fleet",
  ".gemini",
  ".githooks",
  ".husky",
  ".idea",
  ".mcp.json",
  ".outrider",
  ".vscode",
  ".windsurf",
  ".zed",
];

/** Below a repository's data: settings and hooks, which name programs that git runs. */
const protectedGitNames = ["config", "config.worktree", "hooks"];

/** The rules for commands in a project: it can be changed, secrets cannot be seen, and everything else can be read. */
export async function projectPolicy(place: SandboxedPlace, options: PolicyOptions): Promise<SandboxPolicy> {
  const { exposure, ownPlaces, home = homeDirectory() } = options;
  const { root, approved, readable = [] } = place;
  const git = await findGitPlaces(root);
  const gitPlaces = git === undefined ? [] : [...new Set([git.own, git.common])];
  return {
    writable: [root, ...approved, ...gitPlaces, ...packageCaches(root, home)],
    protected: [
      ...protectedNames.map((name) => join(root, name)),
      ...gitPlaces.flatMap((directory) => existing(directory, protectedGitNames)),
      ...(git === undefined ? [join(root, ".git")] : gitPlaces.map((directory) => join(directory, "hooks"))),
    ],
    hidden: [...ownPlaces, ...localState(root), ...homeSecrets(home, exposure), ...projectSecrets(root, exposure)],
    readable,
  };
}

/** The rules for a language server of a project that the user does not trust. */
export function serverPolicy(place: ServerPlace, options: PolicyOptions): SandboxPolicy {
  const { exposure, ownPlaces, home = homeDirectory() } = options;
  const { root, readable, caches } = place;
  return {
    writable: caches.map((path) => join(home, path)).filter((path) => existsSync(path) || make(path)),
    protected: [],
    hidden: [...ownPlaces, ...localState(root), ...homeSecrets(home, exposure), ...projectSecrets(root, exposure)],
    readable: [root, ...readable],
  };
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
    mkdirSync(path);
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

/** Files and directories whose names say that they hold secrets, as far as a look at a few levels finds them. */
function secretsBelow(
  top: string,
  depth: number,
  judge: (path: string) => boolean,
  goesInto: RegExp,
): readonly string[] {
  const found: string[] = [];
  let left = maxEntries;
  const look = (directory: string, levels: number): void => {
    for (const entry of list(directory)) {
      left -= 1;
      if (left < 0) return;
      const path = join(directory, entry.name);
      // A rule for a directory fits what is below it.
      if (judge(path) || (entry.isDirectory() && judge(join(path, "x")))) found.push(path);
      else if (levels > 0 && entry.isDirectory() && goesInto.test(entry.name) && !skipped.test(entry.name))
        look(path, levels - 1);
    }
  };
  look(top, depth);
  return found;
}

function homeSecrets(home: string, exposure: ExposureJudge): readonly string[] {
  const isSecret = (path: string): boolean => exposure.judge(path) !== "open" && basename(path) !== ".gitconfig";
  return [
    ...deepSecrets.map((path) => join(home, path)),
    ...secretsBelow(home, 1, isSecret, /^\./),
    ...secretsBelow(join(home, ".config"), 2, isSecret, /^/),
  ];
}

function projectSecrets(root: string, exposure: ExposureJudge): readonly string[] {
  const isSecret = (path: string): boolean =>
    exposure.judge(path, relative(root, path)) !== "open" && !toolSettings.test(basename(path));
  return secretsBelow(root, 2, isSecret, /^/);
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
