import { type FileLookup } from "./module-files.ts";
import {
  absoluteTargets,
  directoryOf,
  isBelow,
  moduleName,
  packageRoot,
  relativeSource,
  relativeTarget,
  rootsOf,
} from "./python-paths.ts";

/** What an import of a module or package may be: "no" is not it, "maybe" cannot be told. */
export type PythonMeaning =
  | { readonly is: "yes"; readonly root: string | undefined }
  | { readonly is: "no" | "maybe"; readonly root?: undefined };

/** Whether a source means this file (or, for `__init__.py`, this package). */
export async function meansModule(
  isFile: FileLookup,
  from: string,
  source: string,
  path: string,
): Promise<PythonMeaning> {
  const bare = path.replace(/\/__init__\.py$/, "").replace(/\.py$/, "");
  if (source.startsWith(".")) {
    return relativeTarget(from, source) === bare ? { is: "yes", root: undefined } : { is: "no" };
  }
  const isInPackage = await isFile(`${directoryOf(from)}/__init__.py`);
  const roots = new Set([...(await rootsOf(isFile, path)), ...(isInPackage ? [] : [directoryOf(from)])]);
  const root = [...roots].find((each) => moduleName(path, each) === source);
  const others = (await absoluteTargets(isFile, from, source)).filter((each) => each !== path);
  // Python does not look beside a file of a package, unless someone starts that file by itself.
  if (root === undefined && isInPackage && moduleName(path, directoryOf(from)) === source) return { is: "maybe" };
  if (root !== undefined) return others.length === 0 ? { is: "yes", root } : { is: "maybe" };
  // Only code outside of packages may be found from whichever directory someone starts it in.
  const isLoose = !(await isFile(`${directoryOf(path)}/__init__.py`)) && directoryOf(path) !== "";
  const isAlike = isLoose && `/${bare}`.endsWith(`/${source.replaceAll(".", "/")}`);
  return { is: isAlike && others.length === 0 ? "maybe" : "no" };
}

/** The source by which a file names a module in the way it did before: relative or from a root. */
export async function writeModuleSource(
  isFile: FileLookup,
  from: string,
  target: string,
  way: { readonly source: string; readonly root: string | undefined },
): Promise<string | undefined> {
  const bare = target.replace(/\/__init__\.py$/, "").replace(/\.py$/, "");
  if (way.root !== undefined) return moduleName(target, way.root);
  return await writeRelative(isFile, from, bare, target);
}

/** Relative where both are in one package, else by the absolute name. */
export async function writeRelative(
  isFile: FileLookup,
  from: string,
  bare: string,
  target: string,
): Promise<string | undefined> {
  const root = await packageRoot(isFile, from);
  const first = bare.slice(root === "" ? 0 : root.length + 1).split("/")[0] ?? "";
  const top = root === "" ? first : `${root}/${first}`;
  const written = isBelow(from, top) ? relativeSource(from, bare, top) : undefined;
  if (written !== undefined) return written;
  return moduleName(target, await packageRoot(isFile, target));
}
