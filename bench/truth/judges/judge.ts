import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../../accuracy/cache.ts";
import { listSources } from "../checkouts.ts";
import { readTable, type Table } from "../model.ts";
import type { Language, TruthRepository } from "../repositories.ts";

export interface Judge {
  readonly language: Language;
  /** Who says what is true. */
  readonly title: string;
  readonly endings: readonly string[];
  /** The programs that judge, below judges/: a change of one makes earlier tables void. */
  readonly programs: readonly string[];
  /** It judges names that are drawn by the seed, not all of them. */
  readonly isSeeded?: true;
  /** JSON lines as in model.ts. */
  readonly run: (question: Question) => Promise<string>;
}

export interface Question {
  readonly root: string;
  readonly files: readonly string[];
  readonly repository: TruthRepository;
  readonly seed: number;
}

/** What the judge says; kept, as it takes long and never changes for a pinned revision. */
export async function judgeRepository(
  judge: Judge,
  root: string,
  repository: TruthRepository,
  seed: number,
): Promise<Table> {
  const files = listSources(root, judge.endings, repository.without);
  const programs = judge.programs.map((path) => readFileSync(programPath(path), "utf8"));
  const key = createHash("sha256")
    .update(JSON.stringify([programs, repository, judge.isSeeded === true ? seed : 0]))
    .digest("hex")
    .slice(0, 12);
  const kept = join(
    cacheFolder,
    "truth-tables",
    `${repository.language}-${repository.name.replace("/", "+")}-${key}.jsonl`,
  );
  if (!existsSync(kept)) {
    const text = await judge.run({ root, files, repository, seed });
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, text);
  }
  return readTable(readFileSync(kept, "utf8"));
}

/** A program under judges/; run.mjs puts the bundle of the running script into a folder of its own under bench/. */
export function programPath(name: string): string {
  return join(dirname(fileURLToPath(import.meta.url)), "../truth/judges", name);
}
