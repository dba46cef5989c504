import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { makeHome, startOutrider } from "./support/outrider-process.ts";
import { writeFiles } from "./support/temp-project.ts";

const answer = z.looseObject({ hits: z.array(z.looseObject({ file: z.string() })) });

/** A network of its own that nothing is connected to; root needs no user namespace for it, which may be forbidden. */
const cutOff = [
  ["unshare", "--map-root-user", "--net"],
  ["unshare", "--net"],
].find(([command = "", ...words]) => spawnSync(command, [...words, "true"]).status === 0);

test("a question is answered, by words and meaning, where there is no network at all", async (context) => {
  context.skip(cutOff === undefined, "no process can be cut off from the network here");
  const home = makeHome();
  const project = join(home.home, "project");
  mkdirSync(project);
  writeFiles(project, {
    "src/auth.ts": "/** Checks a password against its hash. */\nexport function verifyPassword() {}\n",
    "src/paint.ts": "export function paintWall() {}\n",
  });
  const { code, stdout, stderr } = await startOutrider(["search", "check a password", "--json"], project, {
    ...home,
    under: cutOff ?? [],
  }).ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(answer.parse(JSON.parse(stdout)).hits[0]?.file).toBe("src/auth.ts");
  expect(stdout).toContain('"meaning":true');
});
