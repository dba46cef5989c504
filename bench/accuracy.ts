/**
 * How exact the symbols are that Outrider finds by syntax alone: real code from public registries, read by Outrider and
 * by the language's own server or compiler, matched by kind, name and line. What differs by definition is left out by
 * the rules at the top of `accuracy/<language>.ts`. Recall: how much of what the oracle lists we list; precision: how
 * much of what we list it lists; container: of those that match, how many stand in the same type or function.
 */
import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { parseArgs } from "node:util";
import { cacheFolder, spread } from "./accuracy/cache.ts";
import { c, cpp } from "./accuracy/clang.ts";
import { compareFile, createComparison, printComparison } from "./accuracy/compare.ts";
import { csharp } from "./accuracy/csharp.ts";
import { go } from "./accuracy/go.ts";
import { java } from "./accuracy/java.ts";
import type { LanguageCheck, Oracle } from "./accuracy/model.ts";
import { knowsLanguage, ourSymbolsOf } from "./accuracy/our-symbols.ts";
import { php } from "./accuracy/php.ts";
import { python, pythonByServer } from "./accuracy/python.ts";
import { ruby } from "./accuracy/ruby.ts";
import { rust } from "./accuracy/rust.ts";
import { typescript } from "./accuracy/typescript.ts";

const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    language: { type: "string", default: "" },
    show: { type: "string", default: "0" },
    files: { type: "string", default: "300" },
  },
});
const checks = [typescript, python, pythonByServer, go, rust, java, c, cpp, csharp, ruby, php];
const chosen = checks.filter(({ language }) => args.language === "" || args.language.split(",").includes(language));
if (chosen.length === 0) {
  const known = [...new Set(checks.map(({ language }) => language))];
  console.error(`No check is called ${JSON.stringify(args.language)}; there are ${known.join(", ")}.`);
  process.exit(1);
}

console.log(`Code and tools are kept in ${cacheFolder}.\n`);
const head = "| language | kind | oracle | ours | recall | precision | container |\n|---|---|---|---|---|---|---|";
if (args.show === "0") console.log(head);
for (const check of chosen) {
  // A registry out of reach or an oracle that breaks off costs one language, not the rest.
  await checkLanguage(check).catch((error: unknown) => {
    console.log(`${check.title}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
}

async function checkLanguage(check: LanguageCheck): Promise<void> {
  if (!knowsLanguage(check.language)) return console.log(`${check.title}: Outrider does not know this language.`);
  const paths = spread(await check.corpus(), Math.min(Number(args.files), check.maxFiles ?? Infinity));
  const oracle = await check.openOracle();
  if (oracle === undefined) return console.log(`${check.title}: not installed: ${check.install}`);
  try {
    await compareFiles(check, oracle, paths);
  } finally {
    await oracle.close();
  }
}

async function compareFiles(check: LanguageCheck, oracle: Oracle, paths: readonly string[]): Promise<void> {
  const comparison = createComparison();
  let refused = 0;
  let bytes = 0;
  for (const path of paths) {
    const file = { path, text: readFileSync(path, "utf8") };
    const theirs = await oracle.symbolsOf(file);
    if (theirs === undefined) {
      refused += 1;
      continue;
    }
    bytes += file.text.length;
    const ours = await ourSymbolsOf(file, check);
    const kept = ours.filter((symbol) => oracle.keepsOurs?.(symbol, ours) !== false);
    compareFile(comparison, path.replace(join(cacheFolder, sep), ""), theirs, kept);
  }
  const size = `${paths.length - refused} files, ${Math.round(bytes / 1000)} kB`;
  if (args.show !== "0") console.log(head);
  printComparison(comparison, `${check.title} (${size}; ${oracle.name})`, Number(args.show));
  if (refused > 0) console.log(`${check.title}: ${refused} files left out, which the oracle could not read.`);
}
