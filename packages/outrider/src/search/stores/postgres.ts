import { isToolError } from "toolwright";
import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";
import { expectDimensions, expectVectors, toUnitQuery, joinHits, orderHits } from "./check-vectors.ts";
import { encodeVector } from "./postgres/binary-vectors.ts";
import {
  clearVectors,
  holdContents,
  putVectors,
  releaseContents,
  releaseOtherModels,
  releaseOthers,
  fromStoredKey,
  toStoredKey,
} from "./postgres/contents.ts";
import { type DatabaseOptions, openDatabase } from "./postgres/database.ts";
import { type Layout, type LayoutOptions, prepareLayout, quote } from "./postgres/schema.ts";
import type { Query } from "./postgres/transaction.ts";
import type { ContentKey, NearestChunk, VectorStore } from "./vector-store.ts";

const daysKept = 30;

/** The rest is left for the next day: no statement may take long. */
const maxContents = 20_000;

export type PostgresOptions = DatabaseOptions & LayoutOptions;

const maxKeys = 5000;
/** Per transaction; a content is never split. */
const maxNumbers = 2 ** 20;
const cleanUpMs = 24 * 60 * 60 * 1000;

/**
 * Vectors shared by several machines, in PostgreSQL with pgvector. The contents of a checkout are recorded in the database,
 * too, so that a question is sent as one vector and answered with a few rows.
 */
// oxlint-disable-next-line max-lines-per-function -- the operations of one store, each a statement
export function openPostgresStore(options: PostgresOptions): VectorStore {
  const { dimensions } = options;
  expectDimensions(dimensions);
  const database = openDatabase(options);
  /** The contents of the project, with the number of chunks that have vectors, as far as known. */
  const followed = new Map<ContentKey, number | undefined>();
  /** What the database has not been told yet: it may have been unreachable. */
  const untold = { added: new Set<ContentKey>(), removed: new Set<ContentKey>(), whole: false };
  const closing = new AbortController();
  let layout: Layout | undefined;
  let telling: Promise<void> = Promise.resolve();
  let cleaned = -Infinity;
  let cleaning: Promise<void> | undefined;

  async function transact<T>(signal: AbortSignal, work: (query: Query, layout: Layout) => Promise<T>): Promise<T> {
    try {
      layout ??= await database.transact(signal, async (query) => await prepareLayout(query, options));
      const known = layout;
      return await database.transact(signal, async (query) => await work(query, known));
    } catch (error) {
      if (isToolError(error) && /^store_(failed|unreachable)$/.test(error.code)) mistrust();
      throw error;
    }
  }

  /** After a failure it may be another database, or one that has lost our data: it is told everything again. */
  function mistrust(): void {
    layout = undefined;
    for (const content of followed.keys()) untold.added.add(content);
  }

  /** One after the other: additions and removals must arrive in the order in which they were reported. */
  async function tell(signal: AbortSignal): Promise<void> {
    if (untold.added.size + untold.removed.size === 0 && !untold.whole) return;
    const mine = telling.then(async () => await tellAll(signal));
    telling = mine.catch(() => undefined);
    await waitUnlessAborted(mine, signal);
  }

  async function tellAll(signal: AbortSignal): Promise<void> {
    for (const removed of inBatches([...untold.removed], () => 1, maxKeys)) {
      await transact(signal, async (query, layout) => await releaseContents(query, layout, removed));
      for (const content of removed) untold.removed.delete(content);
    }
    for (const added of inBatches([...untold.added], () => 1, maxKeys)) {
      note(await transact(signal, async (query, layout) => await holdContents(query, layout, added)));
      for (const content of added) untold.added.delete(content);
    }
    if (!untold.whole) return;
    await transact(signal, async (query, layout) => await releaseOthers(query, layout, [...followed.keys()]));
    untold.whole = false;
  }

  function note(counts: ReadonlyMap<ContentKey, number | undefined>): void {
    for (const [content, chunks] of counts) if (followed.has(content)) followed.set(content, chunks);
  }

  /** Runs in the background; if it fails, it is done the next day or by another machine. */
  function cleanUpSoon(): void {
    if (performance.now() - cleaned < cleanUpMs) return;
    cleaned = performance.now();
    cleaning = transact(closing.signal, cleanUp).catch(() => undefined);
  }

  /** The checkout may hold contents that only another of its processes knows about so far. */
  async function selectFollowed(
    query: Query,
    layout: Layout,
    vector: Float32Array,
    limit: number,
  ): Promise<readonly NearestChunk[]> {
    for (let wanted = limit; wanted > 0; wanted *= 4) {
      const hits = await selectNearest(query, layout, vector, wanted);
      const known = orderHits(hits.filter(({ content }) => followed.has(content))).slice(0, limit);
      if (known.length === limit || hits.length < wanted) return known;
    }
    return [];
  }

  return {
    async follow({ added, removed, whole }, { signal }) {
      signal.throwIfAborted();
      for (const content of removed) {
        if (!followed.delete(content)) continue;
        untold.added.delete(content);
        untold.removed.add(content);
      }
      for (const content of added) {
        followed.set(content, followed.get(content));
        untold.removed.delete(content);
        untold.added.add(content);
      }
      untold.whole ||= whole === true;
      await tell(signal);
      cleanUpSoon();
      return added.filter((content) => followed.has(content) && followed.get(content) === undefined);
    },
    async put(contents, { signal }) {
      signal.throwIfAborted();
      expectVectors(contents, dimensions);
      for (const batch of inBatches(contents, ({ vectors }) => vectors.length, maxNumbers)) {
        await transact(signal, async (query, layout) => await putVectors(query, layout, batch, dimensions));
        note(new Map(batch.map(({ content, vectors }) => [content, vectors.length / dimensions])));
      }
    },
    async nearest(asked, { limit, always = [], signal }) {
      signal.throwIfAborted();
      const vector = toUnitQuery(asked, dimensions);
      await tell(signal);
      cleanUpSoon();
      const wanted = [...new Set(always)].filter((content) => followed.has(content));
      return await transact(signal, async (query, layout) => {
        const nearest = await selectFollowed(query, layout, vector, limit);
        if (wanted.length === 0) return nearest;
        return joinHits(nearest, orderHits(await selectAlways(query, layout, vector, wanted)));
      });
    },
    status() {
      const counts = [...followed.values()].filter((chunks) => chunks !== undefined);
      const where = `PostgreSQL at ${database.server.shown}, schema ${quote(options.schema)}`;
      return {
        contents: counts.length,
        vectors: counts.reduce((sum, chunks) => sum + chunks, 0),
        place: database.problem === undefined ? where : `${where}: ${database.problem}`,
      };
    },
    async clear() {
      await tell(closing.signal);
      await transact(closing.signal, clearVectors);
      for (const batch of inBatches([...followed.keys()], () => 1, maxKeys)) {
        note(await transact(closing.signal, async (query, layout) => await holdContents(query, layout, batch)));
      }
    },
    async dropOthers() {
      await transact(closing.signal, releaseOtherModels);
    },
    async close() {
      closing.abort(new Error("The vector store is closed."));
      await database.close();
      await cleaning;
    },
  };
}

/** Splits items into batches with a total size of at most `most`; a larger item is a batch of its own. */
function* inBatches<T>(all: readonly T[], sizeOf: (one: T) => number, most: number): Generator<readonly T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const one of all) {
    if (batch.length > 0 && size + sizeOf(one) > most) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(one);
    size += sizeOf(one);
  }
  if (batch.length > 0) yield batch;
}

/** Once a day, by the first process: removes checkouts unused for a long time, and contents that no checkout holds. */
async function cleanUp(query: Query, { schema, checkout }: Layout): Promise<void> {
  await query(`update ${schema}.checkouts set seen = now() where id = $1 and seen < now() - interval '1 day'`, [
    checkout,
  ]);
  const due = await query(
    `update ${schema}.schema_version set cleaned = now() where cleaned < now() - interval '1 day' returning 1`,
  );
  if (due.length === 0) return;
  await query(`delete from ${schema}.checkouts where seen < now() - make_interval(days => $1)`, [daysKept]);
  await query(
    `delete from ${schema}.contents where used < now() - make_interval(days => $1) and id in (
       select id from ${schema}.contents where used < now() - make_interval(days => $1)
       and not exists (select from ${schema}.holdings where content = id) limit $2)`,
    [daysKept, maxContents],
  );
}

/**
 * Exact: compares everything that the checkout holds. An approximate index (HNSW) would first find neighbours from all
 * checkouts and filter out those not held here afterwards, and so lose hits, especially in small projects.
 */
async function selectNearest(
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
async function selectAlways(
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
