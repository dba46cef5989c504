import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { writeFiles } from "../../../test/support/temp-project.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";

test("ignore rules of the project end at a library's root, and a published package hides nothing", async () => {
  const kit = await openKit({
    "package.json": '{ "dependencies": { "kettle": "1.0.0" } }',
    ".gitignore": "node_modules\ndist/\n*.tmp.js\n",
    ".outrider/project.toml": '[walk]\nexclude = ["generated"]\n',
    "dist/own.js": "/** Heats water in the project's build. */\nexport function own() {}\n",
    "node_modules/kettle/package.json": '{ "name": "kettle", "version": "1.0.0" }',
    "node_modules/kettle/.gitignore": "dist\nlib\n",
    "node_modules/kettle/.npmignore": "lib\n",
    "node_modules/kettle/.env": "HEAT_WATER=hunter2\n",
    "node_modules/kettle/dist/boil.js": "/** Heats water until it bubbles. */\nexport function boil() {}\n",
    "node_modules/kettle/lib/steam.js": "/** Heats water until it is gone. */\nexport function steam() {}\n",
    "node_modules/kettle/generated/tea.js": "/** Heats water for tea. */\nexport function tea() {}\n",
    "node_modules/kettle/pour.tmp.js": "/** Heats water and pours it. */\nexport function pour() {}\n",
    "node_modules/kettle/node_modules/other/a.js": "/** Heats water elsewhere. */\nexport function other() {}\n",
  });
  const found = async (tool: string, input: object): Promise<readonly string[]> =>
    [
      ...new Set(
        [...(await readWhenLoaded(kit, tool, input)).matchAll(/^(?:library:|node_modules\/)kettle\/(\S+?\.js)/gm)].map(
          ([, file]) => file ?? "",
        ),
      ),
    ].toSorted();
  const all = ["dist/boil.js", "generated/tea.js", "lib/steam.js", "pour.tmp.js"];
  const query = "heat water";
  expect(await found("semantic_search", { query, scope: "lib:kettle" })).toEqual(all);
  expect(await found("semantic_search", { query, scope: "libraries" })).toEqual(all);
  expect(await found("semantic_search", { query, scope: "lib:kettle", path: "dist/boil.js" })).toEqual([
    "dist/boil.js",
  ]);
  expect(await found("semantic_search", { query, scope: "lib:kettle", path: "dist" })).toEqual(["dist/boil.js"]);
  expect(await found("grep", { pattern: "Heats water", path: "library:kettle" })).toEqual(all);
  expect(await found("grep", { pattern: "Heats water", path: "library:kettle", glob: "dist/*.js" })).toEqual([
    "dist/boil.js",
  ]);
  expect(await found("grep", { pattern: "Heats water", path: "library:kettle/dist" })).toEqual(["dist/boil.js"]);
  expect(await kit.read("symbols", { path: "library:kettle", name: "boil" })).toContain("library:kettle/dist/boil.js");
  expect(await readWhenLoaded(kit, "semantic_search", { query })).not.toContain("own.js");
  expect(await kit.read("grep", { pattern: "HEAT_WATER", path: "library:kettle" })).toMatch(/^No matches in 7 files\./);
});

test("libraries that have no source on this machine are told, not searched", async () => {
  const said = async (manifests: Readonly<Record<string, string>>, scope: string, path?: string): Promise<string> => {
    const kit = await openKit({ "a.py": "# Heats water.\n", ...manifests });
    const outcome = await kit.call("semantic_search", { query: "heat water", scope, ...(path ? { path } : {}) });
    return outcome.status === "ok" ? outcome.text : `${outcome.error.code}: ${outcome.error.message}`;
  };
  const two = { "requirements.txt": "zz-not-there==8.1\nzz_neither\n" };
  const none = /^no_library: None of the project's 2 libraries has source on this machine: zz-not-there, zz_neither\./;
  expect(await said(two, "libraries")).toMatch(none);
  expect(await said(two, "libraries", "src")).toMatch(none);
  expect(await said({ "requirements.txt": "zz-not-there\n" }, "libraries")).toMatch(
    /^no_library: The project's only library, zz-not-there, has no source on this machine\./,
  );
  expect(await said({}, "libraries")).toBe(
    "no_library: There is no library to search: no manifest of the project names one.",
  );
  expect(await said(two, "all")).toMatch(/^a\.py:1/);
  expect(await said(two, "lib:zz_not_there")).toMatch(
    /^no_library: "requirements\.txt" names zz-not-there, but its source is not on this machine\. Looked in /,
  );
  expect(await said(two, "lib:zz-other")).toMatch(/^no_library: The library of "lib:zz-other" was not found/);
});

test("of a directory that was let in, its own ignore files count, and none above it", async () => {
  const kit = await openKit({ "a.js": "" });
  writeFiles(kit.outside, {
    ".gitignore": "src\n",
    "pan/.gitignore": "/build\n/src/made\n",
    "pan/build/out.js": "/** Heats water, built. */\nexport function out() {}\n",
    "pan/src/fry.js": "/** Heats water in a pan. */\nexport function fry() {}\n",
    "pan/src/made/gen.js": "/** Heats water, generated. */\nexport function gen() {}\n",
  });
  await kit.call("library", { action: "register", path: `${kit.outside}/pan`, name: "pan" }, { approve: true });
  const calls: readonly (readonly [string, object])[] = [
    ["semantic_search", { query: "heat water", scope: "lib:pan" }],
    ["semantic_search", { query: "heat water", scope: "lib:pan", path: "src" }],
    ["grep", { pattern: "Heats water", path: "lib:pan" }],
    ["grep", { pattern: "Heats water", path: "lib:pan/src" }],
  ];
  for (const [tool, input] of calls) {
    const answer = await kit.read(tool, input);
    expect(answer.match(/library:pan\S*?\.js/g), answer).toEqual(["library:pan/src/fry.js"]);
  }
  // Named, it is meant.
  expect(await kit.read("grep", { pattern: "Heats water", path: "lib:pan/build" })).toContain(
    "library:pan/build/out.js",
  );
});

test("a tool that takes no path of a library names those that do", async () => {
  const kit = await openKit({
    "a.ts": "export const a = 1;\n",
    "node_modules/kettle/package.json": '{ "name": "kettle", "version": "1.0.0" }',
  });
  const said = async (tool: string, input: object): Promise<string> => {
    const outcome = await kit.call(tool, input);
    return outcome.status === "ok" ? outcome.text : outcome.error.message;
  };
  const others = "taken by read_file, grep, symbols, references and semantic_search, not by this tool";
  expect(await said("tree", { path: "library:kettle" })).toContain(others);
  expect(await said("call_graph", { symbol: "a", path: "lib:kettle/a.js" })).toContain(others);
  expect(await said("hierarchy", { symbol: "a", path: "lib:kettle/a.js" })).toContain(others);
  expect(await said("symbol_at", { path: "library:kettle/a.js", line: 1 })).toContain(others);
  for (const [tool, input] of [
    ["grep", { pattern: "x" }],
    ["read_file", {}],
    ["symbols", {}],
    ["references", { symbol: "a" }],
    ["semantic_search", { query: "x" }],
  ] as const) {
    const told = await said(tool, { ...input, path: "library:kettle/no.js" });
    expect(told, tool).toMatch(/^There is no file/);
  }
});
