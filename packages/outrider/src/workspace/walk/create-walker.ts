import type { ExposureJudge } from "../paths/exposure.ts";
import { isInside, relativeTo } from "../paths/inside.ts";
import type { Located } from "../paths/located.ts";
import { createFileFilter, type FileFilter } from "./globs.ts";
import { createMatchSplitter, createNameSplitter, type ListedName } from "./name-list.ts";
import { readRipgrep, type RipgrepEnd, type Spawner } from "./ripgrep.ts";
import { searchFailure } from "./search-failure.ts";
import { ruleArguments, startOf, type WalkRules } from "./walk-rules.ts";
import type { Walk, WalkedFile, WalkOptions } from "./walk.ts";

export interface WalkerOptions {
  /** Real path of the project. */
  readonly root: string;
  readonly exposure: ExposureJudge;
  /** Globs that the project's settings exclude. */
  readonly exclude: readonly string[];
  /** Owner of the ripgrep processes; each ends with its walk. */
  readonly processes: Spawner;
}

/** The only walker: everything that reads many files gets their names here. */
export function createWalker(options: WalkerOptions): (directory: Located, walk: WalkOptions) => Walk {
  return (directory, walk) => startWalk(options, directory.real, walk);
}

function startWalk(options: WalkerOptions, directory: string, walk: WalkOptions): Walk {
  const { root, exposure, processes } = options;
  const { library } = walk;
  const base = library?.root ?? root;
  const ignoreFiles = walk.ignored === true ? "none" : library?.ignoreFiles;
  const rules = { root: base, exclude: library?.exclude ?? options.exclude, ignoreFiles };
  const counts = { files: 0, denied: 0, undecodable: 0, alone: false };
  const prefix = isInside(base, directory) ? withSlash(relativeTo(base, directory)) : "";
  // Outside the project the directories above the start count too: `.aws/` may be the start itself.
  const judgedPrefix = isInside(root, directory) ? withSlash(relativeTo(root, directory)) : `${directory}/`;

  async function* batches(): AsyncGenerator<readonly WalkedFile[], void, undefined> {
    yield* list(false);
    if (counts.files > 0 || ignoreFiles === "none") return;
    if (!(await isWhollyIgnored(processes, { ...rules, hiddenGlobs: [] }, directory, walk.signal))) return;
    counts.alone = true;
    yield* list(true);
  }

  async function* list(alone: boolean): AsyncGenerator<readonly WalkedFile[], void, undefined> {
    const filter = createFileFilter(walk.globs ?? [], { narrow: walk.type === undefined });
    const { cwd, argument } = startOf(base, directory);
    // Listing opens no files, so denied ones need not be hidden from ripgrep and can be counted.
    const hiddenGlobs = walk.containing === undefined ? [] : exposure.globs;
    const kept = ruleArguments({ ...rules, hiddenGlobs, alone }, directory);
    const args = [...whatToList(walk), ...kept, ...filter.args, ...limits(walk), "--", argument];
    let end: RipgrepEnd | undefined;
    const split = walk.telling === true ? createMatchSplitter() : createNameSplitter();
    const output = readRipgrep(processes, { args, cwd, signal: walk.signal, onEnd: (told) => (end = told) });
    for await (const chunk of output) {
      const batch = split(chunk).flatMap((listed) => judge(listed, filter));
      if (batch.length > 0) yield batch;
    }
    if (end?.exitCode === 2 && end.complaint !== "") throw searchFailure(end.complaint);
  }

  function judge({ name, undecodable, held }: ListedName, filter: FileFilter): WalkedFile[] {
    const path = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    if (!filter.accepts(prefix + path, path)) return [];
    const judged = exposure.judge(judgedPrefix + path);
    counts.files += 1;
    if (undecodable) counts.undecodable += 1;
    if (judged === "denied") counts.denied += 1;
    if (judged === "denied" && walk.denied !== true) return [];
    return [
      {
        path,
        exposure: judged,
        ...(undecodable ? { undecodable: true } : {}),
        ...(held === undefined ? {} : { held }),
      },
    ];
  }

  return {
    batches,
    counts: () => ({ ...counts }),
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches()) yield* batch;
    },
  };
}

function whatToList({ containing, telling }: WalkOptions): readonly string[] {
  if (containing === undefined) return ["--files"];
  const how = telling === true ? ["--only-matching", "--heading", "--no-line-number"] : ["--files-with-matches"];
  return [...how, "--fixed-strings", "--ignore-case", ...containing.map((text) => `--regexp=${text}`)];
}

function limits({ maxDepth, type, threads }: WalkOptions): string[] {
  return [
    ...(threads === undefined ? [] : [`--threads=${threads}`]),
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(maxDepth === undefined ? [] : [`--max-depth=${maxDepth}`]),
  ];
}

function withSlash(path: string): string {
  return path === "" ? "" : `${path}/`;
}

/**
 * Whether ignore files exclude everything below a directory that was named explicitly: then they do not apply. Ends at
 * the first file that is not excluded, so it costs next to nothing if there is one.
 */
async function isWhollyIgnored(
  processes: Spawner,
  rules: WalkRules,
  directory: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { cwd, argument } = startOf(rules.root, directory);
  const args = ["--files", "--quiet", ...ruleArguments(rules, directory), "--", argument];
  let end: RipgrepEnd | undefined;
  for await (const _nothing of readRipgrep(processes, { args, cwd, signal, onEnd: (told) => (end = told) })) continue;
  return end?.exitCode !== 0;
}
