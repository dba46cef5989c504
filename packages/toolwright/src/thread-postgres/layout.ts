import { ToolError } from "../tool/tool-error.ts";
import type { RunStatement } from "./database.ts";

const version = 1;

/** The tables, by their whole names. In quotes, since a schema may have the name of a keyword. */
export interface Layout {
  readonly schema: string;
  readonly version: string;
  readonly threads: string;
  readonly entries: string;
}

/** A schema's name is the program's, never a person's or a model's. */
export function nameTables(schema: string): Layout {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new TypeError(`The schema ${JSON.stringify(schema)} must be lower-case letters, digits and underscores.`);
  }
  const quoted = `"${schema}"`;
  return {
    schema: quoted,
    version: `${quoted}.thread_layout`,
    threads: `${quoted}.threads`,
    entries: `${quoted}.thread_entries`,
  };
}

/** Makes the tables if they are not there; those of another version are left alone. A role without rights to create uses what is there. */
export async function prepareLayout(run: RunStatement, tables: Layout): Promise<void> {
  if (!(await hasTables(run, tables))) await makeTables(run, tables);
  const [row] = await run(`select version, current_setting('synchronous_commit') as commits from ${tables.version}`);
  if (row?.["version"] !== version) {
    const problem = `The tables of the schema ${tables.schema} have version ${String(row?.["version"])}, and this program knows version ${version}.`;
    throw new ToolError("store_version", `${problem} Nothing was changed in them.`);
  }
  if (row["commits"] === "off") {
    const problem = `The database confirms what a crash may lose (synchronous_commit is off).`;
    throw new ToolError("store_not_durable", `${problem} Turn it on for the role of the threads.`);
  }
}

async function hasTables(run: RunStatement, tables: Layout): Promise<boolean> {
  const [found] = await run("select to_regclass($1)::text as name", [tables.version]);
  return typeof found?.["name"] === "string";
}

/**
 * One statement is one transaction for every client. The lock keeps processes that begin together apart; who waited for it may still
 * remember from before that the schema is missing, and fails. By then the other has made everything.
 */
async function makeTables(run: RunStatement, tables: Layout): Promise<void> {
  const { schema, threads, entries } = tables;
  try {
    await run(`do $$ begin
      perform pg_advisory_xact_lock(hashtextextended('toolwright threads ${schema}', 0));
      create schema if not exists ${schema};
      if to_regclass('${tables.version}') is null then
        create table ${threads} (
          key text primary key,
          name text not null,
          entries integer not null default 0,
          changed_at double precision not null default 0,
          owner text,
          leased_until timestamptz
        );
        create table ${entries} (
          thread text not null references ${threads} (key) on delete cascade,
          seq integer not null,
          entry text not null,
          primary key (thread, seq)
        );
        create table ${tables.version} (version integer not null);
        insert into ${tables.version} values (${version});
      end if;
    end $$`);
  } catch (error) {
    if (!(await hasTables(run, tables))) throw error;
  }
}
