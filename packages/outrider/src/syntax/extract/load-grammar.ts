import { Language, Parser, Query } from "web-tree-sitter";
import { findGrammarFile } from "../../grammars/find-grammar-file.ts";
import type { GrammarLanguage } from "../../languages/language.ts";
import { loadBeforeGrammars } from "../../workspace/threads/wasm-compiler.ts";

/** A grammar in this thread's memory, ready to parse. */
export interface LoadedGrammar {
  readonly parser: Parser;
  /** Compiled once per source text. */
  query(source: string): TreeQuery;
}

export type TreeQuery = Pick<Query, "matches" | "captures">;

/** Loads a language's grammar into this thread, once. */
export function loadGrammar(language: GrammarLanguage): Promise<LoadedGrammar> {
  const known = loading.get(language.grammar);
  if (known !== undefined) return known;
  const loaded = load(language.grammar);
  loading.set(language.grammar, loaded);
  loaded.catch(() => loading.delete(language.grammar));
  return loaded;
}

const loading = new Map<string, Promise<LoadedGrammar>>();

async function load(grammar: string): Promise<LoadedGrammar> {
  await init();
  const language = await Language.load(findGrammarFile(grammar));
  const parser = new Parser();
  parser.setLanguage(language);
  const queries = new Map<string, Query>();
  return {
    parser,
    query(source) {
      const known = queries.get(source);
      if (known !== undefined) return known;
      const query = new Query(language, source);
      queries.set(source, query);
      return query;
    },
  };
}

/** Concurrent initialisations would each set up their own memory, and grammars could end up in either. */
function init(): Promise<void> {
  initializing ??= loadBeforeGrammars(() => Parser.init({ wasmMemory: createMemory(), printErr: () => {} })).catch(
    (error: unknown) => {
      initializing = undefined;
      throw error;
    },
  );
  return initializing;
}

let initializing: Promise<void> | undefined;

/** The types of Node leave it out. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => object;
};

/** A text that needs more crashes its thread instead of taking the machine's memory. */
function createMemory(): object {
  return new WebAssembly.Memory({ initial: initialPages, maximum: maximumPages });
}

const pagesPerMiB = 16;
/** The least that the parser's own module asks for. */
const initialPages = 32 * pagesPerMiB;
/** Ordinary code of 4 MiB, the largest text that is parsed, needs a third of it. */
const maximumPages = 512 * pagesPerMiB;
