/**
 * What an answer costs a model: the questions of `outrider demo`, asked of the built server over MCP, against what plain
 * ripgrep prints and what whole files hold. Tokens are o200k_base's. Over this repository, or those given as arguments;
 * the same files give the same table.
 *
 * A whole file is counted once, however many questions it answers, and our answers to all of them are counted.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createProcessRunner } from "toolwright/process";
import { type ConnectedServer, connectServer } from "../packages/outrider/src/cli/connect-server.ts";
import { isPartial } from "../packages/outrider/src/cli/demo/judge-answer.ts";
import { createPlainMeter } from "../packages/outrider/src/cli/demo/plain-cost.ts";
import { planTour } from "../packages/outrider/src/cli/demo/plan-tour.ts";
import { surveyDirectory } from "../packages/outrider/src/cli/demo/survey.ts";
import { takeTour, type Visit } from "../packages/outrider/src/cli/demo/take-tour.ts";

// This script runs from a folder below bench/.
const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
// Before them come node, run.mjs and the name of this script.
const given = process.argv.slice(3);
const roots = (given.length === 0 ? [repository] : given).map((root) =>
  realpathSync(resolve(process.env["INIT_CWD"] ?? "", root)),
);

const place = { cwd: repository, version: "", packageRoot: join(repository, "packages", "outrider"), env: process.env };
const processes = createProcessRunner();
const { signal } = new AbortController();
const maxAsked = 60;
const totals = { ours: 0, plain: 0 };
try {
  for (const root of roots) await measure(root);
} finally {
  await processes.close();
}
if (roots.length > 1) console.log(row(`all ${roots.length}`, "", totals.ours, totals.plain));

/** The same files give the same table only when all of them are read. */
async function readAll(server: ConnectedServer): Promise<void> {
  for (let asked = 0; asked < maxAsked; asked += 1) {
    const { text } = await server.call("semantic_search", { query: "anything" });
    if (!isPartial(text)) return;
  }
  throw new Error(`The index is not complete after ${maxAsked} questions.`);
}

async function measure(root: string): Promise<void> {
  const scope = processes.openScope();
  const server = await connectServer(place, { project: root, readOnly: true, processes, signal });
  try {
    await readAll(server);
    const { stops } = planTour(await surveyDirectory(root, scope, signal), true);
    console.log(`\n${basename(root)}: tool list ${server.faceTokens} tokens\n`);
    console.log(
      [
        "question".padEnd(46),
        "without us".padEnd(26),
        "ours".padStart(8),
        "theirs".padStart(9),
        "ratio".padStart(8),
      ].join(""),
    );
    const sum = { ours: 0, plain: 0 };
    for await (const visit of takeTour(stops, server, createPlainMeter(root, scope, signal))) add(visit, sum);
    console.log(row("in all", "", sum.ours, sum.plain));
    totals.ours += sum.ours;
    totals.plain += sum.plain;
  } finally {
    await server.close();
    await scope.close();
  }
}

function add({ stop, answer, plain }: Visit, sum: { ours: number; plain: number }): void {
  if (answer.failed) throw new Error(`${stop.tool} ${JSON.stringify(stop.input)} fails: ${answer.text}`);
  if (plain === undefined || plain.isInVain === true) return;
  sum.ours += answer.tokens;
  sum.plain += plain.tokens;
  console.log(
    row(stop.question, plain.partial ? `${plain.words}, first 2 MiB` : plain.words, answer.tokens, plain.tokens),
  );
}

function row(question: string, words: string, ours: number, plain: number): string {
  const shown = question.length > 45 ? `${question.slice(0, 44)}…` : question;
  const ratio = plain === 0 ? "" : `${(plain / Math.max(1, ours)).toFixed(1)}×`;
  return [
    shown.padEnd(46),
    words.padEnd(26),
    String(ours).padStart(8),
    String(plain).padStart(9),
    ratio.padStart(8),
  ].join("");
}
