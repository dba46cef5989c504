import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Tells at the end which measurements had to be repeated: a number that grows is a promise that fades. */
export function createRetryReporter(): Reporter {
  return {
    onTestRunEnd(modules: readonly TestModule[]) {
      const tests = modules.flatMap((module) => [...module.children.allTests()]);
      const again = tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0);
      if (tests.some((test) => test.options.retry !== undefined && test.options.retry !== 0) || again.length > 0)
        console.log(`Measured again: ${again.length} of ${tests.length} tests.`);
      for (const test of again) console.log(`  ${test.diagnostic()?.retryCount}× ${test.fullName}`);
    },
  };
}

/** Leaves the list of failed files for `scripts/test.mjs`, and none where something failed outside of all tests. */
export function createFailedFilesReporter(list: string | undefined): Reporter {
  return {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
      if (list === undefined || errors.length > 0) return;
      const files = modules.filter((module) => module.state() === "failed").map((module) => module.moduleId);
      writeFileSync(list, JSON.stringify([...new Set(files)]));
    },
  };
}
