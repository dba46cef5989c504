/** Whether some statement of the text deletes tables, or rows without saying which. */
export function findDanger(sql: string): boolean {
  return splitStatements(sql).some((words) => isDangerous(words));
}

function isDangerous(words: readonly string[]): boolean {
  // `-cDROP` of psql and `EXPLAIN DELETE`, or what follows BEGIN, WITH: the verb may stand anywhere.
  return words.some((word, at) => {
    const next = words[at + 1] ?? "";
    if (word === "DROP") return dropped.has(next);
    if (word === "TRUNCATE") return next !== "" && next !== "(";
    if (word === "DELETE") return next === "FROM" && !words.includes("WHERE");
    if (word === "UPDATE") return words.includes("SET") && !words.includes("WHERE");
    return false;
  });
}

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

/** Words in capitals, statement by statement, without strings, quoted names and comments. */
function splitStatements(sql: string): readonly (readonly string[])[] {
  const statements: string[][] = [[]];
  const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|;|[\p{L}_][\p{L}\p{N}_$]*|[^\s]/gu;
  for (const [text] of sql.matchAll(token)) {
    if (text === ";") statements.push([]);
    else if (/^[\p{L}_]/u.test(text)) statements.at(-1)?.push(text.toUpperCase());
    // A quoted name counts as one, so that `DROP "users"` is no statement by itself.
    else if (/^["`]/.test(text)) statements.at(-1)?.push('"');
  }
  return statements;
}
