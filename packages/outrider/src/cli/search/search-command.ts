import { type Command, exitCodes } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import { questionFlags, readQuestion } from "./question.ts";

/** `search` is `semantic_search` for people: it waits until everything is read, and can explain how hits were scored. */
export function createSearchCommand(context: CommandContext): Command {
  return {
    name: "search",
    usage: "WORDS …",
    summary: "Find code by what it does: in words, by a name, with an error message or a stack trace",
    details: [
      "The first search reads the project; later ones read what has changed. Hits go to stdout, the line with totals to stderr.",
      "Scores lie between 0 and 1 and compare hits of one answer. Paths are relative to the current directory, those of --json to the project.",
      "Exit codes: 0 something is shown, 1 nothing is, 2 the question is wrong, 130 interrupted; what was read by then is kept.",
    ].join("\n"),
    flags: questionFlags,
    takes: [1, Number.MAX_SAFE_INTEGER],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const question = readQuestion(args);
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const { runSearch } = await import("./run-search.ts");
      const isFound = await runSearch(context, question, args, terminal);
      return isFound ? exitCodes.ok : exitCodes.failed;
    },
  };
}
