import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type * as esbuildModule from "esbuild";
import { usageError } from "../cli/usage-error.ts";

type Esbuild = Pick<typeof esbuildModule, "build">;

/** The esbuild of the project that the file belongs to, or our own; undefined when neither has one. */
export async function findEsbuild(file: string): Promise<Esbuild | undefined> {
  for (const load of [() => import(resolveFrom(file)), () => import("esbuild")]) {
    try {
      const loaded: unknown = await load();
      if (isEsbuild(loaded)) return loaded;
    } catch {
      // Not there; the next place may have it.
    }
  }
  return undefined;
}

export async function requireEsbuild(file: string): Promise<Esbuild> {
  const esbuild = await findEsbuild(file);
  if (esbuild !== undefined) return esbuild;
  throw usageError(`Reading ${file} needs esbuild, which is not installed.\nNext: npm install --save-dev esbuild`);
}

function resolveFrom(file: string): string {
  return pathToFileURL(createRequire(file).resolve("esbuild")).href;
}

function isEsbuild(value: unknown): value is Esbuild {
  return typeof value === "object" && value !== null && "build" in value && typeof value.build === "function";
}
