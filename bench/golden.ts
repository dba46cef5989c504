/**
 * Golden transcripts: the same calls put to two builds of Outrider, and every answer that is not the same.
 *
 *   npm run bench:golden -- --before OLD_CLONE --after NEW_CLONE   both are built; records both, compares, ends with 1 if they differ
 *   npm run bench:golden -- --record DIRECTORY [--program FILE]    records one build, this clone's unless told
 *   npm run bench:golden -- --compare DIRECTORY DIRECTORY          compares what was recorded
 *
 * `--only PATTERN` takes the sessions whose name fits; `--repo real-python=PATH` takes other real code for a session. A recording needs
 * no network and nothing but git, a POSIX shell and the development dependencies.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { runGolden } from "./golden/run-golden.ts";

// This script runs from a folder below bench/.
const repository = resolve(fileURLToPath(import.meta.url), "../../..");
const { values, positionals } = parseArgs({
  // run.mjs has the name of this script first.
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    before: { type: "string" },
    after: { type: "string" },
    record: { type: "string" },
    program: { type: "string" },
    compare: { type: "boolean" },
    only: { type: "string" },
    repo: { type: "string", multiple: true },
  },
});
process.exitCode = await runGolden({
  ...values,
  positionals,
  repository,
  cwd: process.env["INIT_CWD"] ?? process.cwd(),
});
