import type { ProjectSymbols } from "../project-symbols.ts";
import type { Bringers } from "./bringer.ts";
import { indexPaths, pathsMeant } from "./index-paths.ts";
import type { Import, Occurrences } from "./occurrence.ts";
import { receiverWords, referenceRulesOf } from "./reference-rules.ts";
import { broughtName, type Target } from "./target.ts";

/** How long a table that is being built is waited for: without it, a way through other files is only likely. */
const waitMs = 1_000;

export interface LinkOptions {
  readonly files: readonly Occurrences[];
  readonly bringers: Bringers;
  readonly signal: AbortSignal;
}

/** Files that do not have the name but may hand it on: those with `export * from`, which imports of the name lead to. */
export async function findLinks(
  symbols: Pick<ProjectSymbols, "view">,
  target: Target,
  { files, bringers, signal }: LinkOptions,
): Promise<readonly string[]> {
  const known = new Set(files.map(({ file }) => file));
  const open = files.flatMap((file) => openImports(file, target, bringers).map((each) => ({ ...each, file })));
  if (open.length === 0) return [];
  const { paths } = await symbols.view({ signal, waitMs });
  const index = indexPaths(paths);
  const links = new Set(open.flatMap((each) => pathsMeant(index, each.file, each)));
  return [...links].filter((path) => !known.has(path));
}

/** Imports that should bring the name but lead to nobody who is known to have it. */
function openImports(file: Occurrences, target: Target, bringers: Bringers): readonly Import[] {
  if (!linked.has(referenceRulesOf(file.language)?.modules)) return [];
  const wanted = broughtName(target);
  const bringer = bringers.get(file.file);
  if (file.file === target.file) return [];
  const receivers = new Set(
    file.occurrences.flatMap(({ receiver }) => (receiver === undefined ? [] : receiverWords(receiver)[0])),
  );
  return file.imports.filter(({ name, local }) => {
    if (local === undefined) return name === undefined && bringer === undefined;
    if (name === undefined) return receivers.has(local) && bringer?.modules.has(local) !== true;
    return name === wanted && bringer?.names.has(local) !== true;
  });
}

/** Languages where a file hands on what it has brought in. */
const linked: ReadonlySet<string | undefined> = new Set(["relative-path", "dotted", "path", "include"]);
