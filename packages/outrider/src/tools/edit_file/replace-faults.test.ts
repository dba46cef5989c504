import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { expect, onTestFinished, test } from "vitest";
import { lentThreads } from "../../../test/support/lent-thread.ts";
import { openTestProject } from "../../../test/support/test-workspace.ts";
import { copyAsCrashed, openChangeKit, treeOf } from "../../../test/support/writer-changes.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import type { Spawner } from "../../workspace/walk/ripgrep.ts";
import type { ProjectWriter } from "../../workspace/writer/writer.ts";
import { applyPreview } from "./apply-preview.ts";
import { editText } from "./edit-text.ts";
import { previewMatches } from "./preview-matches.ts";
import { readPattern } from "./read-pattern.ts";
import type { Input, Output } from "./schema.ts";

const files = {
  "a.txt": "old one\r\nold two\r\n",
  "src/b.ts": "export const old = 1;\n",
  "src/c.ts": "\u{feff}old();\n",
  "latin.txt": Buffer.from("Grüße, old\n", "latin1"),
};

const replacement: Input = { pattern: "old", new_string: "new\n", glob: "*" };
const edits: Input = {
  edits: Object.keys(files).map((path) => ({ path, old_string: "old", new_string: "new\n", replace_all: true })),
};

test.each([
  ["a replacement by pattern", replacement],
  ["edits of several files", edits],
])("%s that fails at any step of its write leaves every byte as it was", async (_, input) => {
  const kit = await openKit();
  const before = treeOf(kit.root);
  let steps = 0;
  await kit.write(input, { ...kit.writerWith(() => void (steps += 1)) });
  const after = treeOf(kit.root);
  expect(after).not.toEqual(before);
  await kit.undo();
  expect(treeOf(kit.root)).toEqual(before);
  expect(steps).toBeGreaterThan(30);
  for (let deadly = 0; deadly < steps; deadly += 1) {
    let step = 0;
    const writer = kit.writerWith(() => {
      if (step++ === deadly) throw new Error("the disk is gone");
    });
    const outcome = await kit.write(input, writer).then(
      () => "written",
      () => "failed",
    );
    // A fault behind the last write comes too late for a refusal.
    const isWritten = outcome === "written" || treeOf(kit.root)["a.txt"] === after["a.txt"];
    expect(treeOf(kit.root), `step ${deadly}`).toEqual(isWritten ? after : before);
    if (isWritten) await kit.undo();
    expect(treeOf(kit.root)).toEqual(before);
  }
});

test("a crash at any step of a replacement is taken back to all old or goes on to all new", async () => {
  const kit = await openKit();
  const before = treeOf(kit.root);
  const copies = join(kit.base, "copies");
  mkdirSync(copies);
  let step = 0;
  const crashed: string[] = [];
  const writer = kit.writerWith(() => {
    step += 1;
    if (step % 4 === 1) crashed.push(copyAsCrashed(kit.root, join(copies, String(step))));
  });
  await kit.write(replacement, writer);
  const after = treeOf(kit.root);
  const seen = new Set<string>();
  for (const copy of crashed) {
    const again = openChangeKit(copy);
    await again.writer.recover();
    const isNew = again.read("a.txt").includes("new");
    seen.add(isNew ? "new" : "old");
    expect(again.tree(), copy).toEqual(isNew ? after : before);
    if (isNew) await again.undo();
    expect(again.tree(), copy).toEqual(before);
  }
  expect(seen).toContain("old");
});

async function openKit() {
  const { project, root, base } = await openTestProject(files);
  const runner = createProcessRunner();
  const tables = openSymbolTables(lentThreads);
  onTestFinished(async () => {
    await tables.close();
    await runner.close();
  });
  const { signal } = new AbortController();
  const scope = runner.openScope();
  const call: Spawner & { readonly signal: AbortSignal } = { spawn: scope.spawn.bind(scope), signal };
  const write = async (input: Input, writer: ProjectWriter): Promise<Output> => {
    const context = {
      project: { ...project, writer },
      symbols: () => tables.symbolsOf(project),
      call,
      hidesSecrets: true,
    };
    const question = readPattern(input);
    if (question === undefined) return await editText({ input, project: context.project, signal, hidesSecrets: true });
    const { preview } = await previewMatches(input, question, context);
    return await applyPreview(preview?.id ?? "", {}, context);
  };
  return {
    root,
    base,
    write,
    writerWith: (onStep: () => void): ProjectWriter => openChangeKit(root, { onStep }).writer,
    undo: async () => await project.writer.undo(undefined, { signal }),
  };
}
