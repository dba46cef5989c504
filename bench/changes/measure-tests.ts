/** Tests that run a function, by coverage, beside those that `changes` names when the function changes. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { openServer } from "../truth/server.ts";
import { readRunFunctions, type RunFunction } from "./tests-truth.ts";
import type { Repository } from "./truth.ts";

const answerShape = z.object({
  incomplete: z.array(z.string()),
  symbols: z.array(
    z.object({
      symbol: z.string(),
      tests: z
        .object({ total: z.int(), first: z.array(z.object({ symbol: z.string(), file: z.string() })) })
        .optional(),
      open: z.array(z.string()),
    }),
  ),
});

export interface Measured {
  readonly program: string;
  readonly python: string;
  readonly repos: string;
  readonly repository: Repository;
  readonly draw: (all: readonly RunFunction[], count: number) => readonly RunFunction[];
}

const drawn = 20;

export async function measureTests({ program, python, repos, repository, draw }: Measured): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "changes-"));
  const scratch = mkdtempSync(join(tmpdir(), "changes-state-"));
  const sum = { named: 0, right: 0, run: 0, whole: 0, wholeRun: 0, wholeFound: 0, cut: 0, open: 0, silent: 0 };
  try {
    execFileSync("git", ["clone", "--quiet", join(repos, repository.name.replace("/", "+"), "repo"), root]);
    execFileSync("git", ["checkout", "--quiet", "--detach", repository.commit], { cwd: root });
    // Judged by the folder of this file's sources: the bundle lies elsewhere.
    const here = join(dirname(fileURLToPath(import.meta.url)), "../changes");
    const all = readRunFunctions(python, root, "src", here).filter(({ tests }) => tests.size > 0);
    const functions = draw(all, drawn);
    const client = await openServer(program, root, scratch);
    try {
      for (const each of functions) {
        const row = await changeFunction(root, each, async () => (await client.call("changes", {})).structure);
        const named = new Set((row.tests?.first ?? []).map(({ symbol, file }) => `${file} ${symbol}`));
        const right = [...named].filter((test) => each.tests.has(test)).length;
        const isCut = (row.tests?.total ?? 0) > named.size;
        const isOpen = row.open.length > 0 || row.isIncomplete;
        const missed = [...each.tests].filter((test) => !named.has(test));
        sum.named += named.size;
        sum.right += right;
        sum.run += each.tests.size;
        if (isCut) sum.cut += 1;
        else {
          sum.whole += 1;
          sum.wholeRun += each.tests.size;
          sum.wholeFound += right;
        }
        if (isOpen) sum.open += 1;
        if (!isCut && !isOpen) sum.silent += missed.length;
        const state = [...(isCut ? [`${row.tests?.total ?? 0} in all`] : []), ...row.open].join(", ");
        console.log(
          `${each.name}: run by ${each.tests.size}, named ${named.size}, of them right ${right}; ${state || "whole"}`,
        );
        if (!isCut && !isOpen) for (const test of missed) console.log(`  silent ${test}`);
      }
    } finally {
      await client.close();
    }
    const { named, right, run, whole, wholeRun, wholeFound, cut, open, silent } = sum;
    const share = (part: number, of: number): string => (of === 0 ? "–" : `${((100 * part) / of).toFixed(1)} %`);
    console.log(
      `${repository.name}: ${functions.length} functions, run by ${run} tests in all; precision ${share(right, named)} of ${named} named; ` +
        `recall ${share(wholeFound, wholeRun)} of ${wholeRun} where all were listed (${whole} functions; ${cut} lists are cut); ` +
        `${open} answers say that there may be more; silent gaps ${silent}; load ${loadavg()[0]?.toFixed(1) ?? "?"}`,
    );
  } finally {
    for (const each of [root, scratch]) rmSync(each, { recursive: true, force: true });
  }
}

/** The answer while the first line of its body has a statement before it. */
async function changeFunction(root: string, { file, name, lines }: RunFunction, ask: () => Promise<unknown>) {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const all = text.split("\n");
  const first = all[lines[0] - 1] ?? "";
  all.splice(lines[0] - 1, 0, `${first.slice(0, first.length - first.trimStart().length)}print("changed")`);
  writeFileSync(path, all.join("\n"));
  try {
    const { symbols, incomplete } = answerShape.parse(await ask());
    const row = symbols.find(({ symbol }) => symbol.replace(/\[\d+\]$/, "") === name);
    if (row === undefined) throw new Error(`${name} in ${file} is not told as changed.`);
    return { ...row, isIncomplete: incomplete.length > 0 };
  } finally {
    writeFileSync(path, text);
  }
}
