import { defineConfig } from "vitest/config";
import { markdownAsText } from "./packages/toolwright/src/testing/markdown-as-text.ts";

// A name of our own: other packages publish a "source" condition, too, and mean files that Node cannot load.
const conditions = ["toolwright-source"];
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  test: {
    projects: [
      {
        ...fromSource,
        plugins: [markdownAsText()],
        test: {
          name: "unit",
          include: [
            "packages/*/src/**/*.test.ts",
            "packages/*/test/**/*.test.ts",
            "examples/**/*.test.ts",
            "playground/**/*.test.ts",
          ],
          exclude: ["**/*.e2e.test.ts", "**/*.load.test.ts", "**/node_modules/**"],
          testTimeout: 20_000,
          // For the tests that look for leaks.
          execArgv: ["--expose-gc"],
        },
      },
      {
        ...fromSource,
        plugins: [markdownAsText()],
        test: {
          name: "e2e",
          include: ["packages/*/test/**/*.e2e.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        plugins: [markdownAsText()],
        // Run alone: what they measure is time.
        test: { name: "load", include: ["packages/*/test/**/*.load.test.ts"], hookTimeout: 60_000 },
      },
    ],
  },
});
