import { type Command, exitCodes, usageError } from "toolwright/cli";
import type { PipeContext } from "../pipes/open-caller.ts";
import { changesFlags } from "./changes-flags.ts";

/** `changes` shows what a branch, a commit or an edit changed, as a page for the person who reviews it. */
export function createChangesCommand(context: PipeContext): Command {
  return {
    name: "changes",
    usage: "[REVISIONS]",
    summary: "Show which symbols changed, who depends on them and which tests reach them",
    details: [
      "REVISIONS as for git diff: main...HEAD, v1..v2, HEAD~3; COMMIT^! is one commit. Without them: what is not committed.",
      "Exit codes: 0 shown, 1 nothing changed, 2 the question is wrong, 130 interrupted.",
    ].join("\n"),
    flags: changesFlags,
    takes: [0, 1],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const { given, positionals } = args;
      if (given.has("staged") && positionals.length > 0) throw usageError("Give --staged or revisions, not both");
      if (given.has("markdown") && given.has("json")) throw usageError("Give --markdown or --json, not both");
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const { runChanges } = await import("./run-changes.ts");
      return (await runChanges(context, args, terminal)) ? exitCodes.ok : exitCodes.failed;
    },
  };
}
