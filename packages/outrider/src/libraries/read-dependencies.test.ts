import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDependenciesOf as read } from "../../test/support/ecosystem-suite.ts";
import { isLibraryName } from "./read-dependencies.ts";

const json = JSON.stringify;

test("sub-projects count, data of tests does not, and each name is told once", async () => {
  const { dependencies } = await read({
    "package.json": json({ dependencies: { zod: "^4" } }),
    "packages/a/package.json": json({ dependencies: { zod: "^3", own: "workspace:*" } }),
    "test/fixtures/p/package.json": json({ dependencies: { evil: "1" } }),
    ".gitignore": "ignored/\n",
    "ignored/package.json": json({ dependencies: { hidden: "1" } }),
  });
  expect(dependencies.map(({ name, wanted, from }) => [name, wanted, from])).toEqual([
    ["zod", "^4", "package.json"],
    ["own", "workspace:*", "packages/a/package.json"],
  ]);
});

test("what is no data of its kind is told, and stops nothing", async () => {
  const { shown, problems } = await read({
    "package.json": "{ not json",
    "composer.json": "[1]",
    "Cargo.toml": "[dependencies\nserde=1",
    "go.mod": "require github.com/a/b v1.0.0",
  });
  expect(shown).toEqual(["github.com/a/b | v1.0.0 | v1.0.0"]);
  expect(problems).toEqual([
    "Cargo.toml is not valid TOML.",
    "composer.json holds no JSON object.",
    "package.json is not valid JSON.",
  ]);
});

test("data of the wrong shape counts as none", async () => {
  const odd = { dependencies: ["a"], devDependencies: { b: { deep: true }, c: 7 }, peerDependencies: "x" };
  const { shown, problems } = await read({
    "package.json": `{"__proto__": {"dependencies": {"polluted": "1"}}, ${json(odd).slice(1)}`,
    "package-lock.json": json({ packages: { "node_modules/b": null, "node_modules/c": { version: 3 } } }),
  });
  expect(shown).toEqual(["b", "c"]);
  expect(problems).toEqual([]);
});

test("names that climb, hide or break lines are left out and counted", async () => {
  const bad = [
    "../../etc",
    "..",
    "a/../b",
    "/etc/passwd",
    "a\nb",
    "a b",
    "a\\b",
    "‮txt",
    "x".repeat(300),
    "",
    "a//b",
    "file:///x",
  ];
  const { shown, problems } = await read({
    "package.json": json({
      dependencies: Object.fromEntries([...bad, "good", "@scope/good.js"].map((name) => [name, "1"])),
    }),
  });
  expect(shown).toEqual(["good | 1", "@scope/good.js | 1"]);
  expect(problems).toEqual([`package.json: ${bad.length} of its names can be no library's.`]);
  expect(bad.filter(isLibraryName)).toEqual([]);
});

test("a lock that is too large is told, and the manifest holds", async () => {
  const { shown, problems } = await read({
    "package.json": json({ dependencies: { zod: "^4" } }),
    "package-lock.json": `{"packages":{}, "x":"${"y".repeat(25 * 1024 * 1024)}"}`,
  });
  expect(shown).toEqual(["zod | ^4"]);
  expect(problems.join("\n")).toMatch(/^package-lock\.json was not read: .*bytes/);
});

test("versions of a hostile manifest are cut", async () => {
  const { dependencies } = await read({ "package.json": json({ dependencies: { a: "9".repeat(100_000) } }) });
  expect(dependencies[0]?.wanted).toHaveLength(60);
});

test("links that lead out or in circles are not followed", async () => {
  const { shown, problems } = await read({ "go.mod": "module x", "a/package.json": "{}" }, (root) => {
    mkdirSync(join(root, "..", "outside", "d"), { recursive: true });
    symlinkSync(join(root, "..", "outside"), join(root, "a", "package-lock.json"));
    symlinkSync(join(root, "a", "yarn.lock"), join(root, "a", "yarn.lock"));
    symlinkSync("..", join(root, "a", "up"));
  });
  expect(shown).toEqual([]);
  expect(problems.map((each) => each.split(" ", 1)[0])).toEqual(["a/package-lock.json", "a/yarn.lock"]);
});
