import { lstat } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join, posix } from "node:path";
import { byAlias } from "../../../syntax/references/module-paths.ts";
import type { FileLookup } from "../module-files.ts";

/** How an import spells the path of a file. "directory": without `/index`. "js": `.js` for a `.ts` file. */
export type PathStyle = "exact" | "js" | "none" | "directory";

const endings = [
  ".ts",
  ".tsx",
  ".d.ts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".mts",
  ".cts",
  ".d.mts",
  ".d.cts",
  ".json",
  ".vue",
  ".svelte",
];

/** Source files that an import of `.js` may refer to. */
const compiled: ReadonlyMap<string, readonly string[]> = new Map([
  [".js", [".ts", ".tsx", ".d.ts"]],
  [".jsx", [".tsx", ".d.ts"]],
  [".mjs", [".mts", ".d.mts"]],
  [".cjs", [".cts", ".d.cts"]],
]);

export interface MeantFile {
  readonly path: string;
  readonly style: PathStyle;
}

/** The files that a relative import may mean; several if only the build system can tell. */
export async function filesMeant(isFile: FileLookup, from: string, source: string): Promise<readonly MeantFile[]> {
  if (!/^\.\.?(?:\/|$)/.test(source)) return [];
  const path = posix.normalize(posix.join(posix.dirname(from), plainSource(source)));
  const base = path.replace(/\/$/, "");
  const ending = posix.extname(base);
  const isDirectory = /(?:^|\/)\.{0,2}\/?$/.test(plainSource(source));
  const tries: readonly MeantFile[] = [
    ...(isDirectory ? [] : [{ path: base, style: "exact" as const }]),
    ...(compiled.get(ending) ?? []).map((each) => ({
      path: base.slice(0, -ending.length) + each,
      style: "js" as const,
    })),
    ...(isDirectory ? [] : endings.map((each) => ({ path: base + each, style: "none" as const }))),
    ...endings.map((each) => ({ path: posix.join(base, `index${each}`), style: "directory" as const })),
  ];
  const found: MeantFile[] = [];
  for (const each of tries) if (await isFile(each.path)) found.push(each);
  // A file always takes precedence over a directory with an index.
  const files = found.filter(({ style }) => style !== "directory");
  return files.length > 0 ? files : found;
}

/** Without bundler options after a question mark. */
function plainSource(source: string): string {
  return source.replace(/[?#].*$/, "");
}

/** The import path of a file, seen from another one. */
export function writeSource(from: string, path: string, style: PathStyle, written = ""): string {
  const suffix = /[?#].*$/.exec(written)?.[0] ?? "";
  const ending = endingOf(path);
  const stem = path.slice(0, path.length - ending.length);
  const isIndex = posix.basename(stem) === "index";
  const directory = posix.dirname(from);
  if (style === "directory" && isIndex) return relative(directory, posix.dirname(path)) + suffix;
  return relative(directory, stem + writtenEnding(ending, style)) + suffix;
}

function writtenEnding(ending: string, style: PathStyle): string {
  const isHidden = /^\.(?:d\.)?tsx?$|^\.jsx?$/.test(ending);
  if (style === "exact") return ending;
  if (style === "js" || !isHidden) return compiledEnding(ending);
  return "";
}

function compiledEnding(ending: string): string {
  if (/^\.(?:d\.)?tsx?$/.test(ending)) return ".js";
  if (/^\.(?:d\.)?mts$/.test(ending)) return ".mjs";
  return /^\.(?:d\.)?cts$/.test(ending) ? ".cjs" : ending;
}

function endingOf(path: string): string {
  return /\.d\.[mc]?ts$/.exec(path)?.[0] ?? posix.extname(path);
}

/** A relative import path, rewritten so that it means the same from another file. */
export function moveSource(from: string, to: string, source: string): string {
  const target = posix.normalize(posix.join(posix.dirname(from), source));
  const moved = relative(posix.dirname(to), target.replace(/\/$/, ""));
  return source.endsWith("/") && !moved.endsWith("/") ? `${moved}/` : moved;
}

function relative(directory: string, path: string): string {
  const way = posix.relative(directory, path);
  if (way === "") return ".";
  return way.startsWith("..") ? way : `./${way}`;
}

export function isRelative(source: string): boolean {
  return /^\.\.?(?:\/|$)/.test(source);
}

/** A non-relative import that settings may map to the file: `@/lib/a`, or the name of a package in this repository. */
export async function mayMeanAlias(root: string, source: string, path: string): Promise<boolean> {
  if (isBuiltin(source) || byAlias(source, path) === "no") return false;
  return !(await isInstalled(root, source));
}

/** A package installed from elsewhere; packages of the repository itself are symlinks there. */
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
