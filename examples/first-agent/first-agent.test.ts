import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { startProcess } from "../../packages/toolwright/test/started-process.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "first-agent-"));
  await build({
    entryPoints: [join(import.meta.dirname, "agent.mjs")],
    outfile: join(folder, "agent.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["toolwright-source"],
    external: ["@ai-sdk/anthropic"],
  });
  await copyFile(join(import.meta.dirname, "conversation.json"), join(folder, "conversation.json"));
});

test("an approval that one process asks for is given in another, and the work goes on there", async () => {
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(await runAgent("Put milk on my list.")).toMatchInlineSnapshot(`
    "I look at your list first.
    [read_list: ok]
    Add to list {"thing":"milk"}?

    (awaiting)
    "
  `);
  expect(await readFile(join(folder, "list.txt"), "utf8").catch(() => "no list")).toBe("no list");
  expect(await runAgent("--approve")).toMatchInlineSnapshot(`
    "
    [add_to_list: ok]
    Milk is on your list.
    (done)
    "
  `);
  expect(await readFile(join(folder, "list.txt"), "utf8")).toBe("milk\n");
});

test("what a person rejects does not happen", async () => {
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await runAgent("Put milk on my list.");
  expect(await runAgent("--reject")).toContain("(failed)");
  expect(await readFile(join(folder, "list.txt"), "utf8").catch(() => "no list")).toBe("no list");
});

async function runAgent(input: string): Promise<string> {
  const env = { ...process.env, ANTHROPIC_API_KEY: "" };
  const { ended } = startProcess(process.execPath, ["agent.mjs", input], { cwd: folder, env });
  const { stdout, stderr } = await ended;
  expect(stderr).toBe("");
  return stdout;
}
