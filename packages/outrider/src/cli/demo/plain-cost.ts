import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { countTokens } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import { readRipgrep, type Spawner } from "../../workspace/walk/ripgrep.ts";
import type { PlainWay } from "./plan-tour.ts";

/** The measured cost of answering without Outrider. */
export interface PlainCost {
  readonly words: string;
  readonly tokens: number;
  readonly ms: number;
  /** Only the beginning was counted; the real cost is higher. */
  readonly partial: boolean;
  /** It does not reach the answer, so there is nothing to compare. */
  readonly isInVain?: boolean;
}

export type MeasurePlain = (way: PlainWay) => Promise<PlainCost>;

const maxBytes = 2 * 1024 * 1024;
/** A search by words tries this many of the rarest words, and gives up after reading this many files. */
const maxWords = 3;
const maxFiles = 5;

/** Each file is counted once: after reading it in full, the agent has it. */
export function createPlainMeter(root: string, processes: Spawner, signal: AbortSignal): MeasurePlain {
  const known = new Set<string>();

  async function measure(words: string, go: () => Promise<Buffer>): Promise<PlainCost> {
    const startedAt = performance.now();
    const bytes = await go();
    const ms = performance.now() - startedAt;
    const tokens = await countTokens(bytes.subarray(0, maxBytes).toString("utf8"));
    return { words, tokens, ms, partial: bytes.length > maxBytes };
  }

  async function readWhole(file: string): Promise<PlainCost> {
    if (known.has(file)) return { words: "whole file (read already)", tokens: 0, ms: 0, partial: false };
    known.add(file);
    return await measure("whole file", () => readFile(join(root, file)));
  }

  /** The best case: searches the words found in the fewest files and recognises the right file at once. */
  async function readUntil(words: readonly string[], until: string): Promise<PlainCost> {
    const lists: (PlainCost & { readonly files: readonly string[] })[] = [];
    for (const word of words) {
      let files: readonly string[] = [];
      const cost = await measure(word, async () => {
        const bytes = await searchPlainly(root, [...listArgs, word], processes, signal);
        files = bytes.toString("utf8").split(/\r?\n/).filter(Boolean);
        return bytes;
      });
      if (files.length > 0) lists.push({ ...cost, files });
    }
    const rarest = lists.toSorted((a, b) => a.files.length - b.files.length).slice(0, maxWords);
    const read = takeUntil(byMostLists(rarest.map(({ files }) => files)), until).slice(0, maxFiles);
    if (!read.includes(until)) {
      const words = `rg -l: not in the first ${countOf(read.length, "file")}`;
      return { words, tokens: 0, ms: 0, partial: false, isInVain: true };
    }
    const costs: PlainCost[] = [...rarest];
    for (const file of read) costs.push(await readWhole(file));
    return {
      words: `rg -l and ${countOf(read.length, "whole file")}`,
      tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
      ms: costs.reduce((sum, { ms }) => sum + ms, 0),
      partial: costs.some(({ partial }) => partial),
    };
  }

  return async (way) => {
    if ("words" in way) return await readUntil(way.words, way.until);
    if ("search" in way) {
      const words = way.search.includes("--files") ? "rg --files" : "rg -n";
      return await measure(words, () => searchPlainly(root, way.search, processes, signal));
    }
    return await readWhole(way.file);
  };
}

// Forward slashes as in the survey, also on Windows.
const listArgs = [
  "--path-separator",
  "/",
  "--files-with-matches",
  "--ignore-case",
  "--sort",
  "path",
  "--fixed-strings",
  "--regexp",
];

/** Files that are in most of the lists first, then by path. */
function byMostLists(lists: readonly (readonly string[])[]): readonly string[] {
  const times = new Map<string, number>();
  for (const file of lists.flat()) times.set(file, (times.get(file) ?? 0) + 1);
  return [...times].toSorted(([left, a], [right, b]) => b - a || (left < right ? -1 : 1)).map(([file]) => file);
}

function takeUntil(files: readonly string[], last: string): readonly string[] {
  const at = files.indexOf(last);
  return at === -1 ? files : files.slice(0, at + 1);
}

async function searchPlainly(
  root: string,
  args: readonly string[],
  processes: Spawner,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Without a path ripgrep would read its stdin.
  for await (const chunk of readRipgrep(processes, { args: [...args, "."], cwd: root, signal })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  // Strips the "./" that comes from passing "."; nobody who searches by hand would see it.
  return Buffer.from(
    Buffer.concat(chunks)
      .toString("utf8")
      .replaceAll(/^\.[\\/]/gm, ""),
  );
}
