import type { Call } from "toolwright";
import { createFileFilter } from "../../workspace/walk/globs.ts";
import { readName } from "../../workspace/walk/name-list.ts";
import { readRipgrep, type RipgrepEnd } from "../../workspace/walk/ripgrep.ts";
import { searchFailure } from "../../workspace/walk/search-failure.ts";
import { globsOf, isMultiline, patternArguments } from "./pattern-arguments.ts";
import type { Hit } from "./hit.ts";
import type { Input } from "./schema.ts";
import type { SearchTarget } from "./target.ts";

export interface FileMatches {
  /** As ripgrep prints it. */
  readonly name: string;
  readonly count: number;
  /** All of its matches that count, if only some of them do. */
  readonly hits?: readonly Hit[];
}

export interface MatchCounts {
  readonly files: FileMatches[];
  /** Number of matching files whose names are not valid text; not included in `files`. */
  readonly undecodable: number;
  /** Some files could not be read. */
  readonly unreadable: boolean;
}

export interface CountOptions {
  /** Ignore files above the target do not apply. */
  readonly alone?: boolean;
  /** Called as soon as a file with matches is found. */
  readonly onFound?: () => void;
}

/**
 * Runs the whole search but returns only a number per file: exact totals, however many matches there are, for
 * less than transferring their text would cost.
 */
export async function countMatches(
  input: Input,
  target: SearchTarget,
  call: Pick<Call, "spawn" | "signal">,
  { alone = false, onFound }: CountOptions = {},
): Promise<MatchCounts> {
  const filter = createFileFilter(globsOf(input), { narrow: input.type === undefined });
  // Multi-line patterns count each match; others count each matching line.
  const counted = isMultiline(input) ? "--count-matches" : "--count";
  const what = input.output === "files" ? "--files-with-matches" : counted;
  const args = [what, "--with-filename", ...target.rules(alone), ...filter.args, ...patternArguments(input)];
  const files: FileMatches[] = [];
  let unnamed = 0;
  let end: RipgrepEnd | undefined;
  const split = input.output === "files" ? splitNames : splitCounts;
  let rest: Buffer = Buffer.alloc(0);
  const output = readRipgrep(call, {
    args: [...args, "--", target.argument],
    cwd: target.cwd,
    signal: call.signal,
    onEnd: (told) => (end = told),
  });
  for await (const chunk of output) {
    rest = split(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), add);
  }
  if (end?.exitCode === 2 && end.complaint !== "") throw searchFailure(end.complaint);
  return { files, undecodable: unnamed, unreadable: end?.exitCode === 2 };

  function add(bytes: Buffer, count: number): void {
    const { name, undecodable } = readName(bytes);
    if (!filter.accepts(name, target.fromStart(name))) return;
    // Even a count could reveal a secret, as patterns could spell it out.
    if (!target.allows(name)) return;
    if (undecodable) unnamed += 1;
    else if (files.push({ name, count }) === 1) onFound?.();
  }
}

type Add = (name: Buffer, count: number) => void;

/** Records of `name NUL`. Returns the incomplete rest. */
function splitNames(bytes: Buffer, add: Add): Buffer {
  let start = 0;
  for (let nul = bytes.indexOf(0); nul !== -1; nul = bytes.indexOf(0, start)) {
    add(bytes.subarray(start, nul), 1);
    start = nul + 1;
  }
  return bytes.subarray(start);
}

/** Records of `name NUL count LF`; only the name may contain a line feed, and it comes first. */
function splitCounts(bytes: Buffer, add: Add): Buffer {
  let start = 0;
  for (;;) {
    const nul = bytes.indexOf(0, start);
    const end = nul === -1 ? -1 : bytes.indexOf(lineFeed, nul);
    if (end === -1) return bytes.subarray(start);
    add(bytes.subarray(start, nul), Number(bytes.toString("latin1", nul + 1, end)));
    start = end + 1;
  }
}

const lineFeed = 0x0a;
