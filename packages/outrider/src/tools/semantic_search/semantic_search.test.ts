import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { afterAll, describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";
import { writeFiles } from "../../../test/support/temp-project.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { createLibraryFinder } from "../../libraries/create-library-finder.ts";
import { openMemoryStores } from "../../memory/open-memory-stores.ts";
import type { ProjectSearch } from "../../search/project-search.ts";
import { openSearches } from "../../search/project/open-searches.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { searchSettingsSchema } from "../../workspace/config/search-settings.ts";
import type { Project } from "../../workspace/project.ts";
import semanticSearch from "./index.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const files = {
  "src/session.ts":
    "/** Keeps a person logged in between two requests. */\nexport class SessionStore {\n  renewToken(user: string) {\n    return user;\n  }\n}\n",
  "src/retry.ts":
    "/** Waits longer after each failure, and gives up in the end. */\nexport async function withBackoff(run: () => Promise<void>) {\n  for (let delay = 1; delay < 60; delay *= 2) await run();\n}\n",
  "src/matrix.py": 'def multiply(left, right):\n    """Product of two matrices."""\n    return [left, right]\n',
  "test/session.test.ts":
    "import { SessionStore } from '../src/session';\ntest('session token is renewed', () => new SessionStore());\n",
  "docs/sessions.md": "# Sessions\n\nHow long a session token lives.\n\n# Retries\n\nBack off exponentially.\n",
  ".env": "SESSION_TOKEN=secret\n",
};

test("a place is found by what it does, with lines, declaration and score", async () => {
  const kit = await openKit(files);
  const answer = await readWhenLoaded(kit, "semantic_search", { query: "exponential wait between retries" });
  expect(answer.split("\n")[0]).toMatch(/^src\/retry\.ts:1-4 [01]\.\d\d export async function withBackoff/);
  expect(answer).toContain(" 1: /** Waits longer after each failure");
});

test("code, docs or both; tests after what they test; secrets never", async () => {
  const kit = await openKit(files);
  const found = async (input: object): Promise<readonly string[]> =>
    [...(await kit.read("semantic_search", { query: "session token", ...input })).matchAll(/^(\S+?):\d/gm)].map(
      ([, file]) => file ?? "",
    );
  expect(await found({})).toEqual(["src/session.ts", "test/session.test.ts"]);
  expect(await found({ in: "docs" })).toEqual(["docs/sessions.md"]);
  expect(new Set(await found({ in: "all" }))).toEqual(
    new Set(["src/session.ts", "test/session.test.ts", "docs/sessions.md"]),
  );
  expect(await found({ path: "test" })).toEqual(["test/session.test.ts"]);
  expect(await found({ language: "python" })).toEqual([]);
  expect(await found({ kind: "class" })).toEqual(["src/session.ts"]);
});

test("of declarations that stand together the one of the kind that was asked for is shown", async () => {
  const kit = await openKit({
    "shapes.ts":
      "export const unit = 1;\n\nexport interface Circle {\n  radius: number;\n}\n\n/** Paints the circle red. */\nexport function paint() {}\n",
  });
  const first = async (kind: string): Promise<string> =>
    (await kit.read("semantic_search", { query: "paint a circle", kind })).replaceAll(/ [01]\.\d\d /g, " ");
  expect(await first("function")).toMatch(/^shapes\.ts:[78]\S* export function paint\(\)/);
  expect(await first("interface")).toMatch(/^shapes\.ts:3-5 export interface Circle\n 3: /);
});

test("that no file fits the filters is said, and a language of documents needs no more", async () => {
  const kit = await openKit(files);
  const ask = (input: object): Promise<string> => kit.read("semantic_search", { query: "session token", ...input });
  expect(await ask({ path: "**/*.zzz" })).toMatch(/^None of \d files fits path "\*\*\/\*\.zzz", in: code\.$/);
  expect(await ask({ language: "rust" })).toMatch(/^None of \d files fits language "rust"\.$/);
  expect(await ask({ path: "docs" })).toMatch(/^None of \d files fits path "docs", in: code\.$/);
  expect(await ask({ path: "src/matrix.py", query: "qqqq zzzz" })).toMatch(/^Nothing in 1 file has a word of/);
  expect(await ask({ language: "md" })).toMatch(/^docs\/sessions\.md:/);
});

test("of one file that is asked about every place is there, and not only the best ten", async () => {
  const steps = Array.from(
    { length: 30 },
    (_, at) => `export function step${at}(token: string) {\n${"  use(token);\n".repeat(30)}}\n`,
  );
  const kit = await openKit({ ...files, "src/steps.ts": steps.join("\n") });
  const outcome = await kit.call("semantic_search", { query: "use a token", path: "src/steps.ts", limit: 100 });
  expect(outcome).toMatchObject({ value: { total: 30 } });
});

test("what is too long for a question is refused", async () => {
  const kit = await openKit(files);
  const outcome = await kit.call("semantic_search", { query: "x".repeat(300_000) });
  expect(outcome).toMatchObject({ error: { code: "long_query", message: expect.stringContaining("300000") } });
});

test("an edit, a new file and a deleted one are in the next answer", async () => {
  const kit = await openKit(files);
  const first = async (query: string): Promise<string> =>
    (await kit.read("semantic_search", { query })).split("\n")[0] ?? "";
  await first("anything");
  appendFileSync(join(kit.root, "src/retry.ts"), "\n\nexport function paintWallpaper() {}\n");
  expect(await first("paint the wallpaper")).toMatch(/^src\/retry\.ts:7 /);
  writeFileSync(
    join(kit.root, "src/kettle.go"),
    "package kettle\n\n// Boil heats water until it bubbles.\nfunc Boil() {}\n",
  );
  expect(await first("heat water until it boils")).toMatch(/^src\/kettle\.go:/);
  rmSync(join(kit.root, "src/kettle.go"));
  expect(await first("heat water until it boils")).not.toContain("kettle");
});

test("bad input is told with what there is", async () => {
  const kit = await openKit(files);
  const said = async (input: object): Promise<unknown> => {
    const outcome = await kit.call("semantic_search", { query: "x", ...input });
    return outcome.status === "ok" ? outcome.text : outcome.error.message;
  };
  expect(await said({ kind: "klass" })).toMatch(/^No kind of declaration is called "klass"\. Did you mean "class"\?/);
  expect(await said({ language: "typoscript" })).toMatch(/^No language is called "typoscript"/);
  expect(await said({ scope: "everywhere" })).toBe(
    'There is no scope "everywhere": give project, lib:NAME, libraries or all.',
  );
  expect(await said({ scope: "lib:no-such-library" })).toContain("no-such-library");
  expect(await said({ limit: 0 })).toContain("expected a whole number from 1 to 1000");
});

test("memories are found beside files, or alone", async () => {
  const kit = await openKit({ ...files, ".outrider/memories/login.md": "# Login\n\nSession tokens live an hour.\n" });
  expect(await kit.read("semantic_search", { query: "session token", in: "all" })).toContain(
    "Memories:\n login:3 Login",
  );
  expect(await kit.read("semantic_search", { query: "session token", in: "memories" })).toBe(
    "Memories:\n login:3 Login — Session tokens live an hour.",
  );
});

test("a library is searched as it lies on this machine", async () => {
  const kit = await openKit({
    ...files,
    ".gitignore": "node_modules\n",
    "package.json": '{ "dependencies": { "kettle": "1.0.0" } }',
    "node_modules/kettle/package.json": '{ "name": "kettle", "version": "1.0.0" }',
    "node_modules/kettle/boil.js": "/** Heats water until it bubbles. */\nexport function boil() {}\n",
  });
  const query = "heat water";
  const inLibrary = /^library:kettle\/boil\.js:1-2 [01]\.\d\d export function boil\(\)/;
  expect(await kit.read("semantic_search", { query, scope: "lib:kettle" })).toMatch(inLibrary);
  expect(await kit.read("semantic_search", { query, scope: "libraries" })).toMatch(inLibrary);
  expect(await kit.read("semantic_search", { query, scope: "all" })).toMatch(inLibrary);
  expect(await kit.read("semantic_search", { query })).not.toContain("boil");
});

/** A project with two libraries, and one that was registered and has gone since. */
async function openLibraries() {
  const kit = await openKit({
    "package.json": '{ "dependencies": { "kettle": "1.0.0", "pot": "1.0.0" } }',
    ".gitignore": "node_modules\n",
    "src/stove.js": "/** Heats the stove. */\nexport function heat() {}\n",
    "node_modules/kettle/package.json": '{ "name": "kettle", "version": "1.0.0" }',
    "node_modules/kettle/src/boil.js": "/** Heats water until it bubbles. */\nexport function boil() {}\n",
    "node_modules/kettle/lib/steam.js": "/** Heats water until it is gone. */\nexport function steam() {}\n",
    "node_modules/pot/package.json": '{ "name": "pot", "version": "1.0.0" }',
    "node_modules/pot/.env": "TOKEN=hunter2\n",
    "node_modules/pot/cook.js": "/** Heats water with rice. */\nexport function cook() {}\n",
  });
  const ask = async (input: object): Promise<string> => {
    const outcome = await kit.call("semantic_search", { query: "heat water", ...input });
    return outcome.status === "ok" ? outcome.text : `${outcome.error.code}: ${outcome.error.message}`;
  };
  const filesOf = async (input: object): Promise<readonly string[]> =>
    [...(await ask(input)).matchAll(/^(\S+?):\d/gm)].map(([, file]) => file ?? "").toSorted();
  return { kit, ask, filesOf };
}

test("a path is one below each library that is asked", async () => {
  const { ask, filesOf } = await openLibraries();
  const [boil, steam, cook] = ["library:kettle/src/boil.js", "library:kettle/lib/steam.js", "library:pot/cook.js"];
  expect(await filesOf({ scope: "lib:kettle", path: "src" })).toEqual([boil]);
  expect(await filesOf({ scope: "lib:kettle", path: "./lib/" })).toEqual([steam]);
  expect(await filesOf({ scope: "lib:kettle", path: "**/*.js" })).toEqual([steam, boil]);
  expect(await filesOf({ scope: "lib:kettle", path: "library:kettle/lib/steam.js" })).toEqual([steam]);
  expect(await filesOf({ scope: "library:kettle/src", path: "*.js" })).toEqual([boil]);
  expect(await filesOf({ scope: "libraries", path: "src" })).toEqual([boil]);
  expect(await filesOf({ scope: "libraries", path: "cook.js" })).toEqual([cook]);
  expect(await filesOf({ scope: "libraries", path: "{src,cook}*" })).toEqual([cook]);
  expect(await filesOf({ scope: "all", path: "src" })).toEqual([boil, "src/stove.js"]);
  expect(await filesOf({ scope: "all", path: "library:pot" })).toEqual([cook]);
  expect(await filesOf({ scope: "all" })).toEqual([steam, boil, cook, "src/stove.js"]);

  expect(await ask({ scope: "libraries", path: "no/such" })).toMatch(
    /^not_found: None of the project's libraries has "no\/such"/,
  );
  expect(await ask({ scope: "lib:kettle", path: "no/such" })).toMatch(/^not_found: /);
  for (const path of ["/etc", "../pot", "~/x", "src/../../pot"])
    for (const scope of ["lib:kettle", "libraries", "all"])
      expect(await ask({ scope, path }), `${scope} ${path}`).toMatch(/^invalid_path: With scope/);
  expect(await ask({ scope: "lib:kettle", path: "library:pot" })).toMatch(
    /^invalid_path: "library:pot" is not in "lib:kettle"/,
  );
  expect(await ask({ scope: "libraries", path: "src/{a" })).toMatch(/^invalid_glob: /);
  expect(await ask({ scope: "libraries", path: ".env" })).toMatch(
    /^no_library: None of the libraries can be searched\. pot: .* holds secrets/,
  );
});

test("a library that cannot be opened is left out, with the reason; the others answer", async () => {
  const { kit, ask, filesOf } = await openLibraries();
  const gone = join(kit.outside, "pan");
  writeFiles(kit.outside, { "pan/fry.js": "/** Heats water in a pan. */\nexport function fry() {}\n" });
  await kit.call("library", { action: "register", path: gone, name: "pan" }, { approve: true });
  expect(await filesOf({ scope: "libraries" })).toContain("library:pan/fry.js");
  rmSync(gone, { recursive: true });
  for (const scope of ["libraries", "all"]) {
    const answer = await ask({ scope });
    expect(answer).toContain("library:pot/cook.js");
    expect(answer).toMatch(/^\[pan: left out: .*pan.*\]$/m);
  }
  expect(await ask({ scope: "libraries", path: "no/such" })).toMatch(
    /^not_found: None of the project's libraries has "no\/such", as far as they can be opened \(not: pan\)/,
  );
  expect(await ask({ scope: "lib:pan" })).toMatch(/^no_directory: /);
  expect(await ask({ scope: "lib:pot" })).not.toContain("left out");
  rmSync(join(kit.root, "node_modules"), { recursive: true });
  expect(await ask({ scope: "libraries" })).toMatch(/^no_library: None of the libraries can be searched\. pan: /);
});

test("of many copies a few are shown, and the number of the others", async () => {
  const text = "/** Sharpens a pencil. */\nexport function sharpen() {}\n";
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`vendor/part-${at}/pencil.ts`, text]));
  const kit = await openKit({ "pencil.ts": text, ...many });
  const [first = ""] = (await kit.read("semantic_search", { query: "sharpen a pencil" })).split("\n");
  expect(first).toMatch(
    /^pencil\.ts:1-2 .* \(same: vendor\/part-0\/pencil\.ts, vendor\/part-1\/pencil\.ts, vendor\/part-2\/pencil\.ts and 9 more\)$/,
  );
  expect((await kit.read("semantic_search", { query: "sharpen", limit: 1 })).split("pencil.ts").length - 1).toBe(4);
});

describe("the tool", () => {
  // One for all calls: each has threads of its own.
  const tables = openSymbolTables(lentThreads);
  const processes = createProcessRunner();
  const searches = openSearches({ settings: searchSettingsSchema.parse({}), env: {}, processes });
  const memories = openMemoryStores({ byMeaning: false });
  afterAll(async () => {
    await searches.close();
    await Promise.all([tables.close(), memories.close(), processes.close()]);
  });
  const services = () => {
    const { workspace } = openTestWorkspace({ "a.ts": "/** Opens. */\nexport class Box {\n  open() {}\n}\n" });
    return {
      workspace: workspace.session(testCaller),
      libraries: createLibraryFinder({ addRoot: workspace.addLibraryRoot, dropRoot: workspace.dropLibraryRoot }),
      memoryOf: (project: Project) => memories.memoryOf(project),
      withSearch: <Result>(project: Project, work: (search: ProjectSearch) => Promise<Result>) =>
        searches.use({ project, symbols: () => tables.symbolsOf(project) }, work),
      lastSearchStatus: searches.lastStatus,
    };
  };

  testConformance(semanticSearch, { services });
});
