import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { conformanceChecks } from "toolwright/testing";
import { afterAll, describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { createLibraryFinder } from "../../libraries/create-library-finder.ts";
import { openMemoryStores } from "../../memory/open-memory-stores.ts";
import { createLazySearches } from "../../search/project/lazy-searches.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { searchSettingsSchema } from "../../workspace/config/search-settings.ts";
import type { Project } from "../../workspace/project.ts";
import semanticSearch from "./index.ts";

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
  const answer = await kit.read("semantic_search", { query: "exponential wait between retries" });
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

describe("the tool", () => {
  // One for all calls: each has threads of its own.
  const tables = openSymbolTables();
  const processes = createProcessRunner();
  const searches = createLazySearches({ settings: searchSettingsSchema.parse({}), env: {}, processes });
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
      searchOf: (project: Project) => searches.searchOf(project, () => tables.symbolsOf(project)),
    };
  };

  for (const check of conformanceChecks(semanticSearch, { services })) test(check.title, check.run, check.timeoutMs);
});
