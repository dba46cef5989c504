/** One case of one contestant, in a process of its own: `run-case.mjs CONTESTANT CASE DIRECTORY`. Its last line is the finding. */
import { cases, timeTurns } from "./cases.ts";
import type { Contestant } from "./contestant.ts";

const contestants: Readonly<Record<string, () => Promise<Contestant>>> = {
  ours: async () => (await import("./contestants/ours.ts")).ours,
  "ai-sdk": async () => (await import("./contestants/ai-sdk.ts")).aiSdk,
  "openai-agents": async () => (await import("./contestants/openai-agents.ts")).openaiAgents,
  mastra: async () => (await import("./contestants/mastra.ts")).mastra,
};

// What a loop leaves behind is its own failure to report, not the end of this program.
process.on("unhandledRejection", () => {});

const [name = "", title = "", directory = ""] = process.argv.slice(2);
const contestant = await contestants[name]?.();
if (contestant === undefined) throw new Error(`There is no contestant ${name}.`);
const finding = title === "overhead" ? await measure(contestant) : await cases[title]?.(contestant, directory);
process.stdout.write(`\nFINDING ${JSON.stringify(finding)}\n`, () => process.exit(0));

async function measure(contestant: Contestant): Promise<readonly number[]> {
  const turns = 50;
  const samples: number[] = [];
  for (let round = 0; round < 13; round += 1) {
    const ms = await timeTurns(contestant, turns);
    // The first ones compile.
    if (round >= 3) samples.push(ms / turns);
  }
  return samples;
}
