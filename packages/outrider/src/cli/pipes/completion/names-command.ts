import type { Command } from "toolwright/cli";
import { output } from "../../../tools/symbols/schema.ts";
import type { OpenCaller } from "../open-caller.ts";

/** A person waits for the answer with a finger on the key. */
const mostMs = 1_000;
const mostNames = 200;
/** What a shell inserts as it is: a name with anything else could mean something to it. */
const isPlain = /^[\p{L}\p{N}_./-]+$/u;

/** `__names` lists symbols for completion, if a process has the project open; to open it would take too long. */
export function createNamesCommand(open: OpenCaller | undefined): Command {
  return {
    name: "__names",
    usage: "START",
    summary: "Names of symbols, for completion",
    flags: {},
    takes: [1, 1],
    hidden: true,
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const [start = ""] = args.positionals;
      if (open === undefined || start === "" || start.startsWith("-")) return 1;
      const caller = await open(args, async () => {});
      const signal = AbortSignal.any([args.interrupted, AbortSignal.timeout(mostMs)]);
      const input = { name: start, match: "substring", body: false, limit: 1_000 };
      const ended = await caller.call("symbols", input, { signal, valueOnly: true });
      const found = ended.status === "ok" ? output.safeParse(ended.value) : undefined;
      const rows = (found?.data?.files ?? []).flatMap(({ symbols }) => symbols);
      const paths = rows.flatMap(({ path }) => [path, path.split("/").at(-1) ?? path]);
      const names = [...new Set(paths)].filter((name) => name.startsWith(start) && isPlain.test(name)).toSorted();
      if (names.length === 0) return 1;
      await terminal.print(names.slice(0, mostNames).join("\n"));
      return 0;
    },
  };
}
