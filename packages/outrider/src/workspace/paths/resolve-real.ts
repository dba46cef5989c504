import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "./check-path.ts";
import { errorCode } from "./error-code.ts";

export interface RealPath {
  readonly real: string;
  readonly kind: "file" | "directory" | "missing" | "other";
}

/**
 * Where an absolute path really leads. A missing path is placed below its nearest existing directory, so that
 * a link among the ancestors cannot redirect it unnoticed.
 */
export async function resolveReal(path: string, given: string): Promise<RealPath> {
  try {
    const real = await realpath(path);
    const found = await lstat(real);
    if (found.isFile()) return { real, kind: "file" };
    return { real, kind: found.isDirectory() ? "directory" : "other" };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return await resolveMissing(path, given);
    throw explain(code, given, error);
  }
}

/** The real path of the nearest ancestor that can be resolved. */
export async function nearestReal(path: string): Promise<string> {
  const above = dirname(path);
  if (above === path) return path;
  return await realpath(above).catch(() => nearestReal(above));
}

async function resolveMissing(path: string, given: string): Promise<RealPath> {
  // A dangling link: writing "to it" would create its target, wherever that is.
  if (await isThere(path)) {
    throw new ToolError("dangling_link", `${showPath(given)} is a link whose target does not exist.`);
  }
  const parent = dirname(path);
  if (parent === path) return { real: path, kind: "missing" };
  const above = await resolveReal(parent, given);
  if (above.kind === "file" || above.kind === "other") {
    throw new ToolError("not_found", `${showPath(given)} does not exist: a part of it is a file, not a directory.`);
  }
  return { real: join(above.real, basename(path)), kind: "missing" };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

const explanations: Readonly<Record<string, readonly [code: string, text: string]>> = {
  ENOTDIR: ["not_found", "does not exist: a part of it is a file, not a directory"],
  ELOOP: ["link_loop", "goes round in circles: its links point at each other"],
  EACCES: ["no_permission", "may not be looked at by the user who runs Outrider"],
  EPERM: ["no_permission", "may not be looked at by the user who runs Outrider"],
  ENAMETOOLONG: ["invalid_path", "is longer than this system allows"],
};

function explain(code: string | undefined, given: string, error: unknown): unknown {
  const known = explanations[code ?? ""];
  return known === undefined ? error : new ToolError(known[0], `${showPath(given)} ${known[1]}.`);
}
