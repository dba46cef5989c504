import type { Call } from "toolwright";
import { readName } from "../../workspace/walk/name-list.ts";
import { readRipgrep } from "../../workspace/walk/ripgrep.ts";
import type { Hit } from "./hit.ts";
import type { PagedFile } from "./page.ts";
import { isMultiline, patternArguments } from "./pattern-arguments.ts";
import type { Input } from "./schema.ts";
import type { SearchTarget } from "./target.ts";

const numbersOnly = [
  "--color=never",
  "--no-messages",
  "--no-heading",
  "--with-filename",
  "--null",
  "--path-separator=/",
  "--line-number",
  "--byte-offset",
  // For a longer line, ripgrep prints only a remark.
  "--max-columns=1",
  "--no-ignore",
  "--hidden",
];

/** Windows accepts no longer command lines. */
const longestArguments = 24_000;

/**
 * Searches the files of one page again for the match positions. Ripgrep only returns numbers: we read the text
 * ourselves, through descriptors that the policy has verified, so that nothing swapped in meanwhile can be shown.
 */
export async function findHits(
  input: Input,
  target: SearchTarget,
  page: readonly PagedFile[],
  call: Pick<Call, "spawn" | "signal">,
): Promise<ReadonlyMap<string, readonly Hit[]>> {
  const found = new Map<string, readonly Hit[]>();
  const unknown: PagedFile[] = [];
  for (const file of page) {
    if (file.hits === undefined) unknown.push(file);
    else found.set(file.name, file.hits.slice(file.skip, file.skip + file.take));
  }
  for (const part of inPortions(unknown)) await findIn(input, target, part, call, found);
  return found;
}

async function findIn(
  input: Input,
  target: SearchTarget,
  page: readonly PagedFile[],
  call: Pick<Call, "spawn" | "signal">,
  found: Map<string, readonly Hit[]>,
): Promise<void> {
  const wanted = new Map(page.map(({ name, skip, take }) => [name, newSearch(skip, take)]));
  const multiline = isMultiline(input);
  const most = Math.max(...page.map(({ skip, take }) => skip + take));
  // For multi-line matches, each line of a match is a separate record, all with the offset of the match.
  const places = multiline ? ["--only-matching"] : ["--column", `--max-count=${most}`];
  const args = [
    ...numbersOnly,
    ...places,
    ...patternArguments({ ...input, type: undefined }),
    "--",
    ...page.map(({ name }) => `./${name}`),
  ];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readRipgrep(call, { args, cwd: target.cwd, signal: call.signal })) {
    rest = splitRecords(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), multiline, add);
    // `--max-count` can only limit single-line matches.
    if (multiline && [...wanted.values()].every(({ seen, skip, take }) => seen > skip + take)) break;
  }
  for (const [name, { hits }] of wanted) found.set(name, hits);

  function add(bytes: Buffer, line: number, at: number): void {
    const file = wanted.get(readName(bytes).name);
    if (file === undefined) return;
    const last = file.hits.at(-1);
    if (file.lastAt === at) {
      if (last?.at === at) last.lastLine = line;
      return;
    }
    file.lastAt = at;
    file.seen += 1;
    if (file.seen > file.skip && file.seen <= file.skip + file.take) file.hits.push({ line, lastLine: line, at });
  }
}

interface FileSearch {
  readonly skip: number;
  readonly take: number;
  readonly hits: Hit[];
  seen: number;
  lastAt: number;
}

function newSearch(skip: number, take: number): FileSearch {
  return { skip, take, hits: [], seen: 0, lastAt: -1 };
}

/** Records of `name NUL line:[column:]offset:rest LF`. */
function splitRecords(
  bytes: Buffer,
  multiline: boolean,
  add: (name: Buffer, line: number, at: number) => void,
): Buffer {
  let start = 0;
  for (;;) {
    const nul = bytes.indexOf(0, start);
    const end = nul === -1 ? -1 : bytes.indexOf(lineFeed, nul);
    if (end === -1) return bytes.subarray(start);
    const numbers = bytes.toString("latin1", nul + 1, Math.min(end, nul + longestNumbers));
    const [line = 0, second = 0, third = 0] = numbers.split(":").map(Number);
    add(bytes.subarray(start, nul), line, multiline ? second : third + second - 1);
    start = end + 1;
  }
}

const lineFeed = 0x0a;
const longestNumbers = 64;

function inPortions(page: readonly PagedFile[]): PagedFile[][] {
  const portions: PagedFile[][] = [[]];
  let length = 0;
  for (const file of page) {
    length += file.name.length + 3;
    if (length > longestArguments) {
      portions.push([]);
      length = file.name.length;
    }
    portions.at(-1)?.push(file);
  }
  return portions.filter((portion) => portion.length > 0);
}
