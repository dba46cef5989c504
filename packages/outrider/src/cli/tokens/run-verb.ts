import { type CommandArguments, exitCodes, type Terminal, usageError } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import { addToken, readTokens, removeToken, tokenFileOf } from "./token-file.ts";

/** `token add NAME`, `token list`, `token remove NAME`. */
export async function runVerb(
  { positionals, given, interrupted }: CommandArguments,
  terminal: Terminal,
  env: CommandContext["env"],
): Promise<number> {
  const [verb = "list", name] = positionals;
  const file = tokenFileOf(env);
  if (verb === "list") {
    if (name !== undefined) throw usageError("token list takes no name");
    const stored = (await readTokens(file)).tokens.map(({ name: each, id, created }) => ({
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
    await removeToken(file, name, interrupted);
    await terminal.tell(`Removed ${name}. Running servers refuse it from now on.`);
    return exitCodes.ok;
  }
  const token = await addToken(file, name, interrupted);
  await terminal.print(token);
  await terminal.tell(`This is the token of ${name}. It is shown only now; its hash is in ${file}.`);
  return exitCodes.ok;
}
