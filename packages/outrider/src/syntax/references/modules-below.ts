import { isTail, pathBelow, stem } from "./path-words.ts";

interface Site {
  readonly source: string;
  /** The imported name, if there is a single one. */
  readonly name: string | undefined;
}

/** The rest of a Python module's name where an import names a package around it: `b.c` in `a.b.c` for `import a`. */
export function moduleBelow({ source, name }: Site, file: string): string | undefined {
  if (name !== undefined || source.startsWith(".") || !/\.pyw?i?$/.test(file)) return undefined;
  return pathBelow(source.replaceAll(".", "/"), stem(file).replace(/\/__init__$/, ""))?.replaceAll("/", ".");
}

/**
 * The name by which code refers to a Python module where an import names one below it: `a` after `import a.b`. Undefined if the import
 * gives the inner one a name of its own. Otherwise, the local name of the import.
 */
export function localOfOuter({ source, name, local }: NamedSite, file: string): string | undefined {
  if (name !== undefined || source.startsWith(".") || !/\.pyw?i?$/.test(file)) return local;
  const target = stem(file).replace(/\/__init__$/, "");
  const outer = source.split(".").slice(0, -1).join(".");
  const isOuter = !isTail(target, source.replaceAll(".", "/")) && isTail(target, outer.replaceAll(".", "/"));
  if (!isOuter) return local;
  return local === source ? outer : undefined;
}

interface NamedSite extends Site {
  readonly local: string | undefined;
}
