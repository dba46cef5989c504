import type { ExposureJudge } from "../paths/exposure.ts";
import { isInside, relativeTo } from "../paths/inside.ts";
import type { Located } from "../paths/located.ts";
import { createFileFilter, type FileFilter } from "./globs.ts";
import { isWhollyIgnored } from "./wholly-ignored.ts";
import { createNameSplitter, type ListedName } from "./name-list.ts";
import { searchFailure } from "./search-failure.ts";
import { readRipgrep, type RipgrepEnd, type Spawner } from "./ripgrep.ts";
import { ruleArguments, startOf } from "./walk-rules.ts";
import type { Walk, WalkedFile, WalkOptions } from "./walk.ts";

export interface WalkerOptions {
  /** Real path of the project. */
  readonly root: string;
  readonly exposure: ExposureJudge;
  /** Globs of what the project's settings leave out. */
  readonly exclude: readonly string[];
  /** Owner of the ripgrep processes; each ends with its walk. */
  readonly processes: Spawner;
}

/** The one walker: everything that looks at many files gets their names here. */
export function createWalker(options: WalkerOptions): (directory: Located, walk: WalkOptions) => Walk {
  return (directory, walk) => startWalk(options, directory.real, walk);
}

function startWalk(options: WalkerOptions, directory: string, walk: WalkOptions): Walk {
  const { root, exposure, exclude, processes } = options;
  const counts = { files: 0, denied: 0, undecodable: 0, alone: false };
  const isBelow = isInside(root, directory);
  const prefix = isBelow ? withSlash(relativeTo(root, directory)) : "";

  async function* batches(): AsyncGenerator<readonly WalkedFile[], void, undefined> {
    yield* list(false);
    if (counts.files > 0 || walk.ignored === true) return;
    const rules = { root, hiddenGlobs: [], exclude };
    if (!(await isWhollyIgnored(processes, rules, directory, walk.signal))) return;
    counts.alone = true;
    yield* list(true);
  }

  async function* list(alone: boolean): AsyncGenerator<readonly WalkedFile[], void, undefined> {
    const filter = createFileFilter(walk.globs ?? [], { narrow: walk.type === undefined });
    const { cwd, argument } = startOf(root, directory);
    // Listing opens no file, so that denied ones need not be hidden from ripgrep and can be counted.
    const hiddenGlobs = walk.containing === undefined ? [] : exposure.globs;
    const rules = ruleArguments({ root, hiddenGlobs, exclude, alone }, directory);
    const args = [...whatToList(walk), ...rules, ...filter.args, ...limits(walk), "--", argument];
    let end: RipgrepEnd | undefined;
    const split = createNameSplitter();
    const output = readRipgrep(processes, { args, cwd, signal: walk.signal, onEnd: (told) => (end = told) });
    for await (const chunk of output) {
      const batch = split(chunk).flatMap((listed) => judge(listed, filter));
      if (batch.length > 0) yield batch;
    }
    if (end?.exitCode === 2 && end.complaint !== "") throw searchFailure(end.complaint);
  }

  function judge({ name, undecodable }: ListedName, filter: FileFilter): WalkedFile[] {
    const path = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    const fromRoot = prefix + path;
    if (!filter.accepts(fromRoot, path)) return [];
    // Outside of the project the directories above the start count, too: `.aws/` may be the start itself.
    const judged = exposure.judge(isBelow ? fromRoot : `${directory}/${path}`);
    counts.files += 1;
    if (undecodable) counts.undecodable += 1;
    if (judged === "denied") counts.denied += 1;
    if (judged === "denied" && walk.denied !== true) return [];
    return [{ path, exposure: judged, ...(undecodable ? { undecodable: true } : {}) }];
  }

  return {
    batches,
    counts: () => ({ ...counts }),
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches()) yield* batch;
    },
  };
}

function whatToList({ containing }: WalkOptions): readonly string[] {
  if (containing === undefined) return ["--files"];
  return ["--files-with-matches", "--fixed-strings", "--ignore-case", ...containing.map((text) => `--regexp=${text}`)];
}

function limits({ maxDepth, ignored, type, threads }: WalkOptions): string[] {
  return [
    ...(threads === undefined ? [] : [`--threads=${threads}`]),
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(maxDepth === undefined ? [] : [`--max-depth=${maxDepth}`]),
    ...(ignored === true ? ["--no-ignore"] : []),
  ];
}

function withSlash(path: string): string {
  return path === "" ? "" : `${path}/`;
}
