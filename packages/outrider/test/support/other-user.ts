import { chownSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A user other than the one who runs the tests; only root can give files to it. */
export const nobody = 65_534;

/** Gives a file, or a directory with everything in it, to a user. */
export function chownAll(path: string, uid: number): void {
  chownSync(path, uid, uid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownAll(join(path, name), uid);
}
