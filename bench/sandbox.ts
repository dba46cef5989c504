/**
 * What the sandbox costs: the same command run bare, in bubblewrap alone with the smallest set of options, and in our sandbox
 * with the rules for this repository; one after the other in turns, so that a busy machine slows all of them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcessRunner, findSandbox } from "toolwright/process";
import { projectPolicy } from "../packages/outrider/src/sandbox/project-policy.ts";
import { createExposureJudge } from "../packages/outrider/src/workspace/paths/exposure.ts";

const rounds = 60;
const processes = createProcessRunner();
const scope = processes.openScope();
const root = mkdtempSync(join(tmpdir(), "bench-sandbox-"));
try {
  execFileSync("git", ["init", "-q"], { cwd: root });
  await compare();
} finally {
  await processes.close();
  rmSync(root, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  const driver = await findSandbox(scope);
  if (driver.name === "none") return console.log(`There is no sandbox here: ${driver.reason}`);
  const openedAt = performance.now();
  const sandbox = await driver.open(scope);
  const openMs = performance.now() - openedAt;
  const exposure = createExposureJudge();
  const plain = "/usr/bin/bwrap";
  const ways: Record<string, () => Promise<unknown>> = {
    bare: () => scope.exec("/bin/sh", ["-c", ":"], { cwd: root }),
    ...(existsSync(plain) && {
      "bubblewrap alone": () =>
        scope.exec(plain, ["--ro-bind", "/", "/", "--dev", "/dev", "/bin/sh", "-c", ":"], { cwd: root }),
    }),
    "our sandbox": async () => {
      const policy = await projectPolicy({ root, approved: [] }, { exposure, ownPlaces: [] });
      return await scope.exec("/bin/sh", ["-c", ":"], { cwd: root, sandbox: sandbox.with(policy) });
    },
  };
  const times = new Map(Object.keys(ways).map((name) => [name, new Array<number>()]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(ways)) {
      const startedAt = performance.now();
      await run();
      times.get(name)?.push(performance.now() - startedAt);
    }
  }
  sandbox.close();
  console.log(
    `Node ${process.version}, ${driver.name}, ${rounds} rounds; opening a sandbox took ${openMs.toFixed(0)} ms\n`,
  );
  console.log(
    "a command that does nothing".padEnd(30),
    "p50 ms".padStart(8),
    "p95 ms".padStart(8),
    "more than bare".padStart(16),
  );
  const bare = quantile(times.get("bare") ?? [], 0.5);
  for (const [name, all] of times) {
    const p50 = quantile(all, 0.5);
    const row = [p50, quantile(all, 0.95)].map((ms) => ms.toFixed(1).padStart(8));
    console.log(name.padEnd(30), ...row, `${(p50 - bare).toFixed(1)} ms`.padStart(16));
  }
}

function quantile(values: readonly number[], at: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * at)] ?? Number.NaN;
}
