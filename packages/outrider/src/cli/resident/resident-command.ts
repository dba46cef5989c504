import type { Command } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import { projectFlags } from "../flags.ts";

const { profile: _profile, ...placeFlags } = projectFlags;

/** `resident` shows or ends the process that answers the commands of a project. */
export function createResidentCommand(context: CommandContext): Command {
  return {
    name: "resident",
    usage: "status|stop",
    summary: "Show or end the process that answers for a project",
    details: [
      "Commands such as `outrider refs` are answered by one process for each project. The first of them starts it, and it ends after",
      "ten minutes without use. `stop` ends it now, unless it is in use; with --force even then.",
    ].join("\n"),
    flags: {
      ...placeFlags,
      force: { type: "boolean", summary: "End it although it is in use" },
      "idle-ms": { type: "string", value: "N", summary: "With `run`: end after so long without use" },
    },
    takes: [1, 1],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const { runAction } = await import("./resident-actions.ts");
      return await runAction(context, args, terminal);
    },
  };
}
