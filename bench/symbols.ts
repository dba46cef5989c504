/**
 * What symbols cost: the built Outrider server over stdio, asked by the official SDK's client, on trees of about 200, 2,000
 * and 20,000 files. Measured from the start of the process: the first right answer for a named file and for a name anywhere,
 * with nothing stored (cold) and with the index of the run before (warm); then a full index, a warm search by name, and an
 * answer right after an edit. Beside it `ctags -R` and, where it is installed, codegraph on the same trees. The files are
 * those of this repository and its node_modules that a person could have written, or those below --from.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureTrees, median, percentile } from "./parts/figures.ts";
import { expectBuilt, memoryOf, openServer } from "./parts/server.ts";
import { forget, type Tree } from "./parts/tree.ts";

const { values: args } = parseArgs({
  args: process.argv.slice(3),
  options: {
    from: { type: "string", default: "" },
    sizes: { type: "string", default: "200,2000,20000" },
    endings: { type: "string", default: "" },
    rounds: { type: "string", default: "5" },
    ctags: { type: "string", default: "ctags" },
    codegraph: { type: "string", default: "codegraph" },
    "peer-files": { type: "string", default: "2000" },
  },
});
expectBuilt();
const rounds = Number(args.rounds);

await measureTrees({ name: "symbols", ...args }, async (tree, show) => {
  show(
    "first answer for a named file, cold",
    median(await repeat(() => firstAnswer(tree, { path: tree.marked }, true))),
    "ms",
  );
  show(
    "first answer for a name anywhere, cold",
    median(await repeat(() => firstAnswer(tree, { name: "outriderMarkedFunction" }, true))),
    "ms",
  );
  forget(tree);
  const opened = await openServer(tree.directory);
  const started = performance.now();
  while (!(await opened.call("index", { action: "build" })).startsWith("Complete.")) continue;
  const full = performance.now() - started;
  show("full index", full, "ms");
  show("full index, megabytes a second", tree.bytes / 1e6 / (full / 1000), "MB/s");
  show("full index, files a second", tree.files / (full / 1000), "files/s");
  show("memory of the server afterwards", memoryOf(opened.pid) / 1e6, "MB");
  const searches: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    const before = performance.now();
    const text = await opened.call("symbols", { name: at % 2 === 0 ? "outriderMarkedFunction" : "outriderMarkedFunc" });
    searches.push(performance.now() - before);
    if (!text.includes(tree.marked)) throw new Error(`Not found: ${text.slice(0, 300)}`);
  }
  show("warm search by name, p50", percentile(searches, 0.5), "ms");
  show("warm search by name, p99", percentile(searches, 0.99), "ms");
  const updates: number[] = [];
  for (let at = 0; at < 30; at += 1) {
    appendFileSync(join(tree.directory, tree.marked), `export function added${at}(): void {}\n`);
    const before = performance.now();
    const text = await opened.call("symbols", { name: `added${at}`, match: "exact" });
    updates.push(performance.now() - before);
    if (!text.includes(tree.marked)) throw new Error(`The edit was not seen: ${text.slice(0, 300)}`);
  }
  show("answer right after an edit, p50", percentile(updates, 0.5), "ms");
  show("answer right after an edit, p99", percentile(updates, 0.99), "ms");
  await opened.close();
  show(
    "first answer for a name anywhere, warm",
    median(await repeat(() => firstAnswer(tree, { name: "outriderMarkedFunction" }, false))),
    "ms",
  );
  const ctags = timeCommand(args.ctags, ["-R", "--links=no", "-f", `${tree.directory}.tags`, "."], tree.directory);
  if (ctags === undefined) console.log(`  ctags: not installed (Debian: universal-ctags)`);
  else {
    show("ctags -R", ctags, "ms");
    show("full index / ctags -R", full / ctags, "×");
  }
  if (tree.files > Number(args["peer-files"])) return;
  const graph = timeCommand(args.codegraph, ["init", "."], tree.directory);
  if (graph === undefined) console.log("  codegraph: not installed (npm: @colbymchenry/codegraph; --codegraph PATH)");
  else {
    show("codegraph init", graph, "ms");
    show("full index / codegraph init", full / graph, "×");
  }
});

/** From the start of the process to the answer. */
async function firstAnswer(tree: Tree, input: Record<string, unknown>, cold: boolean): Promise<number> {
  if (cold) forget(tree);
  const started = performance.now();
  const opened = await openServer(tree.directory);
  try {
    const text = await opened.call("symbols", input);
    const took = performance.now() - started;
    if (!text.includes("outriderMarkedFunction")) throw new Error(`Not the right answer: ${text.slice(0, 300)}`);
    return took;
  } finally {
    await opened.close();
  }
}

function timeCommand(command: string, commandArgs: readonly string[], cwd: string): number | undefined {
  if (spawnSync(command, ["--version"], { stdio: "ignore" }).error !== undefined) return undefined;
  const times = Array.from({ length: Math.min(rounds, 3) }, () => {
    rmSync(join(cwd, ".codegraph"), { recursive: true, force: true });
    const started = performance.now();
    const { status } = spawnSync(command, commandArgs, { cwd, stdio: "ignore", timeout: 900_000 });
    if (status !== 0) throw new Error(`${command} ended with ${status}.`);
    return performance.now() - started;
  });
  rmSync(join(cwd, ".codegraph"), { recursive: true, force: true });
  return median(times);
}

async function repeat(work: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < rounds; at += 1) times.push(await work());
  return times;
}
