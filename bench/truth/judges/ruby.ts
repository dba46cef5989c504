/**
 * Ruby: what really happens while the tests of a repository run. Each call of a method that is traced is true, in its line; constants are
 * looked up in the loaded program, from the nesting that the parser knows. Ruby has no types, so all that the tests do not reach is
 * undecided: such lines are neither true nor false. A method of a type and one of its values with the same name are one symbol. Not judged: setters and operators, and calls by `send` or symbols.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../accuracy/cache.ts";
import { type Judge, programPath } from "./judge.ts";

const patienceMs = 300_000;

export const ruby: Judge = {
  language: "ruby",
  title: "Ruby's TracePoint over the tests",
  endings: [".rb"],
  programs: ["ruby/judge.rb", "ruby/reader.rb"],
  run: async ({ root, files, repository }) => {
    const program = findProgram("ruby");
    if (program === undefined) throw new Error('The judge of Ruby needs "ruby" on the PATH; Debian has it as "ruby".');
    const folder = mkdtempSync(join(tmpdir(), "truth-ruby-"));
    try {
      const rows = join(folder, "rows.jsonl");
      const { stdout, stderr } = spawnSync(
        program,
        [
          "-W0",
          `-I${root}/lib`,
          `-I${root}/test`,
          programPath("ruby/judge.rb"),
          root,
          rows,
          ...(repository.flags ?? []),
        ],
        { cwd: root, input: files.join("\n"), encoding: "utf8", maxBuffer: 2 ** 28, timeout: patienceMs },
      );
      if (process.env["TRUTH_VERBOSE"] !== undefined) console.error(stdout.slice(-2000), stderr.slice(-2000));
      return readFileSync(rows, "utf8");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
