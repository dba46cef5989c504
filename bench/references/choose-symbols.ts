/** Symbols whose references are beyond doubt, by a reader that has nothing to do with us or with any language server. */
import { spawnSync } from "node:child_process";
import { relative } from "node:path";
import { spread } from "../accuracy/cache.ts";
import { readerFile, typescriptApi } from "./programs.ts";
import { codeFiles, type Repository } from "./repositories.ts";

type Place = readonly [path: string, line: number, column: number];

interface Entry {
  readonly name: string;
  readonly declared: readonly Place[];
  readonly uses: readonly Place[];
  /** Occurrences as a parameter, local value, property, alias, in another package's module … */
  readonly others: number;
}

export interface ChosenSymbol {
  readonly name: string;
  /** Relative to the root; line and column from 0. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** `file:line`, lines from 1, declaration not among them. */
  readonly truth: ReadonlySet<string>;
}

export const rule =
  "Rule for symbols: a function at the top of a file, its name declared once in the repository, of 8 letters or more, " +
  "on 6 to 80 lines in 3 files or more; left out when the name also occurs as anything that may be another thing or that " +
  "lets the symbol go by another name (parameter, local value, property, method, key, alias, default export, value of " +
  "a module, import from another package, f-string). Chosen evenly from all such names in order; where tests have a tsconfig of their own, from those used in tests.\n" +
  "Rule for truth: every line with the name as an identifier, by the parser of TypeScript 5.9, by CPython's tokenize and " +
  "ast, or by go/parser; comments and strings out, the declaration's line out. A place is a line. An answered line that " +
  "has the word in a comment or string only is counted neither as found nor as false.";

export interface Choice {
  readonly files: number;
  readonly candidates: number;
  readonly symbols: readonly ChosenSymbol[];
}

export function chooseSymbols(repository: Repository, root: string, count: number): Choice {
  const files = codeFiles(root, repository.endings);
  const fitting = readEntries(repository, files)
    .filter(({ declared, others, name }) => declared.length === 1 && others === 0 && name.length >= 8)
    .flatMap((entry) => toSymbol(entry, root))
    .filter(({ truth }) => [...truth].some((place) => place.includes(repository.usedIn ?? "")))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const chosen = spread(
    fitting.map(({ name }) => name),
    count,
  );
  return {
    files: files.length,
    candidates: fitting.length,
    symbols: fitting.filter(({ name }) => chosen.includes(name)),
  };
}

function toSymbol({ name, declared, uses }: Entry, root: string): ChosenSymbol[] {
  const [place] = declared;
  if (place === undefined) return [];
  const [path, line, column] = place;
  const show = ([path, line]: Place): string => `${relative(root, path).replaceAll("\\", "/")}:${line + 1}`;
  const truth = new Set(uses.map(show));
  truth.delete(show(place));
  const files = new Set(uses.map(([path]) => path));
  if (truth.size < 6 || truth.size > 80 || files.size < 3) return [];
  return [{ name, file: relative(root, path).replaceAll("\\", "/"), line, column, truth }];
}

function readEntries({ reader, own }: Repository, files: readonly string[]): readonly Entry[] {
  const input = files.join("\n");
  if (reader === "typescript")
    return read(process.execPath, [readerFile("identifiers.cjs"), typescriptApi, own], input);
  if (reader === "python") return read("python3", [readerFile("identifiers.py"), own], input);
  return read("go", ["run", readerFile("identifiers.go"), own], input);
}

function read(command: string, args: readonly string[], input: string): readonly Entry[] {
  const { status, stdout, stderr, error } = spawnSync(command, args, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status === 0) return JSON.parse(stdout);
  throw new Error(`The reader "${command} ${args.join(" ")}" failed: ${error?.message ?? stderr.slice(-600)}`);
}
