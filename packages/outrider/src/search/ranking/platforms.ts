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
export const homes: ReadonlySet<Platform> = homesOf(process.platform);

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
