import { chownSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A user other than the one who runs the tests; only root can give files to it. */
export const nobody = 65_534;

/** Only root can give files to another user, and only in a user namespace that knows that user. */
export const canGiveAway: boolean = tryToGiveAway();

function tryToGiveAway(): boolean {
  const directory = mkdtempSync(join(tmpdir(), "owner-"));
  try {
    chownSync(directory, nobody, nobody);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Gives a file, or a directory with everything in it, to a user. */
export function chownAll(path: string, uid: number): void {
  chownSync(path, uid, uid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownAll(join(path, name), uid);
}
