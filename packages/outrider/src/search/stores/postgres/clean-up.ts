import type { Layout } from "./schema.ts";
import type { Query } from "./transaction.ts";

const daysKept = 30;
/** More is left for the next day: no statement may take long. */
const mostContents = 20_000;

/** Once a day, by whoever comes first: checkouts that nobody has used for long, and contents that nobody holds any more. */
export async function cleanUp(query: Query, { schema, checkout }: Layout): Promise<void> {
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
    [daysKept, mostContents],
  );
}
