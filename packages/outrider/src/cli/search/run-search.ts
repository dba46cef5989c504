import type { CommandArguments, Terminal } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import { describeAnswer } from "./answer-json.ts";
import { findHits } from "./find-hits.ts";
import { withProject } from "./open-project.ts";
import { createProgress } from "./progress.ts";
import type { SearchQuestion } from "./question.ts";
import { showAnswer } from "./show-answer.ts";
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
      await terminal.printPieces(showAnswer(answer, { ...question, atHand, columns: terminal.columns }));
      await terminal.tell(summarize(question, answer, ms));
    }
    return answer.found.length + answer.memories.length > 0;
  });
}
