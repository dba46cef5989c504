import { lstatSync, type Stats } from "node:fs";

/** Undefined for what is gone, together with its directory or alone, and for what is out of reach. */
export function tryLstat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
