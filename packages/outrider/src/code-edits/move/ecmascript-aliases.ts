import { lstat } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { type ImportSite, meansFile } from "../../syntax/references/module-paths.ts";

/** An import without a leading dot that settings may lead to the file: `@/lib/a`, or the name of a package of this repository. */
export async function mayMeanAlias(
  root: string,
  site: Pick<ImportSite, "source" | "from">,
  path: string,
): Promise<boolean> {
  if (isBuiltin(site.source) || meansFile("relative-path", { ...site, name: undefined }, path) === "no") return false;
  return !(await isInstalled(root, site.source));
}

/** A package that was brought in from elsewhere; one of the repository itself is a link there. */
async function isInstalled(root: string, source: string): Promise<boolean> {
  const name = source
    .split("/")
    .slice(0, source.startsWith("@") ? 2 : 1)
    .join("/");
  try {
    return (await lstat(join(root, "node_modules", name))).isDirectory();
  } catch {
    return false;
  }
}
