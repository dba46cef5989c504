import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createAskToWrite } from "../../workspace/paths/ask-to-write.ts";
import { createExposureJudge } from "../../workspace/paths/exposure.ts";
import { dangerous } from "./dangerous-commands.test-data.ts";
import { dangerousPlaces } from "./dangerous-places.test-data.ts";
import { dangerousPrograms } from "./dangerous-programs.test-data.ts";
import { harmless } from "./harmless-commands.test-data.ts";
import { harmlessPlaces } from "./harmless-places.test-data.ts";
import { harmlessPrograms } from "./harmless-programs.test-data.ts";
import { createInspector } from "./inspector.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const base = mkdtempSync(join(tmpdir(), "outrider-inspect-"));
const cwd = join(base, "deep", "project");
const home = join(base, "home");
mkdirSync(join(cwd, "packages/x"), { recursive: true });
mkdirSync(home);
writeFileSync(join(cwd, ".env"), "KEY=1");
symlinkSync("/etc", join(cwd, "link"));
// As a hostile repository would commit them.
mkdirSync(join(cwd, "a/b/c"), { recursive: true });
mkdirSync(join(cwd, ".git/hooks"), { recursive: true });
mkdirSync(join(cwd, "safe"));
symlinkSync(".env", join(cwd, "notes.txt"));
symlinkSync(".git/hooks", join(cwd, "h"));
symlinkSync("../../..", join(cwd, "a/b/c/up"));
symlinkSync(join(base, "not-there-yet"), join(cwd, "dangling"));
afterAll(() => rmSync(base, { recursive: true }));

const { judge } = createExposureJudge();
const isSecret = (path: string): boolean => judge(path) !== "open";
const askToWrite = (): ReturnType<typeof createAskToWrite> => createAskToWrite({}, cwd);
const inspect = createInspector({
  isSecret,
  askToWrite,
  isPosix: true,
  home,
  temp: [join(base, "temp"), "/tmp/scratch"],
});

test("no line of the tables stands twice", () => {
  const all = [
    ...dangerous,
    ...dangerousPlaces,
    ...dangerousPrograms,
    ...harmless,
    ...harmlessPlaces,
    ...harmlessPrograms,
  ];
  expect(all.length).toBe(new Set(all).size);
  expect(all.length).toBeGreaterThan(120);
});

test.each([...dangerous, ...dangerousPlaces, ...dangerousPrograms])("asks before: %s", async (command) => {
  const report = await inspect(command, cwd);
  expect(report.dangerous).toBe(true);
  expect(report.reasons.length).toBeGreaterThan(0);
});

test.each([...harmless, ...harmlessPlaces, ...harmlessPrograms])("does not ask before: %s", async (command) => {
  expect(await inspect(command, cwd)).toEqual({ dangerous: false, reasons: [], remaining: [] });
});

test("the person is told what is dangerous about it, and where", async () => {
  const report = await inspect("npm test && bash -c 'cd /; rm -rf etc' | tee ~/log; git push -f '\u001b[2K'", cwd);
  expect(report.reasons).toMatchInlineSnapshot(`
    [
      "Removes directories with all that is in them, or without a question: rm -rf etc",
      "Removes files outside of the working directory: rm -rf etc",
      "Writes outside of the working directory, or to a file that cannot be told: tee ~/log",
      "Overwrites or deletes what others have on the remote: git push -f '\\u001b[2K'",
      "Writes to a repository outside of the working directory: git push -f '\\u001b[2K'",
    ]
  `);
});

test("a program that nobody knows is named as such, and is no reason to ask in a sandbox", async () => {
  const reason = "Is a program that Outrider does not know: frobnicate --all";
  expect(await inspect("npm test && frobnicate --all", cwd)).toEqual({
    dangerous: true,
    reasons: [reason],
    remaining: [],
  });
});

test("a link out of the project is not inside of it", async () => {
  expect((await inspect("echo x > link/hosts", cwd)).dangerous).toBe(true);
  expect((await inspect("rm link/hosts", cwd)).dangerous).toBe(true);
});

test("where the shell's language is not parsed, everything is asked", async () => {
  const inspectOther = createInspector({ isSecret, askToWrite, isPosix: false });
  expect(await inspectOther("dir", cwd)).toMatchObject({ dangerous: true });
});

test("scripts that are too long or too deep are asked about", async () => {
  expect((await inspect(`echo ${"a ".repeat(60_000)}`, cwd)).dangerous).toBe(true);
  expect((await inspect("(".repeat(30_000), cwd)).dangerous).toBe(true);
  expect((await inspect(`${"$(".repeat(5_000)}rm -rf x${")".repeat(5_000)}`, cwd)).dangerous).toBe(true);
  expect((await inspect(`${"eval ".repeat(50)}ls`, cwd)).dangerous).toBe(true);
});

const many = (count: number, make: (at: number) => string, between = " "): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(between);

test.each([
  ["words", `rm ${many(1_500, (at) => `f${at}`)}`],
  ["pipelines", many(490, () => "cat", " | ")],
  ["directories", `${many(20, (at) => `cd d${at}`, "; ")}; cd /; rm etc/hosts`],
  ["words in braces", `cat .{${many(300, (at) => `x${at}`, ",")},env}`],
  ["variables that are made of each other", `${many(200, () => "a=$b$c; b=$a$c; c=$a$b", "; ")}; echo $a`],
])("more %s than can be followed are asked about", async (_what, command) => {
  const { reasons } = await inspect(command, cwd);
  expect(reasons.join()).toMatch(/too many|too long/i);
});

test("patterns over a big directory are asked about", async () => {
  const big = join(base, "big");
  mkdirSync(big);
  for (let at = 0; at < 2_100; at += 1) writeFileSync(join(big, `f${at}`), "");
  expect((await inspect("cat *", big)).reasons).toEqual(["Has patterns over too many files to look at: cat *"]);
});

test("whatever stands around it, a removal is found", async () => {
  const around = fc.constantFrom(
    (inner: string) => `( ${inner} )`,
    (inner: string) => `true && ${inner}`,
    (inner: string) => `echo $( ${inner} )`,
    (inner: string) => `if true; then ${inner}; fi`,
    (inner: string) => `f${inner.length}() { ${inner}; }; f${inner.length}`,
    (inner: string) => `ls | ( ${inner} )`,
    (inner: string) => `bash -c ${quote(inner)}`,
    (inner: string) => `eval ${quote(inner)}`,
    (inner: string) => `for i in 1; do ${inner}; done`,
    (inner: string) => `env A=b timeout 5 sh -c ${quote(inner)}`,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(around, { maxLength: 4 }), async (layers) => {
      const command = layers.reduce((inner, layer) => layer(inner), "rm -rf x");
      expect((await inspect(command, cwd)).dangerous).toBe(true);
      const harmlessTwin = layers.reduce((inner, layer) => layer(inner), "npm test");
      expect(await inspect(harmlessTwin, cwd)).toEqual({ dangerous: false, reasons: [], remaining: [] });
    }),
    { numRuns: proofSize(100, 40) },
  );
});

test("any text is judged without a crash", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 200, unit: "grapheme" }), async (text) => {
      const report = await inspect(text, cwd);
      expect(report.dangerous).toBe(report.reasons.length > 0);
    }),
    { numRuns: proofSize(300, 60) },
  );
});

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
