// pack.ts PAIRS-FOLDER OUT-FOLDER [VOCABULARY-SIZE] [PAIRS-A-SHARD]: pairs without repetitions as shards, vocab.txt and meta.json.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterned, createNumbers } from "./interned.ts";
import { eachLine } from "./read-lines.ts";
import { createRepetitionFilter } from "./repetition.ts";
import { createShard } from "./shard.ts";
import { splitUnknown } from "../../packages/outrider/src/search/embedders/static/split-unknown.ts";

const [, , folder = "", out = "", size = "48000", perShard = "700000"] = process.argv;
const fewestPackages = 4;
const maxPerQuery = 4;
const kinds = ["doc", "name", "section", "header", "path"];
const heldOutOf = 40;

const interned = createInterned();
const languages: string[] = [];
const packages: string[] = [];
/** Where a pair's numbers begin in `stream`: kind, language, package, query length, query words, code words. */
const starts = createNumbers();
const stream = createNumbers();

readPairs();
const { vocabulary, coverage, idsOf } = chooseVocabulary();
const written = writeShards();
const held = packages.flatMap((name, id) => (isHeldOut(name) ? [id] : []));
writeFileSync(join(out, "vocab.txt"), `${vocabulary.map((id) => interned.words[id]).join("\n")}\n`);
writeFileSync(
  join(out, "meta.json"),
  JSON.stringify({
    kinds,
    languages,
    pairs: written,
    held,
    pairsWith: vocabulary.map((id) => interned.pairsWith(id)),
    coverage,
    packages: packages.length,
  }),
);
process.stdout.write(
  `${written} pairs, ${packages.length} packages (${held.length} held out), ${vocabulary.length} words, coverage ${JSON.stringify(coverage)}\n`,
);

function readPairs(): void {
  const isNew = createRepetitionFilter(maxPerQuery);
  const packageIds = new Map<string, number>();
  const counts = new Map<string, number>();
  let read = 0;
  let kept = 0;
  for (const file of readdirSync(folder)
    .toSorted()
    .filter((name) => name.endsWith(".tsv"))) {
    eachLine(join(folder, file), (line) => {
      const [kind = "", language = "", inPackage = "", name = "", query = "", code = ""] = line.split("\t");
      read += 1;
      if (!isNew(kind, name, query, code)) return;
      const packageId = idIn(packageIds, packages, inPackage);
      let languageId = languages.indexOf(language);
      if (languageId === -1) languageId = languages.push(language) - 1;
      starts.push(stream.length);
      stream.push(kinds.indexOf(kind));
      stream.push(languageId);
      stream.push(packageId);
      const words = query.split(" ");
      stream.push(words.length);
      for (const word of words) stream.push(interned.see(word, kept, packageId));
      for (const word of code.split(" ")) stream.push(interned.see(word, kept, packageId));
      kept += 1;
      counts.set(`${kind} ${language}`, (counts.get(`${kind} ${language}`) ?? 0) + 1);
    });
    process.stdout.write(`${file}: ${read} read, ${kept} kept, ${interned.words.length} words\n`);
  }
  starts.push(stream.length);
  writeFileSync(
    join(out, "counts.json"),
    JSON.stringify(Object.fromEntries([...counts].toSorted((a, b) => b[1] - a[1])), null, 1),
  );
}

function idIn(ids: Map<string, number>, names: string[], name: string): number {
  let id = ids.get(name);
  if (id === undefined) {
    id = names.push(name) - 1;
    ids.set(name, id);
  }
  return id;
}

/** Frequent in pairs and spread over packages: a project's own jargon is of no use elsewhere. */
function chooseVocabulary() {
  const value = (id: number): number => interned.pairsWith(id) * interned.packagesWith(id);
  const chosen = [...interned.words.keys()]
    .filter((id) => interned.packagesWith(id) >= fewestPackages && isWord(interned.words[id] ?? ""))
    .sort((a, b) => value(b) - value(a))
    .slice(0, Number(size))
    .sort((a, b) => interned.pairsWith(b) - interned.pairsWith(a));
  const rank = new Map(chosen.map((id, at) => [interned.words[id] ?? "", at]));
  const pieces = interned.words.map((word) => {
    const own = rank.get(word);
    return own === undefined
      ? splitUnknown(word, (piece) => rank.get(piece)).map((piece) => rank.get(piece) ?? 0)
      : [own];
  });
  let [known, split, lost] = [0, 0, 0];
  for (const [id, word] of interned.words.entries()) {
    const times = interned.pairsWith(id);
    if (rank.has(word)) known += times;
    else if ((pieces[id]?.length ?? 0) > 0) split += times;
    else lost += times;
  }
  const all = known + split + lost;
  return {
    vocabulary: chosen,
    coverage: { known: known / all, split: split / all, lost: lost / all },
    idsOf: (id: number) => pieces[id] ?? [],
  };
}

function isWord(word: string): boolean {
  return !/^\d{3,}$|^[0-9a-f]*\d[0-9a-f]{5,}$/.test(word);
}

function writeShards(): number {
  // Whole packages in random order, so that every shard is a fair sample by itself.
  const order = pairsByPackage();
  let shard = createShard();
  let number = 0;
  let written = 0;
  const flush = (): void => {
    if (shard.pairs > 0) shard.write(join(out, `shard-${String(number).padStart(2, "0")}.bin`));
    written += shard.pairs;
    number += 1;
    shard = createShard();
  };
  for (const pair of order) {
    const start = starts.at(pair);
    const firstCode = start + 4 + stream.at(start + 3);
    const query = bagOf(start + 4, firstCode);
    const code = bagOf(firstCode, starts.at(pair + 1));
    if (query.size < 2 || code.size < 4) continue;
    shard.add({ kind: stream.at(start), language: stream.at(start + 1), package: stream.at(start + 2), query, code });
    if (shard.pairs >= Number(perShard)) flush();
  }
  flush();
  return written;
}

function bagOf(from: number, to: number): Map<number, number> {
  const bag = new Map<number, number>();
  for (let at = from; at < to; at += 1) for (const id of idsOf(stream.at(at))) bag.set(id, (bag.get(id) ?? 0) + 1);
  return bag;
}

function pairsByPackage(): Uint32Array {
  const byPackage = new Map<number, number[]>();
  for (let pair = 0; pair + 1 < starts.length; pair += 1) {
    const id = stream.at(starts.at(pair) + 2);
    const list = byPackage.get(id);
    if (list === undefined) byPackage.set(id, [pair]);
    else list.push(pair);
  }
  const ids = [...byPackage.keys()].sort((a, b) => mixed(packages[a] ?? "") - mixed(packages[b] ?? ""));
  return Uint32Array.from(ids.flatMap((id) => byPackage.get(id) ?? []));
}

/** Whole projects are held out, whatever ecosystem or version they come from: the bare name decides. */
function isHeldOut(name: string): boolean {
  const bare = name
    .replace(/^[^/]*\//, "")
    .replace(/^(python3|golang-(github-|gopkg-)?|librust|ruby|node|php|haskell|lua|elixir|lib)-?/, "");
  return mixed(bare.replace(/__.*$|[-_.]?(v?[0-9]+|dev|java|jvm)(?=$|[-_.])/g, "")) % heldOutOf === 0;
}

function mixed(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
