import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempPlace } from "./support/temp-project.ts";
import { openChangeKit, readJournal, treeOf } from "./support/writer-changes.ts";
import { makeFiftyFiles } from "./support/writer-project.ts";
import { bundleFixture, startProcess } from "./support/writer-processes.ts";
import { proofSize } from "../../toolwright/test/proof-size.ts";

const runs = proofSize(1_000, 12);
type Tree = Readonly<Record<string, string>>;

test(
  "killed at any step of a change of fifty files, after the restart all are old or all are new",
  { timeout: 60_000 + runs * 4_000 },
  async () => {
    const { base, temp } = makeTempPlace();
    const script = bundleFixture("writer-process", temp);
    const template = join(base, "template");
    mkdirSync(template);
    makeFiftyFiles(template);
    const old = treeOf(template);
    const whole = join(base, "whole");
    cpSync(template, whole, { recursive: true });
    const { code, output } = await startProcess([script, whole, "change", "-1"]).end;
    const steps = Number(output);
    expect([code, steps > 300]).toEqual([0, true]);
    const changed = treeOf(whole);

    const begun = performance.now();
    const tally = { old: 0, new: 0, again: 0 };
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let run = next++; run < runs; run = next++) {
        const root = join(base, `run-${run}`);
        cpSync(template, root, { recursive: true });
        const step = Math.round((run * (steps - 1)) / (runs - 1));
        const { signal } = await startProcess([script, root, "change", String(step)]).end;
        expect(signal).toBe("SIGKILL");
        // Some are killed once more while they take it back.
        if (run % 5 === 0) {
          const again = await startProcess([script, root, "recover", String(run % 40)]).end;
          tally.again += again.signal === "SIGKILL" ? 1 : 0;
        }
        tally[await checkRestart(root, { old, changed })] += 1;
        rmSync(root, { recursive: true });
      }
    };
    await Promise.all([worker(), worker()]);
    expect([tally.old + tally.new, tally.new > 0, tally.again > 0]).toEqual([runs, true, true]);
    const time = Math.round(performance.now() - begun);
    console.log(
      `${runs} kills over ${steps} steps: ${time} ms, ${tally.old} all old, ${tally.new} all new, ${tally.again} killed twice`,
    );
  },
);

async function checkRestart(root: string, { old, changed }: { old: Tree; changed: Tree }): Promise<"old" | "new"> {
  const kit = openChangeKit(root);
  await kit.writer.recover();
  const isNew = (await kit.writer.history()).length === 1;
  expect(kit.tree()).toEqual(isNew ? changed : old);
  // What comes next works, and leaves nothing of the killed one.
  const { id } = isNew ? await kit.undo("1") : await kit.change([{ path: "made/later", text: "later" }]);
  const { "made/later": _, made: _made, ...next } = kit.tree();
  const { made: _gone, ...expected } = old;
  expect(next).toEqual(expected);
  await kit.undo(id);
  expect(kit.tree()).toEqual(isNew ? changed : old);
  expect(readJournal(await kit.state.local("history"))).toEqual(isNew ? ["1", "2", "3"] : ["1", "2"]);
  expect(readJournal(await kit.state.local("locks"))).toEqual([]);
  return isNew ? "new" : "old";
}
