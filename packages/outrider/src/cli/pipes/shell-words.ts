/** Arguments and flags for the fields of tools, commands for their names. */
const words: Readonly<Record<string, string>> = {
  symbol: "NAME",
  name: "NAME",
  path: "FILE#NAME",
  pattern: "PATTERN",
  glob: "--glob",
  type: "--type",
  literal: "--literal",
  kind: "--kind",
  role: "--role",
  tests: "--tests",
  within: "--within",
  depth: "--depth",
  to: "--to",
  likely: "--likely",
  project: "--project",
  unproven: "--unproven",
  force: "--force",
  new_name: "NEW",
  symbols: "outrider defs",
  references: "outrider refs",
  call_graph: "outrider callers",
  hierarchy: "outrider impls",
  grep: "outrider grep",
  semantic_search: "outrider search",
};

const ownWords: Readonly<Record<string, typeof words>> = {
  rename: { symbol: "OLD", path: "FILE#OLD" },
  outline: { path: "FILE" },
  grep: { path: "--within" },
  changes: { symbol: "--history", path: "--path", range: "REVISIONS" },
};

/**
 * What a tool says of itself and its fields, as a person has to write it in a shell. Code that it quotes, in lines of their own that begin
 * with a blank or in quotes, stays as it is.
 */
export function inShellWords(message: string, command: string): string {
  const own = { ...words, ...ownWords[command] };
  const [first = "", ...more] = message.split("\n");
  const said = first
    .replace(/^[a-z_]+ was not run, its input is not valid\. /, "")
    .replace(/ \((?:number|string)\)\.$/, ".");
  return [said, ...more].map((line) => (line.startsWith(" ") ? line : translate(line, own))).join("\n");
}

const fields = /`([a-z_]+)`: "([a-z]+)"|"(?:[^"\\]|\\.)*"|`([a-z_]+)(?:\.\d+)?`/g;
/** No flag says how long a server is waited for. */
const waiting = /[,;] (?:or give )?`wait`(?: gives (?:a|the) server more time| gives it more| more seconds)?/g;

function translate(line: string, own: typeof words): string {
  return line
    .replaceAll(waiting, "")
    .replace(/ as path\.$/, ".")
    .replaceAll(fields, (whole, field?: string, value?: string, alone?: string) => {
      const word = own[field ?? alone ?? ""];
      if (word === undefined) return whole;
      return value === undefined ? word : `${word} ${value}`;
    });
}
