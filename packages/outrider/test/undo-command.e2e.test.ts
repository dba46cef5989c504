import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, outrider } from "./support/outrider-process.ts";
import { writeFiles } from "./support/temp-project.ts";

const store = "export function openStore(): number {\n  return 1;\n}\n";
const use = 'import { openStore } from "./store.ts";\n\nexport const first = openStore();\n';

test("a rename of a shell is undone by the next command, whatever an agent has changed since in other files", async () => {
  const home = makeHome();
  const project = join(home.home, "project");
  writeFiles(project, {
    ".git/HEAD": "ref: refs/heads/main\n",
    "src/store.ts": store,
    "src/use.ts": use,
    "src/other.ts": "export const other = 1;\n",
  });
  const run = async (...argv: readonly string[]) => await outrider(argv, project, home);
  const read = (path: string): string => readFileSync(join(project, path), "utf8");

  const renamed = await run("rename", "openStore", "makeStore");
  expect(renamed).toMatchObject({ code: 0, stderr: expect.stringMatching(/To undo: outrider undo 1$/m) });
  // As an agent does it: with a tool, in another process.
  const edit = { path: "src/other.ts", old_string: "= 1", new_string: "= 2" };
  expect(await run("call", "edit_file", JSON.stringify(edit))).toMatchObject({ code: 0 });

  expect((await run("undo", "--list")).stdout).toMatch(
    /^2\t\S+Z\tedit src\/other\.ts\n1\t\S+Z\trenamed function openStore /,
  );
  const undone = await run("undo");
  expect({ code: undone.code, files: undone.stdout.split("\n").toSorted() }).toEqual({
    code: 0,
    files: ["", "src/store.ts", "src/use.ts"],
  });
  expect(undone.stderr).toMatch(/^undid 1 \(renamed .*\)\. To have it again: outrider undo 3$/m);
  expect([read("src/store.ts"), read("src/use.ts"), read("src/other.ts")]).toEqual([
    store,
    use,
    "export const other = 2;\n",
  ]);

  // What is left is the agent's: only its number undoes it.
  expect(await run("undo")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/left to undo\./) });
  expect(await run("undo", "2")).toMatchObject({ code: 0, stdout: "src/other.ts\n" });
  expect(await run("undo", "9")).toMatchObject({ code: 2, stdout: "" });
});
