import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { proofCases, proofSize } from "../../../toolwright/test/proof-size.ts";
import type { ServedOutrider } from "../support/served-outrider.ts";
import { openTrapped, type TrappedRun } from "./traps/open-trapped.ts";
import { ownSettings } from "./traps/other-traps.ts";
import { isOnPath, plantTraps, traps } from "./traps/plant-traps.ts";
import type { Trap } from "./traps/trap.ts";
import { tryEverything } from "./traps/try-everything.ts";

const limits = { timeout: 600_000 };

/** Those whose tools this machine has. */
const shown = traps.filter(({ control }) => control?.needs.every(isOnPath) === true);

describe.skipIf(process.platform === "win32")("a repository full of traps", () => {
  test("has more than enough of them, each in its files and with a name of its own", () => {
    expect(shown.length).toBeGreaterThanOrEqual(40);
    expect(new Set(traps.map(({ name }) => name)).size).toBe(traps.length);
    const { root } = plantTraps();
    const missing = traps.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)));
    expect(missing).toEqual([]);
  });

  test("runs code of its own wherever a tool is used without protection", limits, () => {
    const place = plantTraps();
    const silent: string[] = [];
    const commands = new Map<string, Trap[]>();
    for (const trap of shown) {
      const command = trap.control?.command ?? "";
      commands.set(command, [...(commands.get(command) ?? []), trap]);
    }
    for (const [command, expected] of proofCases([...commands], 8)) {
      const run = spawnSync("sh", ["-c", place.fill(command)], { cwd: place.root, input: "", timeout: 240_000 });
      const ran = place.ran();
      for (const { name } of expected)
        if (!ran.includes(name)) silent.push(`${name}: ${run.error?.message ?? ""} ${String(run.stderr)}`);
    }
    expect(silent).toEqual([]);
  });

  // A server that may write has every tool of one that only reads.
  const runs: readonly [string, TrappedRun & { readonly writes: boolean }][] = [
    ["writable", { writes: true }],
    ["read-only", { args: ["--read-only"], writes: false }],
  ];
  test.each(runs.slice(0, proofSize(2, 1)))(
    "runs nothing when Outrider is used in it with every tool, %s and not trusted",
    limits,
    async (_title, run) => {
      const place = plantTraps();
      const served = await openTrapped(place, run);
      const answers = await tryEverything(served, run);
      await end(served);
      expect(executedIn(place.root, place.trace)).toEqual([]);
      expect(place.ran()).toEqual([]);
      expect(answers).toBeGreaterThan(60);
      // Without this, a server that does not start would prove nothing.
      expect(readFileSync(place.started, "utf8")).toContain("gopls");
    },
  );

  test("runs what its settings name once the user trusts it", limits, async () => {
    const place = plantTraps();
    const served = await openTrapped(place, { settings: `trusted_projects = [${JSON.stringify(place.root)}]` });
    await served.call("symbol_at", { path: "src/a.py", line: 5, symbol: "grow" });
    await end(served);
    expect(place.ran()).toContain("python-venv");
  });

  test("asks for servers that only the user's own settings could start", limits, async () => {
    const place = plantTraps();
    const [settings = ""] = place.fill(ownSettings).split("[commands]");
    const served = await openTrapped(place, { config: settings });
    await served.call("diagnostics", { path: "a.json" });
    await end(served);
    expect(place.ran()).toEqual(["outrider-server"]);
  });
});

async function end({ child }: ServedOutrider): Promise<void> {
  const ended = once(child, "exit");
  child.stdin.end();
  await ended;
}

/** The programs of the repository that were started, where strace could watch. */
function executedIn(root: string, trace: string): readonly string[] {
  if (!existsSync(trace)) return [];
  const calls = readFileSync(trace, "utf8").split("\n");
  return calls.filter((line) => line.includes(`execve("${root}/`) && !line.includes("ENOENT"));
}
