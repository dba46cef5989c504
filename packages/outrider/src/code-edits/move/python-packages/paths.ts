import { posix } from "node:path";
import type { FileLookup } from "../module-files.ts";

/** Whether an import means a certain module or package; "maybe" if it is uncertain. */
type PythonMeaning =
  | { readonly is: "yes"; readonly root: string | undefined }
  | { readonly is: "no" | "maybe"; readonly root?: undefined };

/** Whether an import path means this file (or, for `__init__.py`, this package). */
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
  // Python does not look next to a file in a package, unless that file is run as a script.
  if (root === undefined && isInPackage && moduleName(path, directoryOf(from)) === source) return { is: "maybe" };
  if (root !== undefined) return others.length === 0 ? { is: "yes", root } : { is: "maybe" };
  // Only code outside packages may be imported relative to whatever directory it is run in.
  const isLoose = !(await isFile(`${directoryOf(path)}/__init__.py`)) && directoryOf(path) !== "";
  const isAlike = isLoose && `/${bare}`.endsWith(`/${source.replaceAll(".", "/")}`);
  return { is: isAlike && others.length === 0 ? "maybe" : "no" };
}

/** The import path of a module in the same style as before: relative or from a root. */
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

/** Relative if both are in one package, else the absolute name. */
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

/** The directory that contains the outermost package of a file; the file's own if it is in none. "" is the root. */
export async function packageRoot(isFile: FileLookup, path: string): Promise<string> {
  const own = directoryOf(path);
  const isPackage = async (directory: string): Promise<boolean> =>
    directory !== "" && (await isFile(`${directory}/__init__.py`));
  let directory = own;
  // A directory without `__init__.py` may still be part of an outer package.
  while (directory !== "" && !(await isPackage(directory))) directory = directoryOf(directory);
  if (directory === "") return own;
  while (await isPackage(directory)) directory = directoryOf(directory);
  return directory;
}

/** Directories from which Python is known to import modules like this file. */
async function rootsOf(isFile: FileLookup, path: string): Promise<readonly string[]> {
  const roots = new Set(["", "src", await packageRoot(isFile, path)]);
  return [...roots].filter((root) => isBelow(path, root));
}

/** `a.b` for `a/b.py` and `a/b/__init__.py`; undefined if it cannot be imported. */
export function moduleName(path: string, root: string): string | undefined {
  if (!isBelow(path, root)) return undefined;
  const below = root === "" ? path : path.slice(root.length + 1);
  const words = below
    .replace(/\.pyi?$/, "")
    .replace(/(?:^|\/)__init__$/, "")
    .split("/");
  return words.every((word) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(word)) ? words.join(".") : undefined;
}

/** The path, without extension, that a relative import names: `a/b` for `.b` in `a/c.py`. */
export function relativeTarget(from: string, source: string): string | undefined {
  const dots = /^\.+/.exec(source)?.[0].length ?? 0;
  if (dots === 0) return undefined;
  let directory = directoryOf(from);
  for (let up = 1; up < dots; up += 1) {
    if (directory === "") return undefined;
    directory = directoryOf(directory);
  }
  return [directory, ...source.slice(dots).split(".")].filter((word) => word !== "").join("/");
}

/** The files that an absolute import may mean: from the usual directories, and from the importing file's own. */
export async function absoluteTargets(isFile: FileLookup, from: string, source: string): Promise<readonly string[]> {
  const roots = new Set([...(await rootsOf(isFile, from)), directoryOf(from), "", "src"]);
  const path = source.replaceAll(".", "/");
  const found = new Set<string>();
  for (const root of roots) {
    const base = root === "" ? path : `${root}/${path}`;
    for (const each of [`${base}.py`, `${base}/__init__.py`]) if (await isFile(each)) found.add(each);
  }
  return [...found];
}

/** `.b`, `..c.d`: a path relative to a file, as an import; undefined if that would leave `within`. */
function relativeSource(from: string, target: string, within: string): string | undefined {
  const here = directoryOf(from)
    .split("/")
    .filter((word) => word !== "");
  const there = target.split("/").filter((word) => word !== "");
  let common = 0;
  while (common < here.length && common < there.length && here[common] === there[common]) common += 1;
  const ancestor = here.slice(0, common).join("/");
  if (ancestor !== within && !isBelow(ancestor, within)) return undefined;
  return ".".repeat(here.length - common + 1) + there.slice(common).join(".");
}

export function directoryOf(path: string): string {
  const directory = posix.dirname(path);
  return directory === "." ? "" : directory;
}

export function stemOf(path: string): string {
  return posix.basename(path).replace(/\.pyi?$/, "");
}

function isBelow(path: string, directory: string): boolean {
  return directory === "" ? path !== "" : path.startsWith(`${directory}/`);
}
