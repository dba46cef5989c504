import { availableParallelism } from "node:os";
import type { Project } from "../../workspace/project.ts";
import { globsOf } from "./pattern-arguments.ts";
import type { Input } from "./schema.ts";
import type { SearchTarget } from "./target.ts";

export interface EmptyResultReport {
  readonly searched: number;
  /** There are more files that were not counted. */
  readonly more?: true;
  readonly notes: readonly string[];
  /** Ignore files exclude the whole directory. */
  readonly alone: boolean;
}

/** A second walk during a search, needed only if the search finds nothing. */
export interface EmptyResultProbe {
  /** Describes what was searched without a match. */
  describe(): Promise<EmptyResultReport>;
  /** Ends the walk: something was found, or the search is over. */
  drop(): Promise<void>;
}

/**
 * After this long without a match, the search may well find nothing, and the walk starts. If it started earlier, most
 * searches that do find something would pay for a process.
 */
const defaultTimeoutMs = 50;

export function prepareEmptyResult(
  input: Input,
  project: Project,
  target: SearchTarget,
  signal: AbortSignal,
  timeoutMs = defaultTimeoutMs,
): EmptyResultProbe {
  const dropped = new AbortController();
  let walking: Promise<EmptyResultReport> | undefined;
  const timer = target.directory === undefined ? undefined : setTimeout(() => void begin(halfOfAll()), timeoutMs);
  return {
    describe: () => begin(),
    async drop() {
      clearTimeout(timer);
      dropped.abort();
      await walking?.catch(() => {});
    },
  };

  function begin(threads?: number): Promise<EmptyResultReport> {
    clearTimeout(timer);
    if (walking === undefined) {
      walking = describeNothing(input, project, target, AbortSignal.any([signal, dropped.signal]), threads);
      // The caller that asks for the description gets the error, if there is one.
      walking.catch(() => {});
    }
    return walking;
  }
}

function halfOfAll(): number {
  return Math.max(1, Math.floor(availableParallelism() / 2));
}

/** Counting more would take half as long as the search itself, and only says that there are many. */
const maxCounted = 5_000;
const secretsNote = "Files with secrets, such as .env, are never searched.";

async function describeNothing(
  input: Input,
  project: Project,
  { directory, library }: SearchTarget,
  signal: AbortSignal,
  threads: number | undefined,
): Promise<EmptyResultReport> {
  if (directory === undefined) return { searched: 1, notes: [], alone: false };
  const walk = project.files.walk(directory, {
    signal,
    denied: true,
    ...(library === undefined ? {} : { library }),
    ...(threads === undefined ? {} : { threads }),
    globs: globsOf(input),
    ...(input.type === undefined ? {} : { type: input.type }),
  });
  let withheld = 0;
  for await (const batch of walk.batches()) {
    for (const { exposure } of batch) if (exposure !== "open") withheld += 1;
    const { files, alone } = walk.counts();
    // Leaving the loop ends the walk.
    if (files - withheld > maxCounted) return { searched: maxCounted, more: true, notes: [secretsNote], alone };
  }
  const { files, alone } = walk.counts();
  const secrets = `${withheld} with secrets, such as .env, ${withheld === 1 ? "is" : "are"} never searched.`;
  return { searched: files - withheld, notes: withheld > 0 ? [secrets] : [], alone };
}
