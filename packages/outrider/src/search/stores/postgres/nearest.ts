import type { ContentKey, NearestChunk } from "../vector-store.ts";
import { encodeVector } from "./binary-vectors.ts";
import { fromStoredKey, toStoredKey } from "./contents.ts";
import type { Layout } from "./schema.ts";
import type { Query } from "./transaction.ts";

/**
 * Exact: compares everything that the checkout holds. An approximate index (HNSW) would first find neighbours from all
 * checkouts and filter out those not held here afterwards, and so lose hits, especially in small projects.
 */
export async function selectNearest(
  query: Query,
  { schema, vectors, distance, vectorType, checkout }: Layout,
  vector: Float32Array,
  limit: number,
): Promise<readonly NearestChunk[]> {
  const rows = await query(
    `select known.content, near.chunk, near.distance from (
       select v.content, v.chunk, v.embedding ${distance} $1::${vectorType} as distance
       from ${schema}.holdings held join ${vectors} v on v.content = held.content
       where held.checkout = $2 order by distance limit $3) near
     join ${schema}.contents known on known.id = near.content`,
    [encodeVector(vector), checkout, limit],
  );
  return rows.map(toHit);
}

/** All chunks of some contents. */
export async function selectAlways(
  query: Query,
  { schema, vectors, distance, vectorType, checkout, model }: Layout,
  vector: Float32Array,
  always: readonly ContentKey[],
): Promise<readonly NearestChunk[]> {
  const rows = await query(
    `select known.content, v.chunk, v.embedding ${distance} $1::${vectorType} as distance
     from ${schema}.contents known join ${schema}.holdings held on held.content = known.id
     join ${vectors} v on v.content = known.id
     where held.checkout = $2 and known.model = $3 and known.content = any($4)`,
    [encodeVector(vector), checkout, model, always.map(toStoredKey)],
  );
  return rows.map(toHit);
}

function toHit({ content, chunk, distance }: Readonly<Record<string, unknown>>): NearestChunk {
  return { content: fromStoredKey(content), chunk: Number(chunk), score: -Number(distance) };
}
