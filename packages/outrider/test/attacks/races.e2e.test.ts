import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canary, canaryPattern } from "../support/hostile-place.ts";
import { openKit, type OutriderKit } from "../support/outrider-kit.ts";
import { snapshotTree } from "../support/snapshot-tree.ts";
import { startLinkSwapper } from "../support/writer-processes.ts";
import { proofSize } from "../../../toolwright/test/proof-size.ts";

const raceMs = proofSize(3_000, 600);

type Attempt = (kit: OutriderKit, round: number) => readonly [string, object];

/**
 * Ripgrep opens directories by their paths, so that a walk may meet names outside while the race goes on; what stands in
 * those files is never shown.
 */
const walks: ReadonlySet<string> = new Set(["grep in a directory", "grep everywhere", "tree"]);

/** While another process swaps the directory `d` for a link to the outside and back, as fast as it can. */
const attempts: readonly (readonly [string, Attempt])[] = [
  ["read_file", () => ["read_file", { path: "d/a.txt" }]],
  ["read_file, several", () => ["read_file", { path: ["d/a.txt", "d/deep/b.txt"] }]],
  ["read_file, a directory", () => ["read_file", { path: "d" }]],
  ["grep in a file", () => ["grep", { pattern: `${canaryPattern}|harmless`, path: "d/a.txt" }]],
  ["grep in a directory", () => ["grep", { pattern: `${canaryPattern}|harmless`, path: "d", context: 1 }]],
  ["grep everywhere", () => ["grep", { pattern: `${canaryPattern}|harmless` }]],
  ["tree", () => ["tree", { path: "d" }]],
  ["edit_file, dry run", () => ["edit_file", { path: "d/a.txt", position: "end", new_string: "x\n", dry_run: true }]],
  ["edit_file, near miss", () => ["edit_file", { path: "d/a.txt", old_string: "CANARYx harmless", new_string: "y" }]],
  ["create_file", (_kit, round) => ["create_file", { path: `d/new-${round}.txt`, content: "planted" }]],
  ["memory anchor", () => ["memory", { action: "write", topic: "t", content: "x", anchors: ["d/a.txt#CANARY"] }]],
  ["project", () => ["read_file", { path: "a.txt", project: "d" }]],
  ["onboarding", () => ["onboarding", { force: true, project: "d" }]],
  ["run_command", () => ["run_command", { command: "pwd; cat a.txt; ls; echo x > planted", cwd: "d" }]],
  [
    "run_command, background",
    () => ["run_command", { command: "cat a.txt; ls; echo x > p", cwd: "d", background: true }],
  ],
  ["activate", () => ["workspace", { action: "activate", path: "d" }]],
];

describe.skipIf(process.platform !== "linux")("while a directory is swapped for a link all the time", () => {
  test.each(attempts)("%s shows and changes nothing outside", async (title, attempt) => {
    const kit = await openKit(
      {},
      {
        prepare({ root, outside }) {
          for (const [base, text] of [[join(root, "d"), "harmless\n"] as const, [outside, `${canary}\n`] as const]) {
            mkdirSync(join(base, "deep"), { recursive: true });
            for (const name of ["a.txt", "deep/b.txt", `only-${text.slice(0, 3)}.txt`, "README.md"])
              writeFileSync(join(base, name), text);
          }
        },
      },
    );
    const before = snapshotTree(kit.outside);
    const attacker = startLinkSwapper(join(kit.root, "d"), kit.outside);
    await attacker.ready;
    const ended: Record<string, number> = {};
    const leaks: string[] = [];
    const begun = performance.now();
    for (let round = 0; performance.now() - begun < raceMs; round += 1) {
      const [tool, input] = attempt(kit, round);
      // Of its own: what was activated would be trusted from then on.
      const session = title === "activate" ? `s${round}` : "test";
      const outcome = await kit.call(tool, input, { session });
      ended[outcome.status] = (ended[outcome.status] ?? 0) + 1;
      const text = JSON.stringify(outcome);
      if (text.includes(canary) || (text.includes("only-CAN") && !walks.has(title))) leaks.push(text.slice(0, 500));
      if (title === "activate" && outcome.status === "ok" && text.includes(JSON.stringify(kit.outside)))
        leaks.push(text.slice(0, 500));
    }
    attacker.child.kill("SIGTERM");
    const { output } = await attacker.end;
    console.log(`${title}: ${JSON.stringify(ended)}, ${output.split("\n")[1] ?? ""}, ${leaks.length} leaks`);
    expect.soft(leaks.slice(0, 2)).toEqual([]);
    expect.soft(snapshotTree(kit.outside)).toEqual(before);
    expect(readdirSync(kit.outside)).toEqual(Object.keys(before).filter((path) => path !== "." && !path.includes("/")));
    expect(kit.told.slice(0, 2), "faults").toEqual([]);
    // Before a command is judged, its directory is looked for; what cannot be found is not allowed.
    const usual = new Set(["ok", "tool_error", "needs_approval", ...(title.startsWith("run_") ? ["denied"] : [])]);
    expect(Object.keys(ended).filter((status) => !usual.has(status))).toEqual([]);
  });
});
