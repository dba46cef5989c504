/**
 * How much of the references an answer has, 0, 2, 10 and 30 s after the process started, and whether an answer that lacks some
 * says so: the built Outrider server, the bare language server with its default settings, and cclsp, on real code from public
 * registries. What is true comes from parsers that have nothing to do with any of them; the rules are printed. All symbols
 * of a repository are asked for at the same moment of one process, again at each time; with --apart each has its own process.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { cacheFolder, run } from "./accuracy/cache.ts";
import { installCclsp } from "./references/cclsp.ts";
import { chooseSymbols, type ChosenSymbol, rule } from "./references/choose-symbols.ts";
import { type Contestant, failed, type Setting } from "./references/contestant.ts";
import { openOurs } from "./references/ours.ts";
import { findServer, repositoryRoot } from "./references/programs.ts";
import { raw } from "./references/raw.ts";
import { judge, printErrors, printNotes, printTable, printTotals, type Row } from "./references/report.ts";
import { layOut, repositories, type Repository } from "./references/repositories.ts";

const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    quick: { type: "boolean", default: false },
    apart: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    symbols: { type: "string", default: "" },
    times: { type: "string", default: "" },
    contestants: { type: "string", default: "ours,raw,cclsp" },
    outrider: { type: "string", default: join(repositoryRoot, "packages/outrider/bin/outrider.js") },
  },
});
if (!existsSync(join(args.outrider, "../../dist"))) {
  console.error('There is no built server; run "npm run build" first.');
  process.exit(1);
}
const times = (args.times || (args.quick ? "0,2,10" : "0,2,10,30")).split(",").map(Number);
const count = Number(args.symbols || (args.quick ? "2" : "3"));
const chosen = repositories.filter(
  ({ name, quick }) => (!args.quick || quick === true) && args.only.split(",").some((part) => name.includes(part)),
);
const place = realpathSync(mkdtempSync(join(tmpdir(), "outrider-bench-references-")));
const rows: Row[] = [];
let made = 0;

try {
  const contestants = await openContestants();
  console.log(`${machine()}\n\n${rule}\n`);
  for (const repository of chosen) {
    // A registry out of reach costs one repository, not the rest.
    await measureRepository(repository, contestants).catch((error: unknown) => {
      console.log(`\n## ${repository.name}\nLeft out: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    });
  }
  const [first, ...others] = contestants;
  if (first !== undefined) printNotes(rows, first);
  for (const other of others) printErrors(rows, other);
  printTotals(rows, contestants, times);
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

async function openContestants(): Promise<readonly Contestant[]> {
  const cclsp = args.contestants.includes("cclsp") ? await installCclsp() : undefined;
  if (cclsp === undefined) console.log("cclsp takes no part: not asked for, or npm could not install it.");
  const all = [openOurs(args.outrider), raw, ...(cclsp === undefined ? [] : [cclsp])];
  return all.filter(({ id }) => args.contestants.split(",").includes(id));
}

function machine(): string {
  const python = run("python3", ["--version"]).trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  return (
    `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${availableParallelism()} cores, ${memory} GiB, ${process.platform} ` +
    `${process.arch}, Node ${process.version}, ${python}. Load when begun: ${loadavg()[0]?.toFixed(1) ?? "unknown"}. Code and tools are kept in ${cacheFolder}.`
  );
}

async function measureRepository(repository: Repository, contestants: readonly Contestant[]): Promise<void> {
  const program = findServer(repository.server);
  if (program === undefined)
    return console.log(`\n## ${repository.name}\nLeft out: ${repository.server} is not installed.`);
  const root = join(place, `repository-${made++}`);
  await layOut(repository, root);
  const { files, candidates, symbols } = chooseSymbols(repository, root, count);
  console.log(
    `\n## ${repository.name}\n${repository.about}; ${files} files; ${program.title}; ${candidates} symbols fit the rule, asked for ` +
      `${symbols.map(({ name, truth }) => `${name} (${truth.size})`).join(", ")}.`,
  );
  const groups = args.apart ? symbols.map((symbol) => [symbol]) : [symbols];
  for (const contestant of contestants) {
    for (const group of groups) {
      const scratch = join(place, `scratch-${made++}`);
      mkdirSync(scratch);
      rmSync(join(root, ".outrider"), { recursive: true, force: true });
      await measure(contestant, { repository, root, scratch, program, symbols: group });
    }
  }
  rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  printTable(
    rows.filter((row) => row.repository === repository),
    contestants,
  );
}

/** One process from its start to its end. */
async function measure(contestant: Contestant, setting: Setting): Promise<void> {
  const started = performance.now();
  const session = await contestant.open(setting);
  try {
    // Each is asked when its time has come, whether or not earlier answers are there.
    await Promise.all(
      times.map(async (planned) => {
        await wait(Math.max(0, started + planned * 1000 - performance.now()));
        await Promise.all(setting.symbols.map((symbol) => askFor(symbol, planned)));
      }),
    );
  } finally {
    await session.close();
  }

  async function askFor(symbol: ChosenSymbol, planned: number): Promise<void> {
    const asked = performance.now();
    const answer = await session.ask(symbol).catch(failed);
    const ms = performance.now() - asked;
    const judged = judge(answer, symbol, (line) => hasWord(setting.root, line, symbol));
    const { repository } = setting;
    rows.push({
      repository,
      symbol,
      contestant: contestant.id,
      planned,
      asked: (asked - started) / 1000,
      ms,
      ...judged,
    });
  }
}

/** Whether the line has the word at all: then it is in a comment or string, where some servers look too. */
function hasWord(root: string, line: string, { name }: ChosenSymbol): boolean {
  const [, file = "", number = ""] = /^(.+):(\d+)$/.exec(line) ?? [];
  if (!existsSync(join(root, file))) return false;
  return readFileSync(join(root, file), "utf8").split("\n")[Number(number) - 1]?.includes(name) === true;
}
