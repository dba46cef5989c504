import { stemOf } from "../text/terms.ts";

/** Words that code abbreviates or spells in several ways. */
const sets: readonly (readonly string[])[] = [
  "request req",
  "response resp res",
  "config configuration cfg conf",
  "error err",
  "context ctx",
  "message msg",
  "connection conn",
  "initialize initialization init",
  "pointer ptr",
  "string str",
  "number num",
  "index idx",
  "parameter param",
  "argument arg",
  "database db",
  "authentication authenticate auth",
  "authorization authorize authz",
  "execute execution exec",
  "environment env",
  "directory dir",
  "document doc",
  "documentation docs",
  "source src",
  "destination dest dst",
  "temporary temp tmp",
  "function func fn",
  "variable var",
  "value val",
  "object obj",
  "buffer buf",
  "length len",
  "address addr",
  "attribute attr",
  "property prop",
  "command cmd",
  "callback cb",
  "character char",
  "expression expr",
  "statement stmt",
  "declaration decl",
  "definition def",
  "reference ref",
  "implementation impl",
  "information info",
  "language lang",
  "library lib",
  "package pkg",
  "repository repo",
  "specification spec",
  "synchronize synchronization sync",
  "asynchronous async",
  "utility utilities util utils",
  "administrator admin",
  "application app",
  "certificate cert",
  "cryptography crypto",
  "decrement dec",
  "increment inc",
  "descriptor desc",
  "filesystem fs",
  "generate gen",
  "identifier ident id",
  "interface iface",
  "iterator iter",
  "maximum max",
  "minimum min",
  "memory mem",
  "multiplexer mux",
  "operating operation op",
  "original orig",
  "password passwd pwd",
  "previous prev",
  "process proc",
  "protocol proto",
  "pseudorandom random rand rng",
  "receive recv",
  "regular regex regexp",
  "sequence seq",
  "server srv",
  "socket sock",
  "standard std",
  "statistics stats stat",
  "synchronous sync",
  "token tok",
  "transaction tx txn",
  "vector vec",
  "window win",
].map((set) => set.split(" "));

const variants = new Map<string, Set<string>>();
for (const set of sets) {
  for (const word of set) {
    const known = variants.get(word) ?? new Set<string>();
    for (const other of set) if (other !== word) known.add(other);
    variants.set(word, known);
  }
}

/** Other spellings of a lowercase word: "req" and "request" stand for each other. */
export function variantsOf(word: string): readonly string[] {
  return [...(variants.get(word) ?? (word.endsWith("s") ? (variants.get(word.slice(0, -1)) ?? []) : []))];
}

/**
 * From a verb to its agent noun and back: "loads" and `Loader`, "parser" and `parse`. The stemmer keeps short ones apart. Many
 * of the results are not words; the index knows which are.
 */
export function agentNounsOf(word: string): readonly string[] {
  const stem = stemOf(word);
  const doer = /^(.{2,}?)(.)\2?(?:er|or)s?$/.exec(word);
  if (doer !== null) return [`${doer[1]}${doer[2]}`, `${doer[1]}${doer[2]}e`];
  if (stem.length < 3 || !/^[a-z]+$/.test(stem)) return [];
  const last = stem.at(-1) ?? "";
  return [`${stem}er`, `${stem}or`, ...(/[bdgklmnprt]/.test(last) ? [`${stem}${last}er`] : [])];
}
