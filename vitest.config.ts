import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { createRetryReporter } from "./packages/toolwright/test/retry-reporter.ts";
import { markdownAsText } from "./packages/toolwright/src/testing/markdown-as-text.ts";

// A name of our own: other packages publish a "source" condition, too, and mean files that Node cannot load.
const conditions = ["toolwright-source"];
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } };

// What Outrider keeps for a user must neither come from nor go to whoever runs the tests.
const home = join(tmpdir(), `outrider-test-home-${process.getuid?.() ?? 0}`);
// `npm test` draws the same sample in every run; `npm run prove` draws another in each.
const seed = process.env["PROOF_SEED"] ?? (process.env["PROVE"] === "all" ? String(Date.now() % 2 ** 31) : "1");
if (process.env["PROVE"] === "all") console.log(`PROOF_SEED=${seed}`);
const env = { XDG_STATE_HOME: join(home, "state"), XDG_CONFIG_HOME: join(home, "config"), PROOF_SEED: seed };

/**
 * Every other test has the process of the one before it, so that what they load is loaded once. These look at a process as a
 * whole: its memory, what keeps it alive, who listens to it, or how fast it starts others.
 */
const alone = [
  "packages/toolwright/src/process/**/*.test.ts",
  "packages/toolwright/src/testing/**/*.test.ts",
  "packages/toolwright/src/call/*.test.ts",
  "packages/outrider/src/lsp/wire/connection-load.test.ts",
  "packages/outrider/src/search/text/words-memory.test.ts",
  "packages/outrider/src/sqlite/sqlite.test.ts",
  "packages/outrider/src/tools/read_file/read-large.test.ts",
  "packages/outrider/src/tools/run_command/processes.test.ts",
  "packages/outrider/src/workspace/freshness/*.test.ts",
  "packages/outrider/src/workspace/time/limit-signal.test.ts",
];

const shared = {
  globalSetup: "packages/outrider/test/support/bundle-worker.ts",
  env,
};

const unit = {
  ...shared,
  testTimeout: 60_000,
  // For the tests that look for leaks.
  execArgv: ["--expose-gc"],
};
const notUnit = ["**/*.e2e.test.ts", "**/*.measured.test.ts", "**/node_modules/**"];

export default defineConfig({
  test: {
    reporters: ["default", createRetryReporter()],
    // Vitest leaves one core alone, which is half of a small machine; many tests wait for processes, a disk or a time to pass.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        ...fromSource,
        plugins: [markdownAsText()],
        test: {
          ...unit,
          name: "unit",
          isolate: false,
          setupFiles: "packages/toolwright/test/seed-properties.ts",
          include: [
            "packages/*/src/**/*.test.ts",
            "packages/*/test/**/*.test.ts",
            "examples/**/*.test.ts",
            "playground/**/*.test.ts",
          ],
          exclude: [...notUnit, ...alone],
        },
      },
      {
        ...fromSource,
        plugins: [markdownAsText()],
        test: { ...unit, name: "unit-alone", include: alone, exclude: notUnit },
      },
      {
        ...fromSource,
        plugins: [markdownAsText()],
        test: {
          ...shared,
          name: "e2e",
          isolate: false,
          include: ["packages/*/test/**/*.e2e.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        plugins: [markdownAsText()],
        // What measures time runs by itself, one file after the other; what fails once is measured again, and counted.
        test: {
          ...shared,
          name: "measured",
          include: ["packages/*/{src,test}/**/*.measured.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          retry: 2,
        },
      },
    ],
  },
});
