import { sep } from "node:path";
import { isInside } from "../workspace/paths/inside.ts";

const installed: ReadonlySet<string> = new Set(["node_modules", "site-packages", "vendor"]);

/** A workspace links its own packages to where libraries are; those are code of the project. */
export function isOwnCode(projectRoot: string, root: string): boolean {
  if (!isInside(projectRoot, root)) return false;
  const names = root.slice(projectRoot.length).split(sep);
  return !names.some((name) => installed.has(name));
}
