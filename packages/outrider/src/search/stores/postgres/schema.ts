import { ToolError } from "toolwright";
import { errorCode } from "../../../workspace/paths/error-code.ts";
import type { Query } from "./transaction.ts";

/** What statements need to know about the database; names are already quoted. */
export interface Layout {
  readonly schema: string;
  readonly model: number;
  readonly checkout: number;
  /** The table of this model's vectors. */
  readonly vectors: string;
  /** pgvector's type and its operator for the negative dot product, qualified with the extension's schema. */
  readonly vectorType: string;
  readonly vectorTypeId: number;
  readonly distance: string;
}

export interface LayoutOptions {
  readonly schema: string;
  readonly model: string;
  readonly dimensions: number;
  readonly checkout: string;
}

const version = 1;

/** Finds the tables, or creates those that are missing; in one transaction, so that all or none are created. */
export async function prepareLayout(query: Query, options: LayoutOptions): Promise<Layout> {
  const { dimensions } = options;
  const schema = quote(options.schema);
  // One at a time: several processes may start at once.
  await query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`outrider ${options.schema}`]);
  const extension = await findExtension(query);
  await makeTables(query, schema, options.schema);
  const model = await findModel(query, schema, options);
  const checkout = await findCheckout(query, schema, options.checkout);
  const vectors = `${schema}.vectors_${model}`;
  // Check first: a role that may use the tables may not be allowed to create them.
  if (!(await isThere(query, vectors))) {
    await query(`create table ${vectors} (
      content bigint not null references ${schema}.contents on delete cascade,
      chunk integer not null,
      embedding ${extension.vectorType}(${dimensions}) not null,
      primary key (content, chunk))`);
  }
  return { schema, model, checkout, vectors, ...extension };
}

async function makeTables(query: Query, schema: string, name: string): Promise<void> {
  if (await isThere(query, `${schema}.schema_version`)) return await expectVersion(query, schema);
  const [space] = await query("select to_regnamespace($1) is not null as is_there", [schema]);
  if (space?.["is_there"] !== true) await query(`create schema ${schema}`);
  for (const statement of tablesOf(schema)) await query(statement);
  await query(
    `comment on schema ${schema} is 'Vectors of Outrider (${name.replaceAll("'", "")}); can be dropped, it is made anew'`,
  );
}

async function isThere(query: Query, table: string): Promise<boolean> {
  const [row] = await query("select to_regclass($1) is not null as is_there", [table]);
  return row?.["is_there"] === true;
}

/** Contents are identified by hashes and checkouts by a hash of machine and path: no file names or texts are stored. */
function tablesOf(schema: string): readonly string[] {
  return [
    `create table ${schema}.schema_version (version integer not null, cleaned timestamptz not null default now())`,
    `insert into ${schema}.schema_version (version) values (${version})`,
    `create table ${schema}.models (
      id integer generated always as identity primary key,
      name text not null unique,
      dimensions integer not null)`,
    `create table ${schema}.contents (
      id bigint generated always as identity primary key,
      model integer not null references ${schema}.models on delete cascade,
      content text not null,
      chunks integer,
      used timestamptz not null default now(),
      unique (model, content))`,
    `create table ${schema}.checkouts (
      id integer generated always as identity primary key,
      name text not null unique,
      seen timestamptz not null default now())`,
    `create table ${schema}.holdings (
      checkout integer not null references ${schema}.checkouts on delete cascade,
      content bigint not null references ${schema}.contents on delete cascade,
      primary key (checkout, content))`,
    `create index on ${schema}.holdings (content)`,
  ];
}

async function expectVersion(query: Query, schema: string): Promise<void> {
  const [row] = await query(`select version from ${schema}.schema_version`);
  if (row?.["version"] === version) return;
  throw new ToolError(
    "store_version",
    `The tables in ${schema} have version ${String(row?.["version"])}, and this Outrider knows version ${version}. Use the same version of Outrider everywhere, or name another schema in the settings.`,
  );
}

async function findModel(query: Query, schema: string, options: LayoutOptions): Promise<number> {
  const { model, dimensions } = options;
  await query(`insert into ${schema}.models (name, dimensions) values ($1, $2) on conflict do nothing`, [
    model,
    dimensions,
  ]);
  const [row] = await query(`select id, dimensions from ${schema}.models where name = $1`, [model]);
  if (row?.["dimensions"] !== dimensions) throw otherDimensions(options, row?.["dimensions"]);
  return Number(row["id"]);
}

async function findCheckout(query: Query, schema: string, name: string): Promise<number> {
  await query(`insert into ${schema}.checkouts (name) values ($1) on conflict do nothing`, [name]);
  const [row] = await query(`select id from ${schema}.checkouts where name = $1`, [name]);
  return Number(row?.["id"]);
}

async function findExtension(query: Query): Promise<Pick<Layout, "vectorType" | "vectorTypeId" | "distance">> {
  const found = (await readExtension(query)) ?? (await makeExtension(query));
  const schema = quote(String(found["schema"]));
  return {
    vectorType: `${schema}.vector`,
    vectorTypeId: Number(found["type"]),
    distance: `operator(${schema}.<#>)`,
  };
}

async function readExtension(query: Query): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [row] = await query(`select n.nspname as schema, t.oid as type
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    join pg_type t on t.typnamespace = n.oid and t.typname = 'vector'
    where e.extname = 'vector'`);
  return row;
}

async function makeExtension(query: Query): Promise<Readonly<Record<string, unknown>>> {
  try {
    await query("create extension vector");
  } catch (error) {
    throw noExtension(error);
  }
  const row = await readExtension(query);
  if (row === undefined) throw noExtension(undefined);
  return row;
}

function noExtension(error: unknown): unknown {
  const code = errorCode(error);
  if (code === "42501") {
    return new ToolError(
      "no_pgvector",
      'The database does not have the extension "vector", and this role may not create it. Have an administrator run CREATE EXTENSION vector in it.',
    );
  }
  // Not installed: a file is missing, or a feature is not supported.
  if (error !== undefined && code !== "58P01" && code !== "0A000") return error;
  return new ToolError(
    "no_pgvector",
    "The PostgreSQL server does not have pgvector. Install it on the server (Debian and Ubuntu: the package postgresql-NN-pgvector; Docker: the image pgvector/pgvector; most providers have it as an extension to switch on), then try again.",
  );
}

function otherDimensions({ model, dimensions }: LayoutOptions, found: unknown): ToolError {
  return new ToolError(
    "wrong_dimensions",
    `The vectors of ${JSON.stringify(model)} in this database have ${String(found)} dimensions, those of the embedder ${dimensions}. Two models have the same name; give one of them another.`,
  );
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
