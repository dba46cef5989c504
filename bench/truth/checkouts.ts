/** Checkouts of the repositories, made once and kept in the cache of the benches; nothing is written anywhere else. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cached, run } from "../accuracy/cache.ts";
import type { TruthRepository } from "./repositories.ts";

/**
 * The root of the project: cloned from GitHub, or taken from `from`, a folder with one checkout or bare git directory for each,
 * called `owner+name`, `owner+name.git` or `owner+name/repo`.
 */
export async function checkOut(repository: TruthRepository, from: string | undefined): Promise<string> {
  const { language, name, commit, folder = "" } = repository;
  const place = `truth-${language}/${name.replace("/", "+")}-${commit.slice(0, 10)}`;
  const root = await cached(place, (half) => {
    const source = from === undefined ? undefined : findSource(from, name);
    if (source === undefined) fetchFromGitHub(half, name, commit);
    else copyFrom(source, half, commit);
  });
  return join(root, folder);
}

/** Every file with one of the endings that git keeps or would keep, also one that an edit made, relative to the root. */
export function listSources(root: string, endings: readonly string[], without: readonly string[] = []): string[] {
  return [...new Set(run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], root).split("\n"))]
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .filter((file) => !without.some((folder) => file.startsWith(`${folder}/`)))
    .filter((file) => existsSync(join(root, file)) && !readFileSync(join(root, file)).includes(0));
}

function findSource(from: string, name: string): string | undefined {
  const base = join(from, name.replace("/", "+"));
  return [join(base, ".git"), join(base, "repo"), join(base, "repo/.git"), `${base}.git`, base].find((path) =>
    existsSync(join(path, "HEAD")),
  );
}

function fetchFromGitHub(folder: string, name: string, commit: string): void {
  run("git", ["init", "--quiet"], folder);
  run("git", ["fetch", "--quiet", "--depth", "1", `https://github.com/${name}`, commit], folder);
  run("git", ["checkout", "--quiet", "FETCH_HEAD"], folder);
}

/** With an index of its own: `git archive` would leave out what the repository does not export, such as its tests. */
function copyFrom(source: string, folder: string, commit: string): void {
  const index = `${folder}.index`;
  const env = { GIT_INDEX_FILE: index };
  mkdirSync(folder, { recursive: true });
  run("git", ["--git-dir", source, "read-tree", commit], folder, env);
  try {
    const copy = ["checkout-index", "--all", `--prefix=${folder}/`];
    run("git", ["--git-dir", source, "--work-tree", folder, ...copy], folder, env);
  } catch (error) {
    // A partial copy of a repository lacks its largest files, which are data.
    if (!/unable to read sha1/.test(String(error))) throw error;
  }
  rmSync(index, { force: true });
  run("git", ["init", "--quiet"], folder);
  run("git", ["add", "--all"], folder);
}
