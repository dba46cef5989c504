import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { afterAll, expect, test } from "vitest";
import { walkedDirectory } from "../../../test/support/table-kit.ts";
import { createExposureJudge } from "../paths/exposure.ts";
import { createWalker } from "../walk/create-walker.ts";
import { openFreshFiles } from "./fresh-files.ts";

const runner = createProcessRunner();
const base = realpathSync(mkdtempSync(join(tmpdir(), "outrider-follow-")));
const { signal } = new AbortController();
const seeds = [1, 2];

afterAll(async () => {
  await runner.close();
  rmSync(base, { recursive: true, force: true });
});

test.runIf(process.platform === "linux").each(seeds)(
  "a follower of the changes has what is on disk after every command of another process (seed %i)",
  async (seed) => {
    const root = join(base, String(seed));
    mkdirSync(root);
    const processes = runner.openScope();
    const walk = createWalker({ root, exposure: createExposureJudge(), exclude: [], processes });
    const list = (signal: AbortSignal) => walk(walkedDirectory(root), { signal });
    const fresh = await openFreshFiles({
      directory: root,
      list,
      listDirectory: (path, signal) => walk(walkedDirectory(join(root, path)), { signal, maxDepth: 1 }),
    });
    const held = new Map<string, string>();
    const pick = createPicker(seed);
    const how = { watch: 0, sweep: 0 };
    for (let step = 0; step < 60; step += 1) {
      const script = Array.from({ length: 1 + pick(3) }, () => command(pick)).join("; ");
      execFileSync("sh", ["-c", `${script}; true`], { cwd: root, stdio: "ignore" });
      const changes = await fresh.changes(signal);
      how[changes.how] += 1;
      for (const path of changes.removed) held.delete(path);
      for (const path of [...changes.added, ...changes.changed]) held.set(path, readFileSync(join(root, path), "utf8"));
      const real = new Map<string, string>();
      for await (const { path } of list(signal)) real.set(path, readFileSync(join(root, path), "utf8"));
      expect(sorted(held), `after step ${step}: ${script}`).toEqual(sorted(real));
    }
    expect(how.watch).toBeGreaterThan(0);
    fresh.close();
  },
);

/** Few names, so that they meet each other: as files, directories and links. */
function command(pick: (count: number) => number): string {
  const name = (): string => ["a", "b", "c/d", "c/e/f", "c", "g/h", "g", "src/a", "src"][pick(9)] ?? "a";
  const file = (): string => `${name()}.ts`;
  const commands = [
    () => `echo ${pick(10)} > ${file()}`,
    () => `echo ${pick(10)} > ${file()}`,
    () => `echo ${pick(10)} >> ${file()}`,
    () => `echo ${pick(10)} > ${name()}/x.ts`,
    () => `d=${name()}; mkdir -p $d/in; echo ${pick(10)} > $d/in/y.ts`,
    () => `mkdir -p ${name()}`,
    () => `rm -rf ${name()}`,
    () => `rm -f ${file()}`,
    () => `mv ${file()} ${file()}`,
    () => `mv ${name()} ${name()}`,
    () => `mv ${name()} ${name()}${pick(3)}`,
    () => `ln ${file()} ${file()}`,
    () => `ln -s ${file()} ${file()}`,
    () => `echo ${["a.ts", "g/", "/c/e", "!g/", "*.ts", "#"][pick(6)]} > ${["", "c/", "g/"][pick(3)]}.gitignore`,
    () => `rm -f .gitignore c/.gitignore`,
    () => `cp -r ${name()} ${name()}`,
    () => `echo 1 > .tmp && mv .tmp ${file()}`,
  ];
  return commands[pick(commands.length)]?.() ?? ":";
}

function createPicker(seed: number): (count: number) => number {
  let state = seed * 2_654_435_761;
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

function sorted(files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].sort(([one], [other]) => (one < other ? -1 : 1));
}
