/** A program over a language's own parser as an oracle: it reads paths from stdin, one a line, and answers each with a line of JSON. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { FoundSymbol, Lines, Oracle, OracleAnswer, Place, SourceFile } from "./model.ts";

export interface ProgramOracleOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly keepsOurs?: Oracle["keepsOurs"];
}

/** [kind, name, line, container]; kind "either" needs no container, and a "hole" goes from one line to another. */
type Row =
  | readonly [kind: FoundSymbol["kind"], name: string, line: number, container: string]
  | readonly [kind: "either", name: string, line: number]
  | readonly [kind: "hole", name: "", from: number, to: number];

/** The answer is `null` where the parser refuses the file, else an array of rows. */
export function openProgramOracle({ name, command, args, env, keepsOurs }: ProgramOracleOptions): Oracle {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...env } });
  const ended = new Promise<void>((done) => child.on("close", () => done()));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.on("error", () => {});

  async function symbolsOf({ path }: SourceFile): Promise<OracleAnswer | undefined> {
    child.stdin.write(`${path}\n`);
    const { value, done } = await answers.next();
    if (done === true) throw new Error(`${command} ended while reading ${path}`);
    // Written by the programs in oracles/, in this shape.
    const rows = JSON.parse(value) as readonly Row[] | null;
    return rows === null ? undefined : sort(rows);
  }

  async function close(): Promise<void> {
    child.stdin.end();
    await ended;
  }

  return { name, symbolsOf, close, ...(keepsOurs === undefined ? {} : { keepsOurs }) };
}

function sort(rows: readonly Row[]): OracleAnswer {
  const symbols: FoundSymbol[] = [];
  const either: Place[] = [];
  const holes: Lines[] = [];
  for (const row of rows) {
    if (row[0] === "hole") holes.push({ from: row[2], to: row[3] });
    else if (row[0] === "either") either.push({ name: row[1], line: row[2] });
    else symbols.push({ kind: row[0], name: row[1], line: row[2], container: row[3] });
  }
  return { symbols, either, holes };
}
