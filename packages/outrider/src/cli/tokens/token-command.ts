import { isToolError } from "toolwright";
import { type Command, usageError } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";

/** `token` gives clients over HTTP a token each, and takes it away. */
export function createTokenCommand({ env }: CommandContext): Command {
  return {
    name: "token",
    usage: "[add NAME | list | remove NAME]",
    summary: "Give each client over HTTP a token of its own, or take it away",
    details: [
      "add makes a token and prints it, once: only its hash is kept. The client sends it as `Authorization: Bearer TOKEN`.",
      "Sessions, jobs, stored outputs and approvals belong to the token that they were made with; no other one sees them.",
      "remove is effective at once, in servers that run as well. A new token of the same name is another client.",
    ].join("\n"),
    flags: { json: { type: "boolean", summary: "Print the list as one line of JSON" } },
    takes: [0, 2],
    async run(args, terminal) {
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const { runVerb } = await import("./run-verb.ts");
      try {
        return await runVerb(args, terminal, env);
      } catch (error) {
        throw isToolError(error) ? usageError(error.message, error) : error;
      }
    },
  };
}
