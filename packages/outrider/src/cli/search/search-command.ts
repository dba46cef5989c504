import { type Command, exitCodes } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import { shellGroup } from "../flags.ts";
import { placeFlags } from "./place-flags.ts";

/** `search` is `semantic_search` for people: it waits until everything is read, and can explain how hits were scored. */
export function createSearchCommand(context: CommandContext): Command {
  return {
    name: "search",
    usage: "WORDS …",
    group: shellGroup,
    summary: "Find code by what it does: in words, by a name, with an error message or a stack trace",
    details: [
      "The first search reads the project; later ones read what has changed. Hits go to stdout, the line with totals to stderr.",
      "A pipe gets a row of file:line:column:text for each hit, a terminal the lines that fit best as well.",
      "Scores lie between 0 and 1 and compare hits of one answer. Paths are relative to the current directory, those of --json to the project.",
      "Exit codes: 0 something is shown, 1 nothing is, 2 the question is wrong, 130 interrupted; what was read by then is kept.",
    ].join("\n"),
    flags: {
      limit: { type: "string", value: "N", summary: "At most so many hits (default 10)" },
      offset: { type: "string", value: "N", summary: "Skip so many" },
      path: { type: "string", value: "PATH", summary: "Only this file, directory or glob" },
      language: { type: "string", value: "NAME", summary: "Only files of this language: typescript, C++, py" },
      kind: { type: "string", value: "KIND", summary: "Only declarations of this kind: class, function, method" },
      in: { type: "string", value: "WHAT", summary: "code (default), docs, memories or all" },
      scope: { type: "string", value: "SCOPE", summary: "project (default), lib:NAME, libraries or all" },
      body: { type: "boolean", summary: "Show all lines of each hit in place of its best ones" },
      explain: { type: "boolean", summary: "Show how each hit was scored" },
      json: { type: "boolean", summary: "Print the answer as one line of JSON" },
      ...placeFlags,
    },
    takes: [1, Number.MAX_SAFE_INTEGER],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const { readQuestion } = await import("./question.ts");
      const question = readQuestion(args);
      const { runSearch } = await import("./run-search.ts");
      const isFound = await runSearch(context, question, args, terminal);
      return isFound ? exitCodes.ok : exitCodes.failed;
    },
  };
}
