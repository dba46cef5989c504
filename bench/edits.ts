/**
 * The corruption suite of our tests, put to others as well: every case is one edit by symbol, graded by the bytes that are there
 * afterwards. Empty lines around new code and the words of a refusal count for nobody; edits that a contestant has no tool for, and
 * languages it cannot be started for, do not count for it.
 *
 *   npm run bench:edits                       ours alone
 *   npm run bench:edits -- --serena CHECKOUT  beside Serena: a checkout of github.com/oraios/serena with its dependencies in `venv`
 *
 * `--show` prints each result of theirs that is wrong.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { CorruptionCase } from "../packages/outrider/test/corruption/case.ts";
import { cases } from "../packages/outrider/test/corruption/cases/index.ts";
import type { Grade } from "../packages/outrider/test/corruption/grade.ts";
import { type CaseResult, runCase } from "../packages/outrider/test/corruption/run-case.ts";
import type { Contestant } from "./edits/contestant.ts";
import { openOurs } from "./edits/ours.ts";
import { openSerena } from "./edits/serena.ts";

// This script runs from a folder below bench/.
const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const flag = process.argv.indexOf("--serena");
const checkout = flag === -1 ? undefined : resolve(process.env["INIT_CWD"] ?? "", process.argv[flag + 1] ?? "");
const ours = openOurs(join(repository, "packages/outrider/bin/outrider.js"));
const contestants = [ours, ...(checkout === undefined ? [] : [openSerena(checkout)])];
// A server takes part in these only where it is installed, which is not what is compared here.
const asked = cases.filter(({ server }) => server === undefined);

const all = new Map<Contestant, readonly CaseResult[]>();
for (const contestant of contestants) all.set(contestant, await runAll(contestant));
for (const [contestant, results] of all) {
  tell(contestant.title, results);
  const theirs = results.map((result) => result.case.name);
  const same = all.get(ours)?.filter((result) => theirs.includes(result.case.name)) ?? [];
  if (contestant !== ours) tell("Outrider, the same", same);
  if (contestant !== ours && process.argv.includes("--show")) show(results);
}

async function runAll(contestant: Contestant): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  const languages = [...new Set(asked.map(({ language }) => language))].filter((each) => contestant.speaks(each));
  for (const language of languages) {
    const own = asked.filter((each) => each.language === language && contestant.does(each.input));
    if (own.length > 0) results.push(...(await runLanguage(contestant, language, own)));
  }
  return results;
}

async function runLanguage(
  contestant: Contestant,
  language: string,
  own: readonly CorruptionCase[],
): Promise<readonly CaseResult[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "edits-bench-")));
  const startedAt = performance.now();
  try {
    const editor = await contestant.open(root, language);
    const results: CaseResult[] = [];
    try {
      for (const [index, each] of own.entries())
        results.push(await runCase(editor, each, `case-${index}`, { lenient: true }));
    } finally {
      await editor.close();
    }
    console.log(
      `${contestant.title}, ${language}: ${own.length} cases, ${Math.round(performance.now() - startedAt)} ms`,
    );
    // Who refuses everything was not started at all.
    const isDead = results.every(({ refusal }) => refusal !== undefined) && results.length > 2;
    if (isDead) console.log(`  left out: ${results[0]?.refusal?.message.slice(0, 200)}`);
    return isDead ? [] : results;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function tell(title: string, results: readonly CaseResult[]): void {
  const counts = new Map<Grade, number>();
  for (const { grade } of results) counts.set(grade, (counts.get(grade) ?? 0) + 1);
  const of = (...grades: readonly Grade[]): number => grades.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
  const right = of("exact", "refused");
  const share = ((100 * right) / Math.max(1, results.length)).toFixed(1);
  console.log(
    `${title.padEnd(20)} ${results.length} cases: ${right} right (${share} %): ${of("exact")} exact, ${of("refused")} rightly refused; ` +
      `${of("wrong-refusal", "wrong-code")} refused although they could be done, ${of("silent-wrong")} silently wrong, ${of("torn", "crashed")} torn or crashed`,
  );
}

function show(results: readonly CaseResult[]): void {
  for (const { case: each, grade, after } of results) {
    if (grade !== "silent-wrong" && grade !== "torn") continue;
    console.log(`\n${each.name}: ${grade}\n${JSON.stringify(each.input)}`);
    for (const [path, content] of Object.entries(after))
      console.log(`--- ${path}\n${Buffer.from(content ?? "").toString()}`);
  }
}
