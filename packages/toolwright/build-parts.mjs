// What the builds of both packages share.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Builds into a folder beside `dist` and puts it in its place when it is whole: a program that starts meanwhile finds the
 * old one, and after a failure everybody does.
 */
export async function buildBeside(dist, build) {
  // Git ignores names of that kind.
  const beside = join(dirname(dist), `.run-build-${process.pid}`);
  rmSync(beside, { recursive: true, force: true });
  try {
    await build(beside);
    swap(beside, dist);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

const maxAttempts = 10;

/** Another build of the same tree may do the same at this moment: the later one wins. */
function swap(beside, dist, attempt = 1) {
  const old = `${beside}-old-${attempt}`;
  const moved = tryRename(dist, old, ["ENOENT"]);
  try {
    if (!tryRename(beside, dist, attempt < maxAttempts ? ["ENOTEMPTY", "EEXIST", "EPERM"] : [])) {
      swap(beside, dist, attempt + 1);
    }
  } catch (error) {
    if (moved && !existsSync(dist)) renameSync(old, dist);
    throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

/** False for a failure that was to be expected. */
function tryRename(from, to, expected) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (expected.includes(error.code)) return false;
    throw error;
  }
}

/** Splitting leaves imports of chunks of which nothing is used. No module of ours has side effects. */
export function dropUnusedChunks(file) {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(?<=^|;)import ?"[./]+chunk-\w+\.js";\n?/gm, ""));
}

/** The folder of an installed package; not by its package.json, which some packages do not let one resolve. */
export function findPackage(name, importer) {
  const found = createRequire(importer)
    .resolve.paths(name)
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`${name} is not installed; run npm ci.`);
  return found;
}
