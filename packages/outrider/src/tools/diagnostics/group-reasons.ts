import type { Reason } from "./schema.ts";

const mostExamples = 3;

/** Files with the same reason together, the most frequent one first. */
export function groupReasons(files: readonly { readonly path: string; readonly why: string }[]): Reason[] {
  const groups = new Map<string, string[]>();
  for (const { path, why } of files) {
    const group = groups.get(why);
    if (group === undefined) groups.set(why, [path]);
    else group.push(path);
  }
  return Array.from(groups, ([why, paths]) => ({
    why,
    files: paths.length,
    examples: paths.sort().slice(0, mostExamples),
  })).sort((a, b) => b.files - a.files);
}
