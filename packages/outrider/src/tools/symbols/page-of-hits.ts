import { createOutputGuard, type Overflow } from "toolwright";
import type { SymbolsQuestion } from "./question.ts";

const defaultHits = 40;
/** If hits are in more files, their directories are more informative. */
const maxFiles = 30;

/** One page, and how all hits are distributed over files or directories. */
export function pageOfHits<Hit extends { readonly file: string }>(
  hits: readonly Hit[],
  { input, scope }: SymbolsQuestion,
): { readonly items: readonly Hit[]; readonly overflow?: Overflow } {
  const guard = createOutputGuard({ offset: input.offset ?? 0, limit: input.limit }, { maxResults: defaultHits });
  const files = new Set(hits.map(({ file }) => file));
  const prefix = scope.kind === "file" ? "" : scope.prefix;
  const groupOf = files.size <= maxFiles ? undefined : directoryOf(files, prefix);
  return guard.capItems(hits, "Narrow with path or kind.", ({ file }) => groupOf?.(file) ?? file);
}

/** Chooses a depth at which the hits are in a few directories, not all in one. */
function directoryOf(files: ReadonlySet<string>, prefix: string): (file: string) => string {
  const cut = (file: string, depth: number): string => {
    const names = file.slice(prefix.length).split("/");
    return names.length === 1 ? file : `${prefix}${names.slice(0, Math.min(depth, names.length - 1)).join("/")}/`;
  };
  const depths = [1, 2, 3, 4];
  const depth = depths.find((each) => new Set([...files].map((file) => cut(file, each))).size >= minGroups) ?? 1;
  return (file) => cut(file, depth);
}

const minGroups = 4;
