/**
 * `changes` against truth: for commits of public repositories, drawn by a seed, which symbols each changed by the parser of the
 * language itself (Python's `ast`, `go/parser`, TypeScript's compiler, javac), and which of them the tool names. A symbol that is
 * missed is a silent gap unless the answer says that something may be missing. Repositories are copies with their history:
 *
 *     npm run bench:changes -- --repos FOLDER [--only NAME] [--commits 12] [--seed 1] [--show]
 *
 * FOLDER has `owner+name/repo`, a git directory, for each. Needs python3, go and a JDK, and a build of Outrider.
 *
 * With `--tests PYTHON`, instead: for functions of one repository, drawn by the seed, which tests run them by coverage.py, beside
 * the tests that the tool names when the function changes. It runs the tests of that repository. PYTHON has coverage and pytest.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BenchServer, openServer } from "./truth/server.ts";
import * as z from "zod";
import { type Commit, compareVersions, listCommits, type Repository, repositories, score } from "./changes/truth.ts";
import { measureTests } from "./changes/measure-tests.ts";
import { createRandom } from "./truth/random.ts";

const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    repos: { type: "string", default: "" },
    only: { type: "string", default: "" },
    commits: { type: "string", default: "12" },
    seed: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
    tests: { type: "string", default: "" },
  },
});

const answerShape = z.object({
  incomplete: z.array(z.string()),
  overflow: z.object({ next_offset: z.number().optional() }).optional(),
  symbols: z.array(
    z.object({
      symbol: z.string(),
      kind: z.string(),
      file: z.string(),
      how: z.array(z.string()),
      was: z.object({ symbol: z.string(), file: z.string() }).optional(),
    }),
  ),
});

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, "../../packages/outrider/bin/outrider.js");

if (args.tests !== "") {
  const repository = repositories[0];
  if (repository === undefined) throw new Error("No repository.");
  await measureTests({ program, python: args.tests, repos: args.repos, repository, draw });
  process.exit();
}

const totals = { truth: 0, ours: 0, found: 0, right: 0, silent: 0, commits: 0 };
for (const repository of repositories.filter(({ name }) => name.includes(args.only))) await measure(repository);
report("all", totals);

async function measure(repository: Repository): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "changes-"));
  const scratch = mkdtempSync(join(tmpdir(), "changes-state-"));
  const sum = { truth: 0, ours: 0, found: 0, right: 0, silent: 0, commits: 0 };
  try {
    execFileSync("git", ["clone", "--quiet", join(args.repos, repository.name.replace("/", "+"), "repo"), root]);
    execFileSync("git", ["checkout", "--quiet", "--detach", repository.commit], { cwd: root });
    const client = await openServer(program, root, scratch);
    try {
      for (const commit of draw(listCommits(root, repository))) {
        const judged = await judge(client, root, repository, commit);
        for (const key of ["truth", "ours", "found", "right", "silent"] as const) sum[key] += judged[key];
        sum.commits += 1;
      }
    } finally {
      await client.close();
    }
  } finally {
    for (const each of [root, scratch]) rmSync(each, { recursive: true, force: true });
  }
  for (const key of ["truth", "ours", "found", "right", "silent", "commits"] as const) totals[key] += sum[key];
  report(`${repository.name} (${repository.language})`, sum);
}

async function judge(client: BenchServer, root: string, repository: Repository, commit: Commit) {
  execFileSync("git", ["checkout", "--quiet", "--detach", commit.id], { cwd: root });
  const truth = compareVersions(root, repository, commit);
  const { symbols, incomplete } = await readRows(client, commit);
  const scored = score(truth, symbols, repository);
  if (args.show && scored.missed.length + scored.wrong.length > 0) {
    console.log(`  ${repository.name} ${commit.id.slice(0, 8)}`);
    for (const each of scored.missed) console.log(`    missed ${each}`);
    for (const each of scored.wrong) console.log(`    wrong  ${each}`);
  }
  return { ...scored, silent: incomplete.length === 0 ? scored.missed.length : 0 };
}

/** Page by page: a long answer is kept behind a handle. */
async function readRows(client: BenchServer, { id }: Commit): Promise<z.infer<typeof answerShape>> {
  const rows: z.infer<typeof answerShape>["symbols"] = [];
  for (;;) {
    const { text, structure } = await client.call("changes", { range: "HEAD^!", limit: 30, offset: rows.length });
    const page = answerShape.safeParse(structure);
    if (!page.success) throw new Error(`No rows for ${id}: ${text.slice(0, 500)}`);
    rows.push(...page.data.symbols);
    if (page.data.overflow?.next_offset === undefined) return { ...page.data, symbols: rows };
  }
}

function draw<T>(all: readonly T[], count = Number(args.commits)): readonly T[] {
  const random = createRandom(Number(args.seed));
  const left = [...all];
  const drawn: T[] = [];
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  return drawn;
}

function report(name: string, { truth, ours, found, right, silent, commits }: typeof totals): void {
  const share = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);
  console.log(
    `${name}: ${commits} commits, ${truth} changed symbols; recall ${share(found, truth)}, precision ${share(right, ours)} of ${ours}, silent gaps ${silent}`,
  );
}
