import { hasWord, type Invocation } from "../invocation.ts";
import type { Rule } from "../rule.ts";
import { textsOf, unknownPart } from "../word.ts";

const dropped = new Set([
  "TABLE",
  "DATABASE",
  "SCHEMA",
  "VIEW",
  "INDEX",
  "COLUMN",
  "ROLE",
  "USER",
  "OWNED",
  "TYPE",
  "FUNCTION",
  "SEQUENCE",
  "TRIGGER",
  "EXTENSION",
  "TABLESPACE",
  "MATERIALIZED",
  "PROCEDURE",
  "CONSTRAINT",
  "POLICY",
  "KEYSPACE",
]);

const clients = [
  "psql",
  "mysql",
  "mariadb",
  "sqlite3",
  "sqlcmd",
  "duckdb",
  "clickhouse-client",
  "cockroach",
  "pgcli",
  "mycli",
  "litecli",
];

export const databaseRules: readonly Rule[] = [
  {
    programs: clients,
    reason: "deletes data: DROP, TRUNCATE, or DELETE or UPDATE without WHERE",
    loses: true,
    when: (client) => sqlTexts(client).some(findDanger),
  },
  {
    programs: clients,
    reason: "runs SQL that cannot be told before it runs",
    when: (client) =>
      client.command.input?.unknown === true ||
      sqlTexts(client).some((text) => text.trim().startsWith(unknownPart) && client.program !== "sqlite3"),
  },
  {
    programs: ["dropdb", "dropuser", "mysqladmin", "pg_restore", "mongorestore"],
    reason: "deletes or overwrites databases",
    loses: true,
    when: (tool) => tool.program !== "mysqladmin" || hasWord(tool, "drop", "shutdown", "flush-hosts"),
  },
  {
    programs: ["redis-cli", "valkey-cli"],
    reason: "deletes data",
    loses: true,
    when: (redis) =>
      redis.args.some((word) =>
        textsOf(word).some((text) => /^(?:flushall|flushdb|del|unlink|shutdown|config|eval)$/i.test(text)),
      ),
  },
  {
    programs: ["mongosh", "mongo"],
    reason: "deletes data",
    loses: true,
    when: (mongo) =>
      [...mongo.args, ...inputOf(mongo)].some((word) =>
        textsOf(word).some((text) => /\b(?:drop|dropDatabase|deleteMany|remove)\s*\(/.test(text)),
      ),
  },
  {
    programs: ["rails", "rake", "bin/rails"],
    reason: "deletes the database",
    loses: true,
    when: (rails) => hasWord(rails, "db:drop", "db:reset", "db:purge", "db:migrate:reset", "db:schema:load"),
  },
  {
    programs: ["prisma"],
    reason: "deletes the database",
    loses: true,
    when: (prisma) => hasWord(prisma, "reset") || hasWord(prisma, "--force-reset", "--accept-data-loss"),
  },
];

function inputOf(client: Invocation): Invocation["args"] {
  const { input, feeders } = client.command;
  return [
    ...(input === undefined ? [] : [input]),
    ...feeders.flatMap((feeder) => [...feeder.words, ...(feeder.input === undefined ? [] : [feeder.input])]),
  ];
}

/** Arguments and standard input: more than SQL, but file names do not look like statements. */
function sqlTexts(client: Invocation): readonly string[] {
  return [...client.args, ...inputOf(client)].flatMap(textsOf);
}

/** Whether a statement drops tables, or deletes rows without a condition. */
function findDanger(sql: string): boolean {
  return splitStatements(sql).some((words) => isDangerous(words));
}

function isDangerous(words: readonly string[]): boolean {
  // `-cDROP` of psql and `EXPLAIN DELETE`, or statements after BEGIN or WITH: the verb may be anywhere.
  return words.some((word, at) => {
    const next = words[at + 1] ?? "";
    if (word === "DROP") return dropped.has(next);
    if (word === "TRUNCATE") return next !== "" && next !== "(";
    if (word === "DELETE") return next === "FROM" && !words.includes("WHERE");
    if (word === "UPDATE") return words.includes("SET") && !words.includes("WHERE");
    return false;
  });
}

/** The words in upper case, statement by statement, without strings, quoted names and comments. */
function splitStatements(sql: string): readonly (readonly string[])[] {
  const statements: string[][] = [[]];
  const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|;|[\p{L}_][\p{L}\p{N}_$]*|[^\s]/gu;
  for (const [text] of sql.matchAll(token)) {
    if (text === ";") statements.push([]);
    else if (/^[\p{L}_]/u.test(text)) statements.at(-1)?.push(text.toUpperCase());
    // A quoted name counts as a word, so that a bare `DROP "users"` is not taken for a statement.
    else if (/^["`]/.test(text)) statements.at(-1)?.push('"');
  }
  return statements;
}
