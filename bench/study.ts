/**
 * Do agents gain anything? One program for a comparison in which each agent may look at a repository by certain means only. It
 * writes down what they send and see; `count` adds it up in tokens (o200k_base).
 *
 *   study serve --project DIR --profile code --folder RUN   Outrider for that project, until it is ended; calls come over a socket
 *   study ask --folder RUN TOOL JSON                        what the model sees of one call; JSON or, for `script`, code on stdin with -
 *   study shell --folder RUN --project DIR COMMAND          the other means, cut at 30,000 characters as clients do; - reads stdin
 *   study count RUN…                                        calls, tokens and minutes of each run
 */
import { parseArgs } from "node:util";
import { ask } from "./study/ask.ts";
import { count } from "./study/count.ts";
import { serve } from "./study/serve.ts";
import { shell } from "./study/shell.ts";

const { values, positionals } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    project: { type: "string", default: "." },
    profile: { type: "string", default: "full" },
    folder: { type: "string", default: "." },
  },
});
const [command, ...words] = positionals;
if (command === "serve") await serve(values);
else if (command === "ask") await ask(values.folder, words[0] ?? "tools", words[1] ?? "{}");
else if (command === "shell") await shell(values, words[0] ?? "-");
else if (command === "count") count(words);
else throw new Error(`There is no ${JSON.stringify(command)}; say serve, ask, shell or count.`);
