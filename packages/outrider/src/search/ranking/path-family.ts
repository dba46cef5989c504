/** What the paths beside a file say about it. */
export interface PathFamily {
  /** `v3/` in a path: what stands before it, and the number. */
  readonly version: { readonly before: string; readonly number: number } | undefined;
  /** The file's name without its ending, when it is one that declares (`x.h`), and when it is one that implements. */
  readonly declares: string | undefined;
  readonly implements: string | undefined;
  /** `win/` or `_windows` in a path: which platform, and the folder or file that there may be for others. */
  readonly platform: { readonly name: Platform; readonly rest: string } | undefined;
}

export interface PathSiblings {
  /** The highest version by what stands before it. */
  readonly newest: Map<string, number>;
  readonly implemented: Set<string>;
  /** Folders and files, without their platform's name, that there are for this machine's. */
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

/** There is a newer generation of it beside it. */
export function isOlder({ newest }: PathSiblings, { version }: PathFamily): boolean {
  return version !== undefined && version.number < (newest.get(version.before) ?? 0);
}

/** What it declares is done elsewhere. */
export function isHeaderOnly({ implemented }: PathSiblings, { declares }: PathFamily): boolean {
  return declares !== undefined && implemented.has(declares);
}

/** It is for another platform, has a twin for this one, and the question does not ask for that platform. */
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

/** Who asks about code that there is for several platforms means the one that runs here, unless the question says otherwise. */
export const localPlatforms: ReadonlySet<Platform> = homesOf(process.platform);

export function homesOf(platform: NodeJS.Platform): ReadonlySet<Platform> {
  if (platform === "win32") return new Set(["windows"]);
  return new Set(["unix", platform === "darwin" ? "mac" : "linux"]);
}

/** Of a word in lower case. */
export function platformOf(word: string): Platform | undefined {
  return byName.get(word);
}

/** The platform that a path names by a word of its own, and what it is that there may be for others: the folder, or the file. */
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
