import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { listPostgres } from "../../toolwright/test/postgres-cluster.ts";

export { password, startCluster } from "../../toolwright/test/postgres-cluster.ts";

export type FoundPostgres = { readonly bin: string } | { readonly missing: string };

/** A server with pgvector. */
export function findPostgres(): FoundPostgres {
  const installed = listPostgres();
  if (installed.length === 0) return { missing: "no PostgreSQL server is installed" };
  const able = installed.find((folder) => existsSync(join(shareOf(folder), "extension", "vector.control")));
  return able === undefined ? { missing: "the PostgreSQL that is installed has no pgvector" } : { bin: able };
}

function shareOf(bin: string): string {
  try {
    return execFileSync(join(bin, "pg_config"), ["--sharedir"], { encoding: "utf8" }).trim();
  } catch {
    return bin;
  }
}
