import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "vitest";
import * as z from "zod";
import { expectWithin } from "./support/budgets.ts";
import { packageRoot, repositoryRoot } from "./support/outrider-process.ts";

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
