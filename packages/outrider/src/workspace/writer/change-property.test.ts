import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { codeOf, openChangeKit, type Wanted } from "../../../test/support/writer-changes.ts";
import { encodings } from "../../../test/support/writer-encodings.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const places = ["a.ts", "b.ts", "d/c.ts", "d/e/f.ts", "g/h.ts"];

const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "{", "\t"), maxLength: 6 });
const eol = fc.constantFrom("\n", "\r\n", "\r");
const lines = fc.array(fc.tuple(line, eol), { maxLength: 4 }).map((all) => all.flat().join(""));

const fileArbitrary = fc.record({
  encoding: fc.constantFrom(...Object.keys(encodings)),
  text: lines,
  mode: fc.constantFrom(0o644, 0o755, 0o600, 0o664),
  /** What is done to it, and whether by a link that leads to it. */
  deed: fc.constantFrom("nothing", "edit", "remove", "move", "move and edit", "edit by link"),
  added: lines.map((text) => `${text}!`),
});

const planArbitrary = fc.record({
  files: fc.array(fileArbitrary, { minLength: 1, maxLength: places.length }),
  created: fc.subarray(["n.ts", "d/n.ts", "new/n.ts", "new/deep/n.ts"]),
  /** The step that fails, and what has another hash. */
  failsAt: fc.nat(60),
});

test("applied and undone, refused or failed at any step, a change leaves the same bytes, modes and links", async () => {
  const tally = { undone: 0, refused: 0, failed: 0 };
  await fc.assert(
    fc.asyncProperty(planArbitrary, async ({ files, created, failsAt }) => {
      const { root } = makeTempPlace();
      let steps = Number.POSITIVE_INFINITY;
      const kit = openChangeKit(root, {
        onStep: (step) => {
          steps -= 1;
          if (steps < 0 && step !== "finished") {
            steps = Number.POSITIVE_INFINITY;
            throw Object.assign(new Error("no room"), { code: "ENOSPC" });
          }
        },
      });
      const wanted = files.flatMap((file, index) => makeFile(root, places[index] ?? "", file));
      wanted.push(...created.map((path) => ({ path, text: `new ${path}\n` })));
      const old = kit.tree();
      if (wanted.length === 0) return;

      const stale = wanted.map((each, index) => (index === failsAt % wanted.length ? { ...each, hash: "0" } : each));
      const mayBeStale = stale.some(({ hash, path }) => hash === "0" && !created.includes(path));
      const refused = mayBeStale ? await codeOf(kit.change(stale)) : "stale";
      expect([refused, kit.tree()]).toEqual(["stale", old]);
      tally.refused += mayBeStale ? 1 : 0;

      steps = failsAt;
      const outcome = await codeOf(kit.change(wanted));
      steps = Number.POSITIVE_INFINITY;
      const isDone = outcome === "done";
      // What failed is as it was; it is done now, and what was done is taken back once before the rest.
      if (isDone) await kit.undo();
      expect([outcome, kit.tree()]).toEqual([isDone ? "done" : "disk_full", old]);
      tally.failed += isDone ? 0 : 1;
      await kit.change(wanted);

      const changed = kit.tree();
      const { id } = await kit.undo();
      expect(kit.tree()).toEqual(old);
      await kit.undo(id);
      expect(kit.tree()).toEqual(changed);
      tally.undone += 1;
    }),
    { numRuns: proofSize(25, 8) },
  );
  expect(Math.min(tally.undone, tally.refused, tally.failed)).toBeGreaterThan(4);
});

type GeneratedFile = typeof fileArbitrary extends fc.Arbitrary<infer T> ? T : never;

function makeFile(root: string, path: string, { encoding, text, mode, deed, added }: GeneratedFile): readonly Wanted[] {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), encodings[encoding]?.(text) ?? "");
  chmodSync(join(root, path), mode);
  const edit = (before: string): string => `${before}${added}`;
  switch (deed) {
    case "edit":
      return [{ path, text: edit }];
    case "edit by link": {
      const link = `link-to-${path.replaceAll("/", "-")}`;
      symlinkSync(path, join(root, link));
      return [{ path: link, text: edit }];
    }
    case "remove":
      return [{ path }];
    case "move":
      return [{ path, to: `moved/${path}` }];
    case "move and edit":
      return [{ path, to: `${path}.moved`, text: edit }];
    default:
      return [];
  }
}
