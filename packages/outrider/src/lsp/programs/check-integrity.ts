import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "toolwright";
import type { NpmProgram } from "../../languages/server-spec.ts";
import { isRecord } from "../../workspace/config/is-record.ts";

/** Throws unless npm's lockfile has the packages that we know, with the contents that we know. */
export async function checkIntegrity(npm: NpmProgram, directory: string): Promise<void> {
  const locked = await readLock(join(directory, "package-lock.json"));
  const wanted = [npm.package, ...Object.keys(npm.beside ?? {})];
  for (const name of new Set([...wanted, ...Object.keys(npm.integrity)])) {
    const found = locked[`node_modules/${name}`];
    // A package for another platform may be left out of the lockfile; what is named is always in it.
    if (found === undefined && !wanted.includes(name)) continue;
    const integrity = isRecord(found) ? found["integrity"] : undefined;
    if (integrity !== undefined && integrity === npm.integrity[name]) continue;
    throw new ToolError(
      "wrong_content",
      `The registry's ${name} is not the one that Outrider knows: expected ${npm.integrity[name] ?? "no such package"}, got ${typeof integrity === "string" ? integrity : "none"}. Nothing was installed. Look at the registry that npm uses (npm config get registry).`,
    );
  }
}

async function readLock(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, "utf8"));
    if (isRecord(parsed) && isRecord(parsed["packages"])) return parsed["packages"];
  } catch {
    // Told below, like one that has nothing in it.
  }
  return {};
}
