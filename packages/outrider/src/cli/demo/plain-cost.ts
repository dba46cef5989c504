import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { countTokens } from "toolwright";
import { readRipgrep, type Spawner } from "../../workspace/walk/ripgrep.ts";
import type { PlainWay } from "./plan-tour.ts";

/** What the way without us costs, measured by going it. */
export interface PlainCost {
  readonly words: string;
  readonly tokens: number;
  readonly ms: number;
  /** Only the beginning was counted: there is more. */
  readonly partial: boolean;
}

export type MeasurePlain = (way: PlainWay) => Promise<PlainCost>;

const mostBytes = 2 * 1024 * 1024;

/** A file costs once: who has read it whole has it. */
export function createPlainMeter(root: string, processes: Spawner, signal: AbortSignal): MeasurePlain {
  const known = new Set<string>();

  async function measure(words: string, go: () => Promise<Buffer>): Promise<PlainCost> {
    const startedAt = performance.now();
    const bytes = await go();
    const ms = performance.now() - startedAt;
    const tokens = await countTokens(bytes.subarray(0, mostBytes).toString("utf8"));
    return { words, tokens, ms, partial: bytes.length > mostBytes };
  }

  return async (way) => {
    if ("search" in way) {
      const words = way.search.includes("--files") ? "rg --files" : "rg -n";
      return await measure(words, () => searchPlainly(root, way.search, processes, signal));
    }
    if (known.has(way.file)) return { words: "whole file (read already)", tokens: 0, ms: 0, partial: false };
    known.add(way.file);
    return await measure("whole file", () => readFile(join(root, way.file)));
  };
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
    if (bytes > mostBytes) break;
  }
  // That path stands in front of every line, where nobody who searches by hand would have it.
  return Buffer.from(
    Buffer.concat(chunks)
      .toString("utf8")
      .replaceAll(/^\.[\\/]/gm, ""),
  );
}
