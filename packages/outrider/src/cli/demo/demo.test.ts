import { expect, test } from "vitest";
import { openScope, project, signal, survey } from "./demo.test-kit.ts";
import { createPlainMeter } from "./plain-cost.ts";
import { planTour } from "./plan-tour.ts";
import { showTotal, showVisit } from "./show-visit.ts";
import type { Survey } from "./survey.ts";
import { takeTour, type Visit } from "./take-tour.ts";

const nothing: Survey = {
  files: 0,
  symbol: undefined,
  question: undefined,
  largest: undefined,
  section: undefined,
  value: undefined,
  hasGit: false,
};
const body = "{\n  return 1;\n}\n";

test("an empty directory has nothing to ask about, and the tour says what it leaves out", async () => {
  expect(await survey({})).toEqual(nothing);
  const { stops, leftOut } = planTour(nothing, false);
  expect(stops.map(({ tool }) => tool)).toEqual(["workspace", "onboarding", "guide"]);
  expect(leftOut).toHaveLength(7);
});

test("the symbol is the one that most files speak of and one file declares", async () => {
  const found = await survey({
    "src/a.ts": `export function isPopular() ${body}export function isDeclaredTwice() ${body}`,
    "src/b.ts": `isPopular();\nisDeclaredTwice();\nexport function isDeclaredTwice() ${body}`,
    "src/c.ts": "isPopular();\nisDeclaredTwice();\n",
    "src/d.ts": `isDeclaredTwice();\nexport function isLonely() ${body}export function config() ${body}`,
    "src/e.ts": "config(); // config\n",
    "src/f.ts": "config();\n",
    "src/g.ts": "config();\n",
    "node_modules/x/e.ts": "isLonely();\n",
    ".gitignore": "node_modules\n",
    ".git/HEAD": "",
  });
  expect(found).toMatchObject({ symbol: { path: "src/a.ts", name: "isPopular", title: "isPopular" }, hasGit: true });
});

test("the largest file is one that a person wrote", async () => {
  const lines = (count: number, text: string): string => `${text}\n`.repeat(count);
  const found = await survey({
    "small.py": lines(100, "x = 1"),
    "big.py": lines(200, "x = 1"),
    "data.min.js": lines(900, "x = 1"),
    "wide.js": lines(100, "x".repeat(900)),
    "tests/huge.py": lines(999, "x = 1"),
  });
  expect(found.largest).toBe("big.py");
});

test("a section, a value, and files that are no text", async () => {
  const found = await survey({
    "README.md": "# T\n\n## One\n\n```\n## no heading\n```\n\n## Two\n\n## Three\n",
    "package.json": '{ "scripts": { "build": "x" } }',
    "image.ts": new Uint8Array([0, 1, 2, 255]),
    "latin.py": new Uint8Array([0xe4, 0xf6]),
  });
  expect(found).toMatchObject({
    section: { path: "README.md", name: "T/Two", title: "Two" },
    value: { path: "package.json", name: "scripts.build", title: "scripts.build" },
    symbol: undefined,
  });
});

test("a broken manifest is not asked", async () => {
  expect(await survey({ "package.json": "{ broken", "Cargo.toml": "[package]\nname = 'x'\n" })).toMatchObject({
    value: { path: "Cargo.toml", name: "package.name", title: "package.name" },
  });
});

test("the plain way is really gone, and a file that was read costs nothing a second time", async () => {
  const root = project({ "a.txt": "needle here\n".repeat(50), "b.txt": "hay\n" });
  const measure = createPlainMeter(root, openScope(), signal);
  const whole = await measure({ file: "a.txt" });
  expect(whole).toMatchObject({ words: "whole file", partial: false });
  expect(whole.tokens).toBeGreaterThanOrEqual(150);
  expect(await measure({ file: "a.txt" })).toMatchObject({ tokens: 0 });
  expect((await measure({ search: ["--line-number", "needle"] })).tokens).toBeGreaterThan(whole.tokens);
  expect((await measure({ search: ["--files"] })).tokens).toBeLessThan(20);
});

test("a tour leaves out what the server has no tool for, and shows answers shortened to the terminal", async () => {
  const { stops } = planTour({ ...nothing, files: 3 }, true);
  const text = Array.from({ length: 30 }, (_, line) => `${line} ${"wide ".repeat(30)}`).join("\n");
  const call = async () => ({ text, failed: false, ms: 12.4, tokens: 100 });
  const plain = async () => ({ words: "rg --files", tokens: 2_500, ms: 3, partial: false });
  const visits: Visit[] = [];
  for await (const visit of takeTour(stops, { call, tools: ["tree", "guide"] }, plain)) visits.push(visit);
  expect(visits.map(({ stop }) => stop.tool)).toEqual(["tree", "guide"]);
  const shown = visits.map((visit, index) =>
    showVisit(visit, index + 1, 60)
      .map((piece) => (typeof piece === "string" ? piece : piece.text))
      .join(""),
  );
  expect(shown[0]).toMatchInlineSnapshot(`
    "
    1. What is where?
      tree {}
      │ 0 wide wide wide wide wide wide wide wide wide wide wid…
      │ 1 wide wide wide wide wide wide wide wide wide wide wid…
      │ 2 wide wide wide wide wide wide wide wide wide wide wid…
      │ 3 wide wide wide wide wide wide wide wide wide wide wid…
      │ 4 wide wide wide wide wide wide wide wide wide wide wid…
      │ 5 wide wide wide wide wide wide wide wide wide wide wid…
      │ 6 wide wide wide wide wide wide wide wide wide wide wid…
      │ 7 wide wide wide wide wide wide wide wide wide wide wid…
      │ 8 wide wide wide wide wide wide wide wide wide wide wid…
      │ … 17 more lines …
      │ 26 wide wide wide wide wide wide wide wide wide wide wi…
      │ 27 wide wide wide wide wide wide wide wide wide wide wi…
      │ 28 wide wide wide wide wide wide wide wide wide wide wi…
      │ 29 wide wide wide wide wide wide wide wide wide wide wi…
      100 tokens, 12 ms   rg --files: 2,500 tokens, 3 ms (25×)"
  `);
  expect(visits.map(({ asked }) => asked)).toEqual([1, 1]);
  for (const line of shown.join("\n").split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  expect(
    showTotal(visits, undefined)
      .map((piece) => (typeof piece === "string" ? piece : piece.text))
      .join(""),
  ).toMatchInlineSnapshot(`
    "
    Where both can answer: Outrider 100 tokens, search and whole files 2,500 (25×).
    200 tokens and 25 ms for all 2 answers."
  `);
});
