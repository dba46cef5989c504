import { createProcessRunner } from "toolwright/process";
import { expect, onTestFinished, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { readRipgrep } from "../walk/ripgrep.ts";
import { createExposureJudge } from "./exposure.ts";
import { tableGlobs } from "./judge-by-table.ts";

test("the globs for ripgrep hide each name of the table, at any depth and in any case, and nothing beside", async () => {
  const secrets = tableGlobs.map((name) => (name.endsWith("/") ? `${name}deep/inside` : name.replaceAll("*", "some")));
  const hidden = secrets.flatMap((path) => [path, `below/two/${path}`, `upper/${path.toUpperCase()}`]);
  const shown = secrets
    .map((path) => `shown/${path.replaceAll("/", "_")}.harmless`)
    .concat("keep.ts", "a,b.ts", "{}.ts");
  const { root } = makeTempPlace(Object.fromEntries([...hidden, ...shown].map((path) => [path, ""])));
  expect(await listWith(root, createExposureJudge().globs)).toEqual(shown.toSorted());
});

test("a name that the user denies stands for itself, whatever it holds", async () => {
  const { root } = makeTempPlace({ "a,b.ts": "", "a.ts": "", "b.ts": "", "vault/x": "", id_rsa: "" });
  const { globs } = createExposureJudge({ deny: ["a,b.ts", "vault/"] });
  expect(await listWith(root, globs)).toEqual(["a.ts", "b.ts"]);
});

async function listWith(cwd: string, globs: readonly string[]): Promise<readonly string[]> {
  const runner = createProcessRunner();
  onTestFinished(async () => {
    await runner.close();
  });
  const args = ["--files", "--hidden", "--no-ignore", "--null", ...globs.map((glob) => `--iglob=${glob}`), "./"];
  const { signal } = new AbortController();
  const chunks: Buffer[] = [];
  for await (const chunk of readRipgrep(runner.openScope(), { args, cwd, signal })) chunks.push(chunk);
  const names = Buffer.concat(chunks).toString("utf8").split("\0").slice(0, -1);
  return names.map((name) => name.replace(/^\.\//, "")).toSorted();
}
