import { isTelling, stemOf, termOfWord, wholeTerm } from "../text/terms.ts";
import { wordsOfName } from "../text/words.ts";
import { familyOf, type PathFamily } from "./path-family.ts";

/** A word of a path, to be compared with the words of a question. */
export interface PathWord {
  readonly stem: string;
  readonly term: number;
}

/** What the path of a file says. */
export interface PathFacts {
  /** Words of the file name without extensions; of the folder's for a file that stands for it (`index.ts`, `mod.rs`). */
  readonly stem: readonly PathWord[];
  /** Words of the folders. */
  readonly folders: readonly PathWord[];
  /** The name that other files use for it: the term of the whole name. */
  readonly called: number;
  /** For an embedder: all words, those of the name twice. */
  readonly words: readonly string[];
  readonly marks: PathMarks;
  readonly family: PathFamily;
}

export interface PathMarks {
  readonly test: boolean;
  readonly example: boolean;
  /** Of an older generation, or only kept for compatibility. */
  readonly legacy: boolean;
  readonly vendored: boolean;
  /** Only declares what is implemented elsewhere: `x.d.ts`. */
  readonly declarations: boolean;
  readonly standsForFolder: boolean;
}

const known = new Map<string, PathFacts>();
const maxKnown = 50_000;

export function pathFacts(path: string): PathFacts {
  const cached = known.get(path);
  if (cached !== undefined) return cached;
  const facts = readPath(path);
  if (known.size >= maxKnown) known.clear();
  known.set(path, facts);
  return facts;
}

function readPath(path: string): PathFacts {
  const folders = path.split("/");
  const file = folders.pop() ?? "";
  const name = file.replace(/(?<=.)\.[^.]+$/, "").replace(/\.(?:test|spec|d)$/, "");
  const standsForFolder = /^(?:index|__init__|mod|lib|main|init|package|__main__)$/i.test(name);
  const around = folders.findLast((folder) => !/^(?:src|lib|source|sources)$/i.test(folder));
  const stemName = standsForFolder && around !== undefined ? around : name;
  const stemWords = wordsOfPath(stemName);
  const folderWords = folders.filter((folder) => folder !== stemName).flatMap(wordsOfPath);
  return {
    stem: termsOf(stemWords),
    folders: termsOf(folderWords),
    called: calledBy(stemName, stemWords),
    words: [...folderWords, ...stemWords, ...stemWords],
    marks: { ...marksOf(path, file), standsForFolder },
    family: familyOf(path),
  };
}

function marksOf(path: string, file: string): Omit<PathMarks, "standsForFolder"> {
  const whole = `/${path}`;
  return {
    test:
      /\/(?:tests?|__tests__|specs?|testing|testdata|test-d|fixtures?|__mocks__|mocks?|benchmarks?|bench|androidTest|[\w-]+[-_]tests?|tests?[-_][\w-]+)\//i.test(
        whole,
      ) ||
      /(?:^test_.*\.py$|^conftest\.py$|^tests?\.|[._-](?:test|tests|spec|specs|bench|mock)\.|[a-z0-9](?:Test|Tests|Spec|IT)\.[a-z]+$)/.test(
        file,
      ),
    example: /\/(?:examples?|_examples?|samples?|demos?|docs?|tutorials?|playground|website)\//i.test(whole),
    legacy:
      /\/(?:legacy|deprecated|compat|compatibility|old|obsolete|attic)(?:\/|[._-])|[._-](?:legacy|deprecated|compat|old)\./i.test(
        whole,
      ),
    vendored:
      /\/(?:vendor|vendored|third[-_]?party|node_modules|external|extern|deps|dist|build|out|generated|gen|locales?|i18n)\//i.test(
        whole,
      ),
    declarations: /\.d\.[cm]?ts$|\.pyi$/.test(file),
  };
}

function wordsOfPath(name: string): readonly string[] {
  return wordsOfName(name.replaceAll(/[^\p{L}\p{N}_]+/gu, "_"));
}

/** `read-file.ts` is called `readFile` or `read_file`; `cookies.py` is a single word. */
function calledBy(name: string, words: readonly string[]): number {
  const [only = ""] = words;
  return words.length > 1 ? wholeTerm(name.replaceAll(/[^\p{L}\p{N}]+/gu, "")) : termOfWord(only);
}

function termsOf(words: readonly string[]): readonly PathWord[] {
  const found = new Map(words.filter(isTelling).map((word) => [termOfWord(word), stemOf(word)]));
  return Array.from(found, ([term, stem]) => ({ term, stem }));
}
