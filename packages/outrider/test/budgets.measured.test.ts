import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { packageRoot, repositoryRoot } from "./support/outrider-process.ts";
import { openServedOutrider, type ServedOutrider } from "./support/served-outrider.ts";

const budgets = readBudgets(readFileSync(join(repositoryRoot, "docs", "budgets.md"), "utf8"));

test.each(["toolwright", "outrider"])("%s is packed within its budget", (name) => {
  expectWithin(`packed size of \`${name}\`, MB`, packedBytes(join(packageRoot, "..", name)) / 1e6);
});

test("few packages are installed", () => {
  expectWithin("packages that `outrider` installs, itself included", installedPackages().size);
});

test("a command loads little that it does not need", () => {
  const entry = join(packageRoot, "dist", "cli", "run-outrider.js");
  expectWithin("code that every command of `outrider` loads, kB", staticBytes(entry) / 1e3);
});

test("a server answers soon after bare Node would have ended", async () => {
  const bare: number[] = [];
  const served: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    bare.push(timed(() => spawnSync(process.execPath, ["-e", "0"])));
    const startedAt = performance.now();
    const { child } = await openServedOutrider();
    served.push(performance.now() - startedAt);
    child.kill();
  }
  expectWithin(
    "start: until `initialize` is answered, as a multiple of `node -e 0`",
    Math.min(...served) / Math.min(...bare),
  );
});

test.runIf(process.platform === "linux")("a server takes little memory, idle and with an index", async () => {
  expectWithin("memory of a server that was asked nothing, MB", residentMegabytes(await openServedOutrider()));
  const files = Array.from({ length: 1_000 }, (_, index) => [`src/part${index}.ts`, sourceFile(index)]);
  const served = await openServedOutrider(Object.fromEntries(files));
  expect(await served.call("symbols", { name: "part999Total" })).toContain("part999.ts");
  expect(await served.call("semantic_search", { query: "sum of the prices in a basket" })).toContain("src/part");
  expectWithin("memory of a server with 1,000 files indexed, MB", residentMegabytes(served));
});

/** Fails above the budget, and tells what was measured in any case. */
function expectWithin(what: string, measured: number): void {
  const budget = budgets.get(what);
  console.log(`budget: ${what}: ${measured.toFixed(2)} of ${budget}`);
  expect(measured, what).toBeLessThanOrEqual(budget ?? 0);
}

function readBudgets(page: string): ReadonlyMap<string, number> {
  const rows = page.matchAll(/^\| ([^|]+) \| ([\d.]+) \|/gm);
  return new Map(Array.from(rows, ([, what = "", budget]) => [what, Number(budget)]));
}

function packedBytes(directory: string): number {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const told = execFileSync(npm, ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: directory });
  const [packed] = z.tuple([z.object({ size: z.number() })]).parse(JSON.parse(told.toString()));
  return packed.size;
}

/** The size of a module with everything it imports statically. */
function staticBytes(entry: string): number {
  const found = new Map<string, number>();
  const waiting = [entry];
  for (const path of waiting) {
    if (found.has(path)) continue;
    const code = readFileSync(path, "utf8");
    found.set(path, Buffer.byteLength(code));
    for (const [, file = ""] of code.matchAll(/\bimport(?:\{[^}]*\}from)?"(\.[^"]+)"/g))
      waiting.push(join(dirname(path), file));
  }
  return [...found.values()].reduce((sum, bytes) => sum + bytes, 0);
}

const lockedPackage = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
});

/** What npm puts on this machine for somebody who installs Outrider, from the lock file. */
function installedPackages(): ReadonlySet<string> {
  const lock = JSON.parse(readFileSync(join(repositoryRoot, "package-lock.json"), "utf8"));
  const { packages } = z.object({ packages: z.record(z.string(), lockedPackage) }).parse(lock);
  const found = new Set<string>();
  const waiting = ["packages/outrider"];
  for (const path of waiting) {
    const { dependencies, optionalDependencies, os, cpu } = packages[path] ?? lockedPackage.parse({});
    const isForHere = (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
    if (found.has(path) || !isForHere) continue;
    found.add(path);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nested = `${path}/node_modules/${name}`;
      waiting.push(Object.hasOwn(packages, nested) ? nested : `node_modules/${name}`);
    }
  }
  return found;
}

function timed(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function residentMegabytes({ child }: ServedOutrider): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_000;
}

function sourceFile(index: number): string {
  return `/** Adds up the prices of basket ${index}. */
export function part${index}Total(prices: readonly number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}

export class Part${index} {
  readonly #prices: number[] = [];
  add(price: number): void {
    this.#prices.push(price);
  }
  total(): number {
    return part${index}Total(this.#prices);
  }
}
`;
}
