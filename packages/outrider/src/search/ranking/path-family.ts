/** What neighbouring paths say about a file. */
export interface PathFamily {
  /** `v3/` in a path: what precedes it, and the number. */
  readonly version: { readonly before: string; readonly number: number } | undefined;
  /** The file name without its extension, if it is a header (`x.h`), and if it is an implementation. */
  readonly declares: string | undefined;
  readonly implements: string | undefined;
  /** `win/` or `_windows` in a path: the platform, and the folder or file that may exist for other platforms. */
  readonly platform: { readonly name: Platform; readonly rest: string } | undefined;
}

export interface PathSiblings {
  /** The highest version by what precedes it. */
  readonly newest: Map<string, number>;
  readonly implemented: Set<string>;
  /** Folders and files, without the platform's name, that exist for this platform. */
  readonly atHome: Set<string>;
}

export function createSiblings(): PathSiblings {
  return { newest: new Map(), implemented: new Set(), atHome: new Set() };
}

export function familyOf(path: string): PathFamily {
  const version = /^(.*?\/|)v(\d{1,2})\//i.exec(path);
  const name = path.split("/").at(-1) ?? "";
  const header = /^(.+)\.(?:h|hh|hpp|hxx)$/i.exec(name)?.[1];
  const source = /^(.+)\.(?:c|cc|cpp|cxx|m|mm)$/i.exec(name)?.[1];
  return {
    version: version === null ? undefined : { before: version[1] ?? "", number: Number(version[2]) },
    declares: header,
    implements: source,
    platform: platformIn(path),
  };
}

export function noteSibling(
  { newest, implemented, atHome }: PathSiblings,
  { version, implements: source, platform }: PathFamily,
): void {
  if (version !== undefined) newest.set(version.before, Math.max(version.number, newest.get(version.before) ?? 0));
  if (source !== undefined) implemented.add(source);
  if (platform !== undefined && localPlatforms.has(platform.name)) atHome.add(platform.rest);
}

/** There is a newer version next to it. */
export function isOlder({ newest }: PathSiblings, { version }: PathFamily): boolean {
  return version !== undefined && version.number < (newest.get(version.before) ?? 0);
}

/** What it declares is implemented elsewhere. */
export function isHeaderOnly({ implemented }: PathSiblings, { declares }: PathFamily): boolean {
  return declares !== undefined && implemented.has(declares);
}

/** It is for another platform, has a counterpart for this one, and the question does not mention that platform. */
export function isForeign({ atHome }: PathSiblings, { platform }: PathFamily, words: readonly string[]): boolean {
  return (
    platform !== undefined &&
    !localPlatforms.has(platform.name) &&
    atHome.has(platform.rest) &&
    !words.some((word) => platformOf(word) === platform.name)
  );
}

export type Platform = "unix" | "linux" | "mac" | "windows";

const names: Readonly<Record<Platform, readonly string[]>> = {
  unix: ["unix", "posix", "nix"],
  linux: ["linux"],
  mac: ["darwin", "macos", "mac", "osx"],
  windows: ["windows", "win", "win32", "w32"],
};
const byName = new Map<string, Platform>();
for (const platform of ["unix", "linux", "mac", "windows"] as const)
  for (const name of names[platform]) byName.set(name, platform);

/** Questions about code for several platforms mean the one that runs here, unless they say otherwise. */
export const localPlatforms: ReadonlySet<Platform> = homesOf(process.platform);

export function homesOf(platform: NodeJS.Platform): ReadonlySet<Platform> {
  if (platform === "win32") return new Set(["windows"]);
  return new Set(["unix", platform === "darwin" ? "mac" : "linux"]);
}

/** Expects a lowercase word. */
export function platformOf(word: string): Platform | undefined {
  return byName.get(word);
}

/** The platform that a path names as a separate word, and the folder or file that may exist for other platforms. */
export function platformIn(path: string): { readonly name: Platform; readonly rest: string } | undefined {
  const parts = path.split("/");
  for (const [place, part] of parts.entries()) {
    let name: Platform | undefined;
    const rest = part.replaceAll(/[A-Za-z0-9]+/g, (word) => {
      const found = platformOf(word.toLowerCase());
      name ??= found;
      return found === undefined ? word : "*";
    });
    if (name !== undefined) return { name, rest: [...parts.slice(0, place), rest].join("/") };
  }
  return undefined;
}
