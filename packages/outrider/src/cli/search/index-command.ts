import { type Command, exitCodes, usageError } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import { placeFlags } from "./place-flags.ts";

const actions = ["rebuild", "clear", "status"] as const;

/** `index` reads a project ahead of time; the first question would do the same. */
export function createIndexCommand(context: CommandContext): Command {
  return {
    name: "index",
    usage: "",
    summary: "Read a project's symbols and texts for searches, and show what is read",
    details: [
      "Only what is new or has changed is read. Nothing needs this: the first search does the same, and so does the server.",
      "Ctrl-C ends it; what was read by then is kept, and the next time goes on there.",
    ].join("\n"),
    flags: {
      rebuild: { type: "boolean", summary: "Forget everything and read every file again" },
      clear: { type: "boolean", summary: "Forget everything and read nothing" },
      status: { type: "boolean", summary: "Only show what is read" },
      json: { type: "boolean", summary: "Print the state as one line of JSON" },
      ...placeFlags,
    },
    takes: [0, 0],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const [action = "build", other] = actions.filter((each) => args.given.has(each));
      if (other !== undefined) throw usageError(`--${action} and --${other} exclude each other; give one of them`);
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const { runIndex } = await import("./run-index.ts");
      const isWell = await runIndex(context, action, args, terminal);
      return isWell ? exitCodes.ok : exitCodes.failed;
    },
  };
}
