import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { languageOf } from "../../packages/outrider/src/languages/language-of.ts";
import { chunkText } from "../../packages/outrider/src/search/chunks/chunk-text.ts";
import { createLexicalIndex } from "../../packages/outrider/src/search/lexical/lexical-index.ts";
import { type Corpus, dot, type EncodeWords } from "../../packages/outrider/src/search/ranking/corpus.ts";
import type { FileTerms } from "../../packages/outrider/src/search/records/file-terms.ts";
import { readTerms } from "../../packages/outrider/src/search/records/read-terms.ts";
import type { NearestChunk } from "../../packages/outrider/src/search/stores/vector-store.ts";
import type { FileSymbols } from "../../packages/outrider/src/syntax/code-symbol.ts";
import { extractSymbols } from "../../packages/outrider/src/syntax/extract/extract-symbols.ts";
import type { Repository } from "./judge.ts";

/** A repository that is indexed. Paths are those of the repository; they serve as keys of contents, too. */
export interface IndexedCheckout {
  readonly repository: Repository;
  readonly corpus: Corpus;
  readonly records: ReadonlyMap<string, FileTerms>;
  readonly encode: EncodeWords;
  /** As a store answers it: the nearest chunks, and all of the contents in `always`. */
  nearest(question: Float32Array, limit: number, always: readonly string[]): readonly NearestChunk[];
}

export type ReadSymbols = (file: string, text: string) => Promise<FileSymbols | undefined>;

/** The benchmark's authors look at these only; so does everyone who is compared with them. */
const codeEndings = new Set(
  "py js mjs cjs jsx ts tsx go java php rb rs cs kt kts scala sc swift cpp cc cxx h hpp hh hxx c ex exs sh bash bats hs lua zig m mm".split(
    " ",
  ),
);

export function codeFiles(folder: string, { name, root }: Repository): readonly string[] {
  const base = join(folder, name);
  if (!existsSync(base))
    throw new Error(`There is no ${base}; check the repository out there, at the revision in repositories.json.`);
  const files: string[] = [];
  const visit = (path: string): void => {
    for (const entry of readdirSync(join(base, path), { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) visit(below);
      else if (entry.isFile() && codeEndings.has(extname(entry.name).slice(1).toLowerCase())) files.push(below);
    }
  };
  visit(root ?? "");
  return files.sort();
}

/** Without a cache, the symbols are read as Outrider's threads read them. */
export async function parseSymbols(file: string, text: string): Promise<FileSymbols | undefined> {
  const language = languageOf(file);
  return language === undefined || text.length > 1_000_000 ? undefined : await extractSymbols(language, { file, text });
}

export async function indexCheckout(
  folder: string,
  repository: Repository,
  encode: EncodeWords,
  readSymbols: ReadSymbols = parseSymbols,
): Promise<IndexedCheckout> {
  const records = new Map<string, FileTerms>();
  const vectors = new Map<string, Float32Array[]>();
  for (const file of codeFiles(folder, repository)) {
    const text = readFileSync(join(folder, repository.name, file), "utf8");
    const symbols = (await readSymbols(file, text)) ?? { language: "text", symbols: [], broken: true };
    const own: Float32Array[] = [];
    const onWords = (chunk: number, words: readonly string[]): void => {
      own[chunk] = encode(words, "code");
    };
    records.set(file, readTerms({ text, symbols, chunks: chunkText(text, symbols.symbols), note: undefined, onWords }));
    vectors.set(file, own);
  }
  const index = createLexicalIndex<string>();
  index.add([...records]);
  // The paths of a project begin at the root.
  const rootLength = (repository.root ?? "") === "" ? 0 : (repository.root ?? "").length + 1;
  return {
    repository,
    records,
    encode,
    corpus: {
      index,
      facts: (file) => {
        const record = records.get(file);
        return record && { paths: [file.slice(rootLength)], language: record.language, note: record.note };
      },
    },
    nearest(question, limit, always) {
      const all: NearestChunk[] = [];
      for (const [content, own] of vectors)
        own.forEach((vector, chunk) => all.push({ content, chunk, score: dot(question, vector) }));
      all.sort((a, b) => b.score - a.score);
      const wanted = new Set(always);
      return all.filter(({ content }, at) => at < limit || wanted.has(content));
    },
  };
}
