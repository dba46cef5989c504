import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Every entry below a directory with what is in it: equal only when not a byte, a mode or a link has changed. */
export function snapshotTree(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const look = (path: string): void => {
    const facts = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (facts === undefined) return;
    found[path === "" ? "." : path] = describe(join(root, path));
    if (!facts.isDirectory()) return;
    for (const name of readdirSync(join(root, path)).toSorted()) look(path === "" ? name : `${path}/${name}`);
  };
  look("");
  return found;
}

function describe(path: string): string {
  const facts = lstatSync(path);
  const mode = (facts.mode & 0o7777).toString(8);
  if (facts.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  if (facts.isDirectory()) return `directory ${mode}`;
  if (!facts.isFile()) return "special";
  return `file ${mode} ${createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16)}`;
}
