/**
 * Elixir: the events that its compiler reports to a tracer (calls, aliases, structs), over all files of a repository; types, attributes and
 * fields of structs by their own simple scopes. Clauses and arities of a name are one symbol. Not judged: code inside of `quote`,
 * `value.field`, and files that do not compile without the packages they need.
 */
import { spawnSync } from "node:child_process";
import { findProgram } from "../../accuracy/cache.ts";
import { type Judge, programPath } from "./judge.ts";

export const elixir: Judge = {
  language: "elixir",
  title: "the Elixir compiler's tracer",
  endings: [".ex", ".exs"],
  programs: ["elixir/judge.exs", "elixir/reader.exs"],
  run: async ({ root, files }) => {
    const program = findProgram("elixir");
    if (program === undefined)
      throw new Error('The judge of Elixir needs "elixir" on the PATH; Debian has it as "elixir".');
    const { status, stdout, stderr } = spawnSync(program, [programPath("elixir/judge.exs"), root], {
      cwd: root,
      input: `${files.join("\n")}\n`,
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    });
    if (status !== 0) throw new Error(`The judge of Elixir failed: ${stderr.slice(-600)}`);
    if (process.env["TRUTH_VERBOSE"] !== undefined) console.error(stderr);
    return stdout;
  },
};
