import type { JsonObject } from "toolwright";
import { type KnownAnswer, tellingWords, type WordQuestion } from "./choose-question.ts";
import type { Survey } from "./survey.ts";

/** The way without Outrider: ripgrep's output, a whole file, or files found by words and read in turn until the right one. */
export type PlainWay =
  | { readonly search: readonly string[] }
  | { readonly file: string }
  | { readonly words: readonly string[]; readonly until: string };

/** A question to the server. */
export interface Stop {
  readonly question: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly plain?: PlainWay;
  /** Where the right answer is, if that is known. */
  readonly expected?: KnownAnswer;
}

export interface Tour {
  readonly stops: readonly Stop[];
  /** Questions that do not apply to this directory. */
  readonly leftOut: readonly string[];
}

/** The questions of the tour that this directory can answer. */
export function planTour(survey: Survey, readOnly: boolean): Tour {
  const { files, symbol, question, largest, section, value, hasGit } = survey;
  const leftOut: string[] = [];
  const ask = <Subject>(
    subject: Subject | undefined,
    missing: string,
    stops: (subject: Subject) => readonly Stop[],
  ): readonly Stop[] => {
    if (subject !== undefined) return stops(subject);
    leftOut.push(missing);
    return [];
  };
  const stops: readonly Stop[] = [
    { question: "Where am I?", tool: "workspace", input: { action: "status" } },
    { question: "How is it built and tested?", tool: "onboarding", input: {} },
    ...ask(files === 0 ? undefined : files, "no files to list", () => [
      { question: "What is where?", tool: "tree", input: {}, plain: { search: ["--files", "--sort", "path"] } },
    ]),
    ...ask(symbol, "no declaration that the code speaks of", ({ name, path }) => [
      {
        question: `Where is ${name} used?`,
        tool: "references",
        input: { symbol: name, path },
        plain: { search: ["--line-number", "--no-heading", "--sort", "path", "--word-regexp", "--regexp", name] },
      },
      { question: `Who calls ${name}?`, tool: "call_graph", input: { symbol: name, path, depth: 1 } },
      { question: `How does ${name} work?`, tool: "read_file", input: { path, symbol: name }, plain: { file: path } },
    ]),
    ...ask(question, "no comment or heading to ask for in words", (subject) => [askInWords(subject)]),
    ...ask(largest, "no code file of some length", (path) => [
      { question: `What is in ${path}?`, tool: "read_file", input: { path }, plain: { file: path } },
    ]),
    ...ask(section, "no Markdown with several sections", ({ path, name, title }) => [
      {
        question: `What does ${path} say under ${title}?`,
        tool: "read_file",
        input: { path, symbol: name },
        plain: { file: path },
      },
    ]),
    ...ask(value, "no manifest", ({ path, name }) => [
      {
        question: `What is ${name} in ${path}?`,
        tool: "read_file",
        input: { path, symbol: name },
        plain: { file: path },
      },
    ]),
    ...ask(hasGit && !readOnly ? true : undefined, readOnly ? "no command, being read-only" : "no git history", () => [
      { question: "What happened last?", tool: "run_command", input: { command: "git log --oneline -3" } },
    ]),
    { question: "And how do I use all this?", tool: "guide", input: {} },
  ];
  return { stops, leftOut };
}

function askInWords({ words, in: content, place }: WordQuestion): Stop {
  return {
    question: content === "code" ? `Which code is this: ${words}?` : `Where is this written about: ${words}?`,
    tool: "semantic_search",
    input: { query: words, ...(content === "code" ? {} : { in: content }) },
    plain: { words: tellingWords(words), until: place.path },
    expected: place,
  };
}
