import { isToolError } from "toolwright";
import { type Command, type CommandArguments, exitCodes, type Terminal, usageError } from "toolwright/cli";
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
      try {
        return await runVerb(args, terminal, env);
      } catch (error) {
        throw isToolError(error) ? usageError(error.message, error) : error;
      }
    },
  };
}

async function runVerb(
  { positionals, given, interrupted }: CommandArguments,
  terminal: Terminal,
  env: CommandContext["env"],
): Promise<number> {
  const [verb = "list", name] = positionals;
  // Loaded lazily: a starting server must not wait for code that only this command needs.
  const tokens = await import("./token-file.ts");
  const file = tokens.tokenFileOf(env);
  if (verb === "list") {
    if (name !== undefined) throw usageError("token list takes no name");
    const stored = (await tokens.readTokens(file)).tokens.map(({ name: each, id, created }) => ({
      name: each,
      id,
      created,
    }));
    if (given.has("json")) await terminal.print(JSON.stringify(stored));
    else if (stored.length === 0) await terminal.tell("There are no tokens. `outrider token add NAME` makes one.");
    else await terminal.print(stored.map((each) => `${each.name}  since ${each.created}  id ${each.id}`).join("\n"));
    return exitCodes.ok;
  }
  if (verb !== "add" && verb !== "remove") {
    throw usageError(`token ${verb} is unknown; there are \`token add\`, \`token list\` and \`token remove\``);
  }
  if (name === undefined) throw usageError(`Name the token to ${verb}, as in \`outrider token ${verb} laptop\``);
  if (verb === "remove") {
    await tokens.removeToken(file, name, interrupted);
    await terminal.tell(`Removed ${name}. Running servers refuse it from now on.`);
    return exitCodes.ok;
  }
  const token = await tokens.addToken(file, name, interrupted);
  await terminal.print(token);
  await terminal.tell(`This is the token of ${name}. It is shown only now; its hash is in ${file}.`);
  return exitCodes.ok;
}
