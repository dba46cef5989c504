import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Every file with its mode and a hash of its bytes, in order; notes with their text, since these hold times. */
export function listTree(root: string): string {
  const rows: string[] = [];
  visit("");
  return rows.join("\n");

  function visit(below: string): void {
    for (const name of readdirSync(join(root, below)).sort()) {
      const path = below === "" ? name : `${below}/${name}`;
      if (isOfMachine(path)) continue;
      const info = lstatSync(join(root, path));
      if (info.isDirectory()) visit(path);
      else if (info.isSymbolicLink()) rows.push(`link ${path} -> ${readlinkSync(join(root, path))}`);
      else rows.push(row(path, info.mode));
    }
  }

  function row(path: string, mode: number): string {
    const bytes = readFileSync(join(root, path));
    const head = `${(mode & 0o777).toString(8)} ${path}`;
    if (path.startsWith(".outrider/memories/")) return `${head}\n${bytes.toString().replaceAll(/^/gm, "  | ")}`;
    return `${head} ${bytes.length} ${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
  }
}

/** Git's own files and what Outrider keeps for this machine only: when they are made, and their stamps, are never the same twice. */
function isOfMachine(path: string): boolean {
  return path === ".git" || /^\.outrider\/(?!project\.toml$|memories$|memories\/)/.test(path);
}
