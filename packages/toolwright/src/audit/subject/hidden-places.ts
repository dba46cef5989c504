import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, sep } from "node:path";

const privateNames = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".password-store",
  ".mozilla",
  ".thunderbird",
  ".bash_history",
  ".zsh_history",
  ".config/gh",
  ".config/gcloud",
  ".config/google-chrome",
  ".config/chromium",
  "Library/Keychains",
];

/** What of the user's home no audited server may read. Programs often lie in the home, so that the whole cannot be hidden. */
export function hiddenInHome(): readonly string[] {
  return privateNames.map((name) => join(homedir(), name)).filter((path) => existsSync(path));
}

/** The packages of the programs that a command names, which the sandbox would hide with the other temporary files. */
export function readablePrograms(words: readonly string[]): readonly string[] {
  const paths = words.filter((word) => isAbsolute(word) && existsSync(word));
  return [...new Set(paths.flatMap((path) => [packageOf(path), packageOf(realpathSync(path))]))];
}

function packageOf(path: string): string {
  // What a package needs lies beside it.
  const modules = path.indexOf(`${sep}node_modules${sep}`);
  if (modules > 0) return path.slice(0, modules);
  for (let at = dirname(path); dirname(at) !== at; at = dirname(at)) {
    if (["package.json", "pyproject.toml", "pyvenv.cfg"].some((name) => existsSync(join(at, name)))) return at;
  }
  return dirname(path);
}
