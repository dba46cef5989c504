/** By its name: the exact versions that a package manager chose, which nobody writes by hand. */
export function isLockFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return name.endsWith(".lock") || names.has(name);
}

const names: ReadonlySet<string> = new Set(
  (
    "package-lock.json npm-shrinkwrap.json pnpm-lock.yaml bun.lockb go.sum go.work.sum packages.lock.json " +
    "gradle.lockfile package.resolved cartfile.resolved .terraform.lock.hcl conda-lock.yml cabal.project.freeze"
  ).split(" "),
);
