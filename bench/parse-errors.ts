/**
 * How many files of real repositories have syntax errors after `prepare` and `repair`: counts for each language, and every such
 * file with the line of its first error (for a held set, counts alone). Takes directories of checkouts; nothing in them runs. With
 * `--set`, one directory with checkouts named OWNER+NAME, of which those of the set are read.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { type Node } from "web-tree-sitter";
import type { GrammarLanguage } from "../packages/outrider/src/languages/language.ts";
import { languageOf } from "../packages/outrider/src/languages/language-of.ts";
import { parsedRepositories } from "./parse-errors/repositories.ts";
import { parseText } from "../packages/outrider/src/syntax/extract/parse-text.ts";

const { values: args, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    /** Ids of languages, separated by commas. Default: all. */
    languages: { type: "string", default: "" },
    /** A pattern for paths that are broken on purpose, such as fixtures of a parser. */
    "leave-out": { type: "string", default: "" },
    /** "tune" or "held": which of the pinned repositories. */
    set: { type: "string", default: "" },
    /** Prints every error instead of the first of each file. */
    all: { type: "boolean", default: false },
  },
});
const directories =
  args.set === ""
    ? positionals
    : parsedRepositories
        .filter(({ set }) => set === args.set)
        .map(({ name }) => join(positionals[0] ?? ".", name.replace("/", "+")));
if (directories.length === 0) throw new Error("Name at least one directory: npm run bench:parse-errors -- DIRECTORY");
const wanted = new Set(args.languages.split(",").filter(Boolean));
const leftOut = args["leave-out"] === "" ? undefined : new RegExp(args["leave-out"]);

const maxShown = 140;
/** The largest text that is parsed. */
const maxBytes = 4 * 1024 * 1024;

interface Count {
  files: number;
  broken: number;
  ms: number;
}

const counts = new Map<string, Count>();
for (const directory of directories) {
  for (const path of listFiles(directory)) {
    const language = languageOf(path);
    if (language === undefined || !("grammar" in language) || (wanted.size > 0 && !wanted.has(language.id))) continue;
    if (leftOut?.test(path) === true) continue;
    await countFile(directory, path, language);
  }
}
console.log("\n| language | files | with errors | share | ms a file |\n|---|---:|---:|---:|---:|");
for (const [id, { files, broken, ms }] of [...counts].toSorted(([, a], [, b]) => b.files - a.files)) {
  console.log(
    `| ${id} | ${files} | ${broken} | ${((100 * broken) / files).toFixed(2)} % | ${(ms / files).toFixed(1)} |`,
  );
}

async function countFile(directory: string, path: string, language: GrammarLanguage): Promise<void> {
  const text = readFileSync(path, "utf8");
  if (text.includes("\0") || text.includes("\uFFFD")) return;
  const count = counts.get(language.id) ?? { files: 0, broken: 0, ms: 0 };
  counts.set(language.id, count);
  const started = performance.now();
  const errors = await parseText(language, text, {}, ({ rootNode }) => findErrors(rootNode));
  count.ms += performance.now() - started;
  count.files += 1;
  if (errors?.length === 0) return;
  count.broken += 1;
  if (args.set === "held") return;
  const shown = relative(directory, path);
  if (errors === undefined) console.log(`${language.id} ${shown}: parsing took too long`);
  const lines = text.split("\n");
  for (const { line, what } of (errors ?? []).slice(0, args.all ? undefined : 1)) {
    console.log(`${language.id} ${shown}:${line + 1}: ${what}: ${(lines[line] ?? "").trim().slice(0, maxShown)}`);
  }
}

interface SyntaxFault {
  readonly line: number;
  readonly what: string;
}

/** The outermost errors in the order of the text. */
function findErrors(node: Node): readonly SyntaxFault[] {
  if (!node.hasError) return [];
  if (node.isError || node.isMissing) {
    const what = node.isMissing ? `missing ${node.type}` : "error";
    return [{ line: node.startPosition.row, what }];
  }
  return node.children.flatMap((child) => (child === null ? [] : findErrors(child)));
}

/** All files but those of git and of installed packages. */
function* listFiles(directory: string): Generator<string> {
  const entries = readdirSync(directory, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules") yield* listFiles(path);
    else if (entry.isFile() && statSync(path).size <= maxBytes) yield path;
  }
}
