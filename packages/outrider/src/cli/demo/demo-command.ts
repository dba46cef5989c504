import { resolve } from "node:path";
import { isToolError } from "toolwright";
import { type Command, usageError } from "toolwright/cli";
import { findStartRoot } from "../../workspace/projects/start-root.ts";
import type { CommandContext } from "../command-context.ts";

/** `demo` shows what an agent sees: the real server, a real client, questions about the current directory. */
export function createDemoCommand(context: CommandContext): Command {
  return {
    name: "demo",
    usage: "[DIR]",
    summary: "Take a tour of a directory and see what an agent sees",
    details: [
      "Starts the real server, connects to it over MCP and asks it about DIR, or the repository around the current directory.",
      "Beside each answer stands what plain ripgrep or whole files cost. The question in words is a comment of the code, so that",
      "it can say whether the search has found that place. It leaves nothing behind.",
    ].join("\n"),
    flags: { "read-only": { type: "boolean", summary: "Change and run nothing" } },
    takes: [0, 1],
    endsWhenInterrupted: true,
    async run({ positionals: [given], given: flags, interrupted }, terminal) {
      const root = await findRoot(given, context.cwd);
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const { runDemo } = await import("./run-demo.ts");
      return await runDemo(context, { root, readOnly: flags.has("read-only"), interrupted }, terminal);
    },
  };
}

async function findRoot(given: string | undefined, cwd: string): Promise<string> {
  try {
    const root = await findStartRoot(given === undefined ? undefined : resolve(cwd, given), cwd);
    if (root !== undefined) return root;
  } catch (error) {
    throw isToolError(error) ? usageError(error.message) : error;
  }
  throw usageError(`${cwd} is a home directory or a whole disk. Name a directory with code: outrider demo DIR`);
}
