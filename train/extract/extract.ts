// extract.ts SRC LIST OUT.tsv: the pairs of the packages that LIST names (paths below SRC), tokenised, one a line:
// kind, language, package, name, query words, code words.
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { splitWords } from "../../packages/outrider/src/search/text/words.ts";
import { pairsOfFile, type Pair } from "./code-pairs.ts";
import { languageOf } from "./languages.ts";
import { sectionsOf } from "./markdown.ts";

const most = { query: 40, code: 200 };
/** Giants must not dominate: so many of each kind a package. */
const maxOfKind: Readonly<Record<Pair["kind"], number>> = {
  doc: 3000,
  name: 1500,
  section: 300,
  header: 600,
  path: 600,
};

const [, , source = "", list = "", target = ""] = process.argv;
const packages = readFileSync(list, "utf8").split("\n").filter(Boolean);
const out = openSync(target, "w");
const counts = new Map<string, number>();

for (const [done, file] of packages.entries()) {
  writeSync(out, extractPackage(file));
  if (done % 500 === 499)
    process.stdout.write(`${done + 1}/${packages.length} ${JSON.stringify(Object.fromEntries(counts))}\n`);
}
closeSync(out);
process.stdout.write(`${packages.length} packages ${JSON.stringify(Object.fromEntries(counts))}\n`);

function extractPackage(file: string): string {
  const rows: string[] = [];
  const left = { ...maxOfKind };
  const seen = new Set<string>();
  for (const line of readFileSync(join(source, file), "utf8").split("\n").slice(1)) {
    if (line === "") continue;
    const { path, text }: { path: string; text: string } = JSON.parse(line);
    const language = languageOf(path);
    const pairs = language === undefined ? sectionPairs(text) : pairsOfFile(path, text, language);
    for (const pair of pairs) {
      if (left[pair.kind] === 0) continue;
      const query = splitWords(pair.query).slice(0, most.query);
      const code = splitWords(pair.code.slice(0, 2600)).slice(0, most.code);
      const key = `${pair.kind}|${pair.name}|${query.join(" ")}`;
      if (query.length < 2 || code.length < 6 || seen.has(key)) continue;
      seen.add(key);
      left[pair.kind] -= 1;
      counts.set(pair.kind, (counts.get(pair.kind) ?? 0) + 1);
      rows.push(
        `${pair.kind}\t${language?.name ?? "markdown"}\t${file.slice(0, -6)}\t${pair.name}\t${query.join(" ")}\t${code.join(" ")}\n`,
      );
    }
  }
  return rows.join("");
}

function sectionPairs(text: string): Pair[] {
  return sectionsOf(text).map(({ heading, text: body }) => ({ kind: "section", query: heading, code: body, name: "" }));
}
