import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode } from "./find-node.ts";
import { inspect } from "./inspect.ts";
import { printInspector, printSuite } from "./report.ts";
import { serveFixture } from "./serve-fixture.ts";
import { runSuite } from "./suite.ts";

/** The scenarios that each revision asks of a server: fewer would be a judge that looks away. */
const revisions = [
  { revision: "2025-11-25", scored: 30 },
  { revision: "2026-07-28", scored: 37 },
] as const;

// start.mjs put this bundle into a folder of its own under conformance/.
const runFolder = dirname(fileURLToPath(import.meta.url));
const modules = join(resolve(runFolder, ".."), "node_modules");
const startedAt = performance.now();
const node = findNode(modules);
const problems: string[] = [];

for (const { revision, scored } of revisions) {
  const fixture = await serveFixture();
  const results = join(runFolder, revision);
  const verdict = await runSuite({ node, modules, url: fixture.url, revision, results });
  problems.push(...printSuite(verdict, scored), ...(await fixture.close()));
}

const fixture = await serveFixture();
const pids = join(runFolder, "pids");
mkdirSync(pids);
const inspected = await inspect({
  node,
  modules,
  url: fixture.url,
  stdio: [process.execPath, join(runFolder, "stdio.mjs"), pids],
  pids,
  storage: join(runFolder, "inspector"),
});
problems.push(...printInspector(inspected), ...(await fixture.close()));

const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
console.log(`\n${problems.length === 0 ? "Conforms" : `${problems.length} problems`}; ${seconds} s.`);
for (const problem of problems) console.log(`  ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

// Fires only if something that should be closed keeps the process alive.
setTimeout(() => {
  console.log("Something of the server is still open after it was closed.");
  process.exit(1);
}, 5_000).unref();
