export interface DirectoryCount {
  /** With a trailing "/"; "./" for files directly in the root. */
  readonly path: string;
  readonly files: number;
  readonly symbols: number;
}

interface Group {
  readonly path: string;
  readonly files: readonly string[];
  /** The directory was already split; these are the files directly in it. */
  readonly isRest?: true;
}

/** All files by directory; the largest directories are split as long as there is room. Every file is counted once. */
export function countDirectories(
  paths: readonly string[],
  symbolsOf: (path: string) => number,
  { prefix, most }: { readonly prefix: string; readonly most: number },
): readonly DirectoryCount[] {
  let groups: readonly Group[] = split({ path: prefix, files: paths });
  const known = new Map<Group, readonly Group[]>();
  const partsOf = (group: Group): readonly Group[] => {
    const parts = known.get(group) ?? split(group);
    known.set(group, parts);
    return parts;
  };
  for (;;) {
    const largest = groups
      .filter(({ isRest, files }) => isRest !== true && files.length > 1)
      .toSorted((a, b) => b.files.length - a.files.length)
      .map((group) => ({ group, parts: partsOf(group) }))
      .find(({ parts }) => groups.length - 1 + parts.length <= most);
    if (largest === undefined) break;
    groups = groups.flatMap((group) => (group === largest.group ? largest.parts : [group]));
  }
  return groups.map(({ path, files, isRest }) => ({
    path: `${path === "" ? "./" : path}${isRest === true && path !== "" ? "*" : ""}`,
    files: files.length,
    symbols: files.reduce((sum, file) => sum + symbolsOf(file), 0),
  }));
}

function split({ path, files }: Group): readonly Group[] {
  const parts = new Map<string, string[]>();
  const own: string[] = [];
  for (const file of files) {
    const end = file.indexOf("/", path.length);
    if (end === -1) own.push(file);
    else {
      const name = file.slice(0, end + 1);
      const known = parts.get(name);
      if (known === undefined) parts.set(name, [file]);
      else known.push(file);
    }
  }
  return [
    ...(own.length > 0 ? [{ path, files: own, isRest: true } as const] : []),
    ...Array.from(parts, ([name, inside]) => ({ path: name, files: inside })),
  ];
}
