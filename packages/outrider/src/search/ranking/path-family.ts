/** What the paths beside a file say about it. */
export interface PathFamily {
  /** `v3/` in a path: what stands before it, and the number. */
  readonly version: { readonly before: string; readonly number: number } | undefined;
  /** The file's name without its ending, when it is one that declares (`x.h`), and when it is one that implements. */
  readonly declares: string | undefined;
  readonly implements: string | undefined;
}

export interface PathSiblings {
  /** The highest version by what stands before it. */
  readonly newest: Map<string, number>;
  readonly implemented: Set<string>;
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
  };
}

export function noteSibling({ newest, implemented }: PathSiblings, { version, implements: source }: PathFamily): void {
  if (version !== undefined) newest.set(version.before, Math.max(version.number, newest.get(version.before) ?? 0));
  if (source !== undefined) implemented.add(source);
}

/** There is a newer generation of it beside it. */
export function isOlder({ newest }: PathSiblings, { version }: PathFamily): boolean {
  return version !== undefined && version.number < (newest.get(version.before) ?? 0);
}

/** What it declares is done elsewhere. */
export function isHeaderOnly({ implemented }: PathSiblings, { declares }: PathFamily): boolean {
  return declares !== undefined && implemented.has(declares);
}
