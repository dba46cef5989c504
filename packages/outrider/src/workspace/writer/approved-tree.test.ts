import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { codeOf, copyAsCrashed, openChangeKit } from "../../../test/support/writer-changes.ts";

const files = { "CLAUDE.md": "old", "a.txt": "a", ".husky/commit": "old" };
const wanted = [
  { path: "CLAUDE.md", text: "new" },
  { path: ".claude/settings.json", text: "{}" },
  { path: ".husky/commit", to: ".husky/pre-commit" },
  { path: "a.txt", text: "A" },
];
const paths = ["CLAUDE.md", ".claude/settings.json", ".husky/commit", ".husky/pre-commit"];

test("what a crash leaves of an approved change is taken back without a new word", async () => {
  const { base, root } = makeTempPlace(files);
  const approved = paths.map((path) => join(root, path));
  const crashed: string[] = [];
  const kit = openChangeKit(root, {
    approved,
    onStep: (step) => {
      if (step === "applied") crashed.push(copyAsCrashed(root, join(base, `crashed-${crashed.length}`)));
    },
  });
  const before = kit.tree();
  await kit.change(wanted);
  expect(crashed).toHaveLength(4);
  for (const copy of crashed) {
    const restarted = openChangeKit(copy);
    expect(restarted.tree()).not.toEqual(before);
    await restarted.writer.recover();
    expect(restarted.tree()).toEqual(before);
    expect(await codeOf(restarted.change(wanted))).toBe("ask_to_write");
  }
});

test("a change that fails in the middle is taken back, even if its word no longer holds", async () => {
  const { root } = makeTempPlace(files);
  const approved = paths.map((path) => join(root, path));
  let applied = 0;
  const kit = openChangeKit(root, {
    approved,
    onStep: (step) => {
      if (step !== "applied" || ++applied !== 3) return;
      approved.length = 0;
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    },
  });
  const before = kit.tree();
  expect(await codeOf(kit.change(wanted))).not.toBe("done");
  expect(kit.tree()).toEqual(before);
});

test("to undo an approved change of another session, the person is asked again", async () => {
  const { root } = makeTempPlace(files);
  const approved = paths.map((path) => join(root, path));
  const { id } = await openChangeKit(root, { approved }).change(wanted);
  const other = openChangeKit(root);
  const after = other.tree();
  expect(await codeOf(other.undo(id))).toBe("ask_to_write");
  expect(other.tree()).toEqual(after);
  await openChangeKit(root, { approved }).undo(id);
  expect(other.tree()).not.toEqual(after);
});
