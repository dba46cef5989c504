import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./packages/toolwright/test/longest-first.ts";
import { createFailedFilesReporter, createRetryReporter } from "./packages/toolwright/test/retry-reporter.ts";
import { markdownAsText } from "./packages/toolwright/src/testing/markdown-as-text.ts";

// A name of our own: other packages publish a "source" condition, too, and mean files that Node cannot load.
const conditions = ["toolwright-source"];
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } };

// What Outrider keeps for a user must neither read nor change the developer's own home.
const home = join(tmpdir(), `outrider-test-home-${process.getuid?.() ?? 0}`);
// `npm test` draws the same sample in every run; `npm run prove` does everything, with another seed each time.
const proves = process.argv.includes("prove");
const seed = process.env["PROOF_SEED"] ?? (proves ? String(Date.now() % 2 ** 31) : "1");
if (proves) console.log(`PROOF_SEED=${seed}`);
const env = {
  XDG_STATE_HOME: join(home, "state"),
  XDG_CONFIG_HOME: join(home, "config"),
  PROVE: proves ? "all" : "",
  PROOF_SEED: seed,
};

/**
 * Node 20 reads the certificates of this variable whenever it starts, for three times the time of a bare start, and hardly a test
 * needs them. What is measured sees the machine as it is.
 */
const withoutCertificates = {
  ...env,
  NODE_EXTRA_CA_CERTS: "",
  // For the one test that talks to a registry.
  MACHINE_CA_CERTS: process.env["NODE_EXTRA_CA_CERTS"] ?? "",
};

/**
 * All other tests reuse their worker process, so that modules are loaded once. These look at a process as a
 * whole: its memory, its processor time, what keeps it alive, who listens to it, or how fast it starts others; or they hold up calls of a
 * module that others have loaded, or count all timers.
 */
const alone = [
  "packages/toolwright/src/call/{contained,kernel,soak}.test.ts",
  "packages/toolwright/src/process/{contain-handlers,end-trees,environment,hide-variables,host-guard,run-to-end,scope,tree-memory}.test.ts",
  "packages/toolwright/src/process/sandbox/{sandbox,swapped-places}.test.ts",
  "packages/toolwright/src/testing/{harness,waiting}.test.ts",
  "packages/toolwright/src/testing/conformance/{broken-tools,good-tools,leaks,process-resources}.test.ts",
  "packages/{outrider,toolwright}/test/growth.test.ts",
  "packages/toolwright/test/script/growth.test.ts",
  "packages/toolwright/src/process/process-lock.test.ts",
  "packages/outrider/test/lsp-soak.e2e.test.ts",
  "packages/outrider/src/lsp/wire/connection-load.test.ts",
  "packages/outrider/src/{indexing/sweep-ahead,lsp/server/readiness}.test.ts",
  "packages/outrider/src/search/text/words-memory.test.ts",
  "packages/outrider/src/tools/read_file/read-large.test.ts",
  "packages/outrider/src/tools/run_command/processes.test.ts",
  "packages/outrider/src/workspace/freshness/{follow,fresh-files}.test.ts",
  "packages/outrider/src/workspace/time/limit-signal.test.ts",
];

/** Whole Outriders, language servers, databases and clients: `npm test` runs them, `npm run check` leaves them out. */
const slowTests = [
  "examples/**/*.test.ts",
  "packages/outrider/src/{code-edits,lsp,tools}/**/*.test.ts",
  "packages/outrider/src/search/{embedders,project,vectors}/**/*.test.ts",
  "packages/outrider/src/syntax/{edit,project,references,workers}/**/*.test.ts",
  "packages/outrider/src/workspace/{walk,writer}/**/*.test.ts",
  "packages/outrider/test/{corruption,languages,pipes,references,support}/**/*.test.ts",
  "packages/outrider/test/*.property.test.ts",
  "packages/outrider/test/stores-*.test.ts",
  "packages/toolwright/src/mcp/client/**/*.test.ts",
  "packages/toolwright/src/agent/**/*.test.ts",
  "packages/toolwright/src/cli/script-command.test.ts",
  "packages/toolwright/src/{local-model,script,telemetry,thread-files}/**/*.test.ts",
  "packages/toolwright/test/audit/*.test.ts",
  "packages/toolwright/test/{agent,mcp,resident,script}/**/*.test.ts",
];

const shared = {
  // See there.
  setupFiles: process.env["PROCESSOR_TIME"] === undefined ? [] : ["packages/toolwright/test/processor-time.ts"],
  globalSetup: ["packages/outrider/test/support/bundle-worker.ts", "packages/toolwright/test/bundle-script-worker.ts"],
  env,
  // Ends what hangs. It says nothing about speed, so that it is far above what any test takes on a busy machine.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};

const unit = {
  ...shared,
  env: withoutCertificates,
  setupFiles: [...shared.setupFiles, "packages/toolwright/test/seed-properties.ts"],
  // For the tests that look for leaks.
  execArgv: ["--expose-gc"],
};

/** For tests that share a worker process. */
const together = {
  ...unit,
  // Each start of a program copies the page tables of its worker: threads that share one arena leave less to copy.
  env: { ...withoutCertificates, MALLOC_ARENA_MAX: "1" },
  isolate: false,
  setupFiles: [...unit.setupFiles, "packages/toolwright/test/shared-worker.ts"],
};

const notUnit = ["**/*.e2e.test.ts", "**/*.measured.test.ts", "**/node_modules/**", "**/languages/*/fixtures/**"];

const quick = project({
  ...together,
  name: "quick",
  include: ["packages/*/{src,test}/**/*.test.ts", "scripts/**/*.test.ts"],
  exclude: [...notUnit, ...alone, ...slowTests],
});

const slow = project({ ...together, name: "slow", include: slowTests, exclude: [...notUnit, ...alone] });

const e2e = project({
  ...shared,
  env: withoutCertificates,
  name: "e2e",
  isolate: false,
  include: ["packages/*/test/**/*.e2e.test.ts"],
  exclude: ["**/node_modules/**", ...alone],
});

/** The three at once, with `--project all`: what a worker has loaded for one of them serves the others. */
const all = project({
  ...together,
  name: "all",
  include: ["packages/*/{src,test}/**/*.test.ts", "scripts/**/*.test.ts", ...slowTests],
  exclude: ["**/*.measured.test.ts", "**/node_modules/**", "**/languages/*/fixtures/**", ...alone],
});

export default defineConfig({
  test: {
    reporters: ["default", createRetryReporter(), createFailedFilesReporter(process.env["FAILED_TEST_FILES"])],
    sequence: { sequencer: LongestFirst },
    // Half of the time a test waits for processes, a disk or a time to pass: on two cores, three workers left a quarter idle.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    projects: [
      ...(process.argv.includes("all") ? [all] : [quick, slow, e2e]),
      project({ ...unit, name: "alone", include: alone, exclude: ["**/*.measured.test.ts", "**/node_modules/**"] }),
      // What measures time runs by itself, one file after the other; what fails once is measured again, and counted.
      project({
        ...shared,
        name: "measured",
        include: ["packages/*/{src,test}/**/*.measured.test.ts"],
        fileParallelism: false,
        retry: 2,
      }),
    ],
  },
});

function project(test: NonNullable<TestProjectInlineConfiguration["test"]>): TestProjectInlineConfiguration {
  return { ...fromSource, plugins: [markdownAsText()], test };
}
