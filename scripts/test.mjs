// `npm test` after the build: everything that runs beside others, then what measures time.
//   node scripts/test.mjs [--mode prove]
// On a machine whose processor is taken away by others, a test may lose a race against its time limit. With CI=true, the
// files that failed run once more, one after the other; what fails again fails the run, and the number is printed.
// oxlint-disable-next-line no-restricted-imports -- a script of the repository, which starts the test runner
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** More failures than this are no accident. */
const maxFilesAgain = 6;
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const options = process.argv.slice(2);
const path = pathWithPython();

const besideOthers = pass(["--project", "all", "--project", "alone"]);
const measured = pass(["--project", "measured"]);
process.exit(besideOthers && measured ? 0 : 1);

function pass(projects) {
  const failed = runTests(projects);
  if (failed.length === 0) return true;
  if (process.env.CI !== "true" || failed.length > maxFilesAgain || !failed.every((file) => existsSync(file)))
    return false;
  console.log(`\nRunning again, one after the other: ${failed.length} failed files.`);
  for (const file of failed) console.log(`  ${file}`);
  return runTests([...projects, "--maxWorkers=1", ...failed]).length === 0;
}

/** The files that failed; `unknown` where the run failed without one, as by an error outside of any test. */
function runTests(words) {
  const directory = mkdtempSync(join(tmpdir(), "failed-tests-"));
  const list = join(directory, "files.json");
  try {
    const env = { ...process.env, ...path, FAILED_TEST_FILES: list };
    const run = spawnSync(process.execPath, [vitest, "run", ...options, ...words], { stdio: "inherit", env });
    if (run.status === 0) return [];
    const files = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
    return files.length === 0 ? ["unknown"] : files;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** pyenv's `python3` is a script that starts a dozen programs before Python itself: tests find Python's own folder first. */
function pathWithPython() {
  const found = process.env.PATH ?? "";
  if (!found.split(delimiter).some((folder) => folder.endsWith(join(".pyenv", "shims")))) return {};
  const { status, stdout } = spawnSync("python3", ["-c", "import sys; print(sys.prefix)"], { encoding: "utf8" });
  return status === 0 ? { PATH: [join(stdout.trim(), "bin"), found].join(delimiter) } : {};
}
