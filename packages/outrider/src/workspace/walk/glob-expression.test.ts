import { spawnSync } from "node:child_process";
import { rgPath } from "@vscode/ripgrep";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { globExpression } from "./glob-expression.ts";

/** One a word; two spaces between, since names may hold one. */
const words = (text: string): readonly string[] => text.trim().split(/\s{2,}|\n/);

const paths = words(`
  a.ts  b.ts  src/a.ts  src/b/a.tsx  src/b/c/d.js  lib/x.rs  .env  .github/ci.yml  src/.hidden/x.ts  @types/x.d.ts
  a b.ts  x,y.ts  a+b.ts  $dollar.ts  a^b.ts  a&&b.ts  &.ts  -x.ts  +layout.svelte  ünï.ts
  [id].tsx  app/[id]/page.tsx  (group)/page.tsx  weird{1}.ts  file1.ts  file2.ts  file10.ts`);

const globs = words(String.raw`
  *.ts  **/*.ts  src/**  src/**/*.ts  /a.ts  /src/a.ts  **  *  src/**/a.*  src/*/*  *.d.ts  .*  *.TS  **/**  a**.ts  **a.ts
  *.{ts,tsx}  src/**/*.{ts,tsx}  {src,lib}/**  {src/a.ts,lib/x.rs}  {a,{b,file1}}.ts  {,a}.ts  file{1..3}.ts
  [id].tsx  \[id\].tsx  app/\[id\]/page.tsx  [[]id].tsx  file[0-9].ts  file[!0-9].ts  file[^1].ts  [a-c].ts  []a].ts
  [!]a].ts  [a-].ts  [a&&b].ts  a&&b.ts  [[:alpha:]].ts  ?.ts  ??.ts  **/.hidden/**  a b.ts  x,y.ts  a^b.ts  $dollar.ts
  (group)/**  @types/**  +layout.svelte  +(layout).svelte  @(src|lib)/**  *(a).ts  weird{1}.ts  weird\{1\}.ts  a+b.ts`);

test.skipIf(process.platform === "win32")(
  "reads globs as ripgrep does, which is asked for those that leave out",
  () => {
    const { root } = makeTempPlace(Object.fromEntries(paths.map((path) => [path, ""])));
    const options = ["--files", "--hidden", "--no-ignore", "--no-config", "-0"];
    for (const glob of globs) {
      const { stdout, stderr } = spawnSync(rgPath, [...options, `--glob=${glob}`], { cwd: root, encoding: "utf8" });
      expect(stderr, glob).toBe("");
      const expression = globExpression(glob);
      const expected = stdout.split("\0").filter((path) => path !== "");
      expect(paths.filter((path) => expression.test(path)).toSorted(), glob).toEqual(expected.toSorted());
    }
  },
);

test("a plain name stands for the directory with everything below it", () => {
  for (const glob of ["src", "src/", "./src", "/src"])
    expect(globExpression(glob).test("src/b/a.tsx"), glob).toBe(true);
  expect(globExpression("b").test("src/b/a.tsx")).toBe(true);
  expect(globExpression("./b").test("src/b/a.tsx")).toBe(false);
});

test("one character is one to a person: ripgrep counts the parts of some", () => {
  expect(globExpression("日?.ts").test("日本.ts")).toBe(true);
  expect(globExpression("?.ts").test("😀.ts")).toBe(true);
});

test.each(["[", "{a", "[]", "a{.ts"])("%j is no glob", (glob) => {
  expect(() => globExpression(glob)).toThrow(SyntaxError);
});
