import type { CommandArguments, Terminal } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import { describeAnswer } from "./answer-json.ts";
import { answerRows } from "./answer-rows.ts";
import { type Answer, findHits } from "./find-hits.ts";
import { withProject } from "./open-project.ts";
import { createProgress } from "./progress.ts";
import type { SearchQuestion } from "./question.ts";
import { describeReading, showAnswer, type ShowOptions } from "./show-answer.ts";
import { summarize } from "./summarize.ts";

/** Resolves with whether anything was shown. */
export async function runSearch(
  context: CommandContext,
  question: SearchQuestion,
  args: CommandArguments,
  terminal: Terminal,
): Promise<boolean> {
  return await withProject(context, args, async (atHand) => {
    const progress = createProgress(terminal);
    progress.say("Looking at the files …");
    const started = performance.now();
    const answer = await findHits(question, atHand, { signal: args.interrupted, progress });
    const ms = performance.now() - started;
    terminal.status(undefined);
    if (args.given.has("json")) await terminal.print(JSON.stringify(describeAnswer(question, answer, ms)));
    else {
      const options = { ...question, atHand, columns: terminal.columns };
      // A person sees why each hit was found; a program gets one line for it.
      const isForPerson = terminal.columns !== undefined || question.explain || question.body;
      if (isForPerson) await terminal.printPieces(showAnswer(answer, options));
      else await printRows(answer, options, terminal);
      await terminal.tell(summarize(question, answer, ms));
    }
    return answer.found.length + answer.memories.length > 0;
  });
}

async function printRows(answer: Answer, options: ShowOptions, terminal: Terminal): Promise<void> {
  for (const line of describeReading(answer)) await terminal.tell(line);
  for (const row of await answerRows(answer, options)) await terminal.print(row);
}
