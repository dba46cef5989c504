import type { ContentKey, ContentVectors } from "../vector-store.ts";
import { encodeVectorArray } from "./binary-vectors.ts";
import type { Layout } from "./schema.ts";
import type { Query } from "./transaction.ts";

/** Converts keys to text that every database accepts, and back: a zero byte or a lone surrogate would be rejected. */
export function toStoredKey(content: ContentKey): string {
  return JSON.stringify(content).slice(1, -1);
}

export function fromStoredKey(stored: unknown): ContentKey {
  const content: unknown = JSON.parse(`"${String(stored)}"`);
  return String(content);
}

/** Sorted, so that processes take locks in the same order. */
const storedKeys = (contents: readonly ContentKey[]): readonly string[] => contents.map(toStoredKey).toSorted();

/** Marks these contents as held by the checkout; returns how many chunks of each have vectors, undefined for none yet. */
export async function holdContents(
  query: Query,
  { schema, model, checkout }: Layout,
  contents: readonly ContentKey[],
): Promise<ReadonlyMap<ContentKey, number | undefined>> {
  const keys = storedKeys(contents);
  // One timestamp per day is enough for the clean-up, and avoids writing everything at every start.
  await query(
    `insert into ${schema}.contents as known (model, content)
     select $1, key from unnest($2::text[]) as key order by key
     on conflict (model, content) do update set used = now() where known.used < now() - interval '1 day'`,
    [model, keys],
  );
  await query(
    `insert into ${schema}.holdings (checkout, content)
     select $1, id from ${schema}.contents where model = $2 and content = any($3) order by id
     on conflict do nothing`,
    [checkout, model, keys],
  );
  return await countChunks(query, { schema, model }, keys);
}

async function countChunks(
  query: Query,
  { schema, model }: Pick<Layout, "schema" | "model">,
  keys: readonly string[],
): Promise<ReadonlyMap<ContentKey, number | undefined>> {
  const rows = await query(`select content, chunks from ${schema}.contents where model = $1 and content = any($2)`, [
    model,
    keys,
  ]);
  return new Map(
    rows.map(({ content, chunks }) => [fromStoredKey(content), typeof chunks === "number" ? chunks : undefined]),
  );
}

/** Starts the period after which the clean-up removes them. */
export async function releaseContents(query: Query, layout: Layout, contents: readonly ContentKey[]): Promise<void> {
  await release(query, layout, "content = any($3)", storedKeys(contents));
}

/** Releases everything that former sessions left there. */
export async function releaseOthers(query: Query, layout: Layout, present: readonly ContentKey[]): Promise<void> {
  await release(
    query,
    layout,
    "not exists (select from unnest($3::text[]) as key where key = content)",
    storedKeys(present),
  );
}

async function release(
  query: Query,
  { schema, model, checkout }: Layout,
  which: string,
  keys: readonly string[],
): Promise<void> {
  await query(
    `with gone as (
       delete from ${schema}.holdings where checkout = $1
       and content in (select id from ${schema}.contents where model = $2 and ${which}) returning content)
     update ${schema}.contents set used = now() where id in (select content from gone)`,
    [checkout, model, keys],
  );
}

/** Contents that already have vectors are not changed: a second writer has computed the same. */
export async function putVectors(
  query: Query,
  layout: Layout,
  contents: readonly ContentVectors[],
  dimensions: number,
): Promise<void> {
  const { schema, model } = layout;
  const byKey = new Map(contents.map((each) => [toStoredKey(each.content), each.vectors]));
  const keys = [...byKey.keys()].toSorted();
  await query(
    `insert into ${schema}.contents (model, content)
     select $1, key from unnest($2::text[]) as key order by key on conflict do nothing`,
    [model, keys],
  );
  // Locked: if two processes put the same contents, one of them does all the work.
  const rows = await query(
    `select id, content from ${schema}.contents
     where model = $1 and content = any($2) and chunks is null order by content for update`,
    [model, keys],
  );
  const found = rows.map(({ id, content }) => ({ id, vectors: byKey.get(String(content)) ?? new Float32Array(0) }));
  const places = found.flatMap(({ id, vectors }) =>
    Array.from({ length: vectors.length / dimensions }, (_, chunk) => ({ id, chunk })),
  );
  const packed = encodeVectorArray(
    found.map(({ vectors }) => vectors),
    dimensions,
    layout.vectorTypeId,
  );
  await query(
    `insert into ${layout.vectors} (content, chunk, embedding)
     select * from unnest($1::bigint[], $2::integer[], $3::${layout.vectorType}[]) on conflict do nothing`,
    [places.map(({ id }) => id), places.map(({ chunk }) => chunk), packed],
  );
  await query(
    `update ${schema}.contents set chunks = counted.chunks
     from unnest($1::bigint[], $2::integer[]) as counted (id, chunks) where contents.id = counted.id`,
    [found.map(({ id }) => id), found.map(({ vectors }) => vectors.length / dimensions)],
  );
}

/** Contents that other checkouts also hold are kept. */
export async function clearVectors(query: Query, layout: Layout): Promise<void> {
  const { schema, model, checkout } = layout;
  await query(
    `with mine as (
       select mine.content from ${schema}.holdings mine join ${schema}.contents on id = mine.content
       where mine.checkout = $1 and model = $2 and not exists (
         select from ${schema}.holdings other where other.content = mine.content and other.checkout <> $1)),
     emptied as (delete from ${layout.vectors} where content in (select content from mine))
     update ${schema}.contents set chunks = null where id in (select content from mine)`,
    [checkout, model],
  );
}

/** The clean-up removes them later, unless other checkouts hold them. */
export async function releaseOtherModels(query: Query, { schema, model, checkout }: Layout): Promise<void> {
  await query(
    `delete from ${schema}.holdings where checkout = $1
     and content in (select id from ${schema}.contents where model <> $2)`,
    [checkout, model],
  );
}
