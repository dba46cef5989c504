import { existsSync } from "node:fs";
import { join } from "node:path";
import { renderOutcome } from "toolwright";
import { describe, expect, test } from "vitest";
import { tools } from "../src/tools/index.ts";
import { openKit, type KitOptions, type OutriderKit } from "./support/outrider-kit.ts";
import { snapshotTree } from "./support/snapshot-tree.ts";
import { writeFiles } from "./support/temp-project.ts";
import { callFiles, toolCalls } from "./support/tool-calls.ts";

/** Writes its notes where they may be written, and tells what it found where they may not; gets only tools that read. */
const readsAnyway = new Set(["onboarding", "script"]);
/** Refused as a whole, its dry run included: what cannot be written need not be planned. */
const refusedWhole = new Set(["edit_code", "edit_file"]);

describe.each<[string, KitOptions]>([
  ["--read-only", { readOnly: true }],
  ["security.read_only", { settings: "[security]\nread_only = true\n" }],
])("with %s", (_title, mode) => {
  test("no tool is forgotten", () => {
    expect(new Set(toolCalls.map(({ tool }) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
  });

  test.each(toolCalls)("$tool changes nothing: $title", async ({ tool, input, writes }) => {
    const kit = await openReadOnly(mode);
    const before = snapshotTree(kit.base);
    for (const approve of [undefined, true]) {
      const outcome = await kit.call(tool, input, approve === undefined ? {} : { approve });
      const isRefused = refusedWhole.has(tool) || (writes && !readsAnyway.has(tool));
      expect(isRefused ? ["denied", "tool_error"] : ["ok"], renderOutcome(outcome)).toContain(outcome.status);
      expect(renderOutcome(outcome)).toContain(isRefused ? "read-only mode" : "");
    }
    expect(snapshotTree(kit.base)).toEqual(before);
    expect(existsSync(join(kit.root, ".outrider/.gitignore"))).toBe(false);
  });

  test("neither a person's yes, a setting of the repository, another project nor a session lifts it", async () => {
    const kit = await openReadOnly(mode);
    writeFiles(kit.root, { ".outrider/project.toml": "[security]\nread_only = false\n", "sub/package.json": "{}" });
    writeFiles(kit.outside, { "other/a.txt": "x\n" });
    const before = snapshotTree(kit.base);
    const other = join(kit.outside, "other");
    const answers: [string, object][] = [
      ["approve_write", { path: other }],
      ["workspace", { action: "activate", path: other }],
      ["create_file", { path: "new.txt", content: "x" }],
      ["create_file", { path: "new.txt", content: "x", project: kit.root }],
      ["workspace", { action: "activate", path: join(kit.root, "sub") }],
      ["create_file", { path: "new.txt", content: "x" }],
      ["memory", { action: "write", topic: "t", content: "x" }],
      ["run_command", { command: "touch new.txt" }],
      ["run_command", { command: "true" }],
      ["run_command", { command: "touch new.txt", background: true }],
      ["onboarding", { force: true }],
      ["delete_file", { path: "package.json" }],
    ];
    for (const session of ["test", "another"]) {
      for (const [tool, input] of answers) {
        const outcome = await kit.call(tool, input, { session, approve: true });
        expect(["ok", "denied", "tool_error"], renderOutcome(outcome)).toContain(outcome.status);
      }
    }
    expect(snapshotTree(kit.base)).toEqual(before);
    expect(await kit.read("workspace", { action: "status" })).toContain("read-only");
  });

  test("answers over budget are kept elsewhere", async () => {
    const kit = await openReadOnly(mode);
    writeFiles(kit.root, { "long.txt": "needle and more words on a line\n".repeat(5_000) });
    const before = snapshotTree(kit.base);
    const first = await kit.read("grep", { pattern: "needle", limit: 1_000 });
    const handle = /@out_[a-z2-7]{16}/.exec(first)?.[0] ?? "none was given";
    expect(await kit.read("read_file", { path: handle })).toContain("needle");
    expect(snapshotTree(kit.base)).toEqual(before);
  });
});

test("without it, the same calls do change something", async () => {
  const kit = await openKit(callFiles("word"));
  const before = snapshotTree(kit.root);
  await kit.read("create_file", { path: "new.txt", content: "x" });
  expect(snapshotTree(kit.root)).not.toEqual(before);
});

/** State goes to the user's own directory, which is somewhere else. */
async function openReadOnly(mode: KitOptions): Promise<OutriderKit> {
  return await openKit(callFiles("word"), mode);
}
