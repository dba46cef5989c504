import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Repository {
  readonly name: string;
  readonly language: string;
  /** Folder that counts as the root. */
  readonly root: string | null;
}

export type Target = string | { readonly path: string; readonly start_line?: number; readonly end_line?: number };

export interface JudgedQuery {
  readonly repo: string;
  readonly query: string;
  readonly category: string;
  readonly relevant: readonly Target[];
  readonly secondary: readonly Target[];
}

export interface JudgedSet {
  readonly repositories: readonly Repository[];
  readonly queries: readonly JudgedQuery[];
}

/** `folder` holds repositories.json and queries.json, as `shared/bench/retrieval/README.md` tells. */
export function readJudgedSet(folder: string): JudgedSet {
  for (const name of ["repositories.json", "queries.json"]) {
    if (!existsSync(join(folder, name)))
      throw new Error(`There is no ${name} in ${folder}; name the folder of the judged queries with --data.`);
  }
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const repositories: readonly Repository[] = JSON.parse(read("repositories.json"));
  const queries: readonly JudgedQuery[] = JSON.parse(read("queries.json"));
  return { repositories, queries };
}

/** A result: lines count from 1, the end inclusive. */
export interface Found {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

export function isHit({ path, startLine, endLine }: Found, target: Target): boolean {
  const wanted = typeof target === "string" ? target : target.path;
  if (path !== wanted && !path.endsWith(`/${wanted}`) && !wanted.endsWith(`/${path}`)) return false;
  if (typeof target === "string" || target.start_line === undefined || target.end_line === undefined) return true;
  return startLine <= target.end_line && endLine >= target.start_line;
}

export function targetsOf({ relevant, secondary }: JudgedQuery): readonly Target[] {
  return [...relevant, ...secondary];
}

/** Each target has the rank of the first result that fits it; a result counts for one. */
export function ndcg(results: readonly Found[], query: JudgedQuery): number {
  const targets = targetsOf(query);
  const top = results.slice(0, 10);
  const used = new Set<number>();
  let gained = 0;
  for (const target of targets) {
    const at = top.findIndex((result) => isHit(result, target));
    if (at === -1 || used.has(at)) continue;
    used.add(at);
    gained += 1 / Math.log2(at + 2);
  }
  let ideal = 0;
  for (let at = 0; at < Math.min(10, targets.length); at += 1) ideal += 1 / Math.log2(at + 2);
  return ideal === 0 ? 0 : gained / ideal;
}
