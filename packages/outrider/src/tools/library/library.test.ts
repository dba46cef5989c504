import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { renderOutcome } from "toolwright";
import { harness } from "toolwright/testing";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { expect, onTestFinished, test } from "vitest";
import { noOutputs } from "../../../test/support/grep-kit.ts";
import { makeTempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { createLibraryFinder } from "../../libraries/create-library-finder.ts";
import type { ProjectServers } from "../../lsp/project-servers.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { userStateDirectory } from "../../workspace/projects/user-state-directory.ts";
import grep from "../grep/index.ts";
import readFile from "../read_file/index.ts";
import references from "../references/index.ts";
import symbols from "../symbols/index.ts";
import tree from "../tree/index.ts";
import { nextSteps } from "../next-steps.ts";
import library from "./index.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const json = JSON.stringify;
const files = {
  "package.json": json({ dependencies: { zod: "^4.0.0", gone: "^1.0.0", own: "workspace:*" } }),
  "package-lock.json": json({
    packages: { "node_modules/zod": { version: "4.1.0" }, "node_modules/deep": { version: "1.0.0" } },
  }),
  ".gitignore": "node_modules\n",
  "node_modules/zod/package.json": json({ name: "zod", version: "4.1.0" }),
  "node_modules/zod/src/errors.js": "export class ZodError {\n  flatten() {}\n}\n",
  "node_modules/zod/src/use.js": 'import { ZodError } from "./errors.js";\nexport const made = new ZodError();\n',
  "node_modules/zod/node_modules/inner/index.js": "export class ZodErrorOfAnother {}\n",
  "node_modules/zod/.env": "TOKEN=hunter2\n",
  "node_modules/deep/package.json": json({ version: "1.0.0" }),
  "packages/own/package.json": json({ name: "own", version: "0.1.0" }),
  "src/a.ts": "export const a = 1;\n",
};

/** The tool over a real workspace; a later one over the same place is a restart. */
async function open(place = makeTempPlace(files)) {
  const { workspace } = openTestWorkspace({}, { startRoot: place.root, tempRoots: [] });
  const session = workspace.session(testCaller);
  const places = { environment: {}, home: join(place.base, "home") };
  const libraries = createLibraryFinder({ addRoot: workspace.addLibraryRoot, places });
  const tables = openSymbolTables(lentThreads);
  const services = () => ({
    workspace: session,
    libraries,
    outputs: noOutputs,
    maskValues: (text: string) => text,
    symbolsOf: tables.symbolsOf,
    serversOf: (): ProjectServers => {
      throw new Error("A library is no project of a language server.");
    },
  });
  const tools = [grep, library, readFile, references, symbols, tree] as const;
  const kit = harness(tools, { services, nextSteps, realTime: true });
  onTestFinished(async () => {
    await kit.close();
    await tables.close();
  });
  const say = async (tool: (typeof tools)[number]["name"], input: object): Promise<string> => {
    const outcome = await kit.call(tool, input);
    const code = outcome.status === "ok" ? "" : `${outcome.error.code}: `;
    return `${code}${renderOutcome(outcome)}`.replaceAll(place.base, "BASE");
  };
  return {
    place,
    libraries,
    project: () => session.project(),
    list: (input: object = {}) => say("library", input),
    symbols: (input: object) => say("symbols", input),
    say,
  };
}

const services = () => {
  const { workspace } = openTestWorkspace(files);
  return {
    workspace: workspace.session(testCaller),
    libraries: createLibraryFinder({ addRoot: workspace.addLibraryRoot }),
  };
};
testConformance(library, { services, nextSteps });

test("lists what there is, those with source first, and finds one by a part of its name", async () => {
  const place = makeTempPlace(files);
  symlinkSync(join(place.root, "packages", "own"), join(place.root, "node_modules", "own"));
  const kit = await open(place);
  expect(await kit.list()).toMatchInlineSnapshot(`
    "4 libraries (3 direct, 1 of other libraries), 3 with source here:
     own 0.1.0 (node, wants workspace:*, own package) packages/own
     zod 4.1.0 (node, wants ^4.0.0) node_modules/zod
     deep 1.0.0 (node, indirect) node_modules/deep
     gone (node, wants ^1.0.0) not on this machine; from package.json"
  `);
  expect(await kit.list({ name: "ZO" })).toMatchInlineSnapshot(`
    "1 library with "ZO", 1 with source here:
     zod 4.1.0 (node, wants ^4.0.0) node_modules/zod"
  `);
  expect(await kit.list({ name: "nothing" })).toMatchInlineSnapshot(
    `"No libraries with "nothing". None has this name or part."`,
  );
});

test("many are paged, with exact totals", async () => {
  const names = Array.from({ length: 75 }, (_, index) => `lib-${String(index).padStart(2, "0")}`);
  const kit = await open(
    makeTempPlace({ "package.json": json({ dependencies: Object.fromEntries(names.map((name) => [name, "1"])) }) }),
  );
  const seen: string[] = [];
  for (const offset of [0, 30, 60]) {
    const text = await kit.list({ offset });
    expect(text).toContain("75 libraries, 0 with source here:");
    seen.push(...[...text.matchAll(/^ (lib-\d+) /gm)].map(([, name = ""]) => name));
  }
  expect(seen).toEqual(names);
});

test("archives and compiled code are told as what they are", async () => {
  const place = makeTempPlace({
    "build.gradle": 'implementation "com.a:one:1.0"\nimplementation "com.a:two:2.0"\n',
    "App.csproj": '<PackageReference Include="Json.Net" Version="13.0.3" />',
  });
  writeFiles(join(place.base, "home"), {
    ".m2/repository/com/a/one/1.0/one-1.0-sources.jar": "",
    ".gradle/caches/modules-2/files-2.1/com.a/two/2.0/abc/two-2.0.jar": "",
    ".nuget/packages/json.net/13.0.3/lib/x.dll": "",
  });
  expect(await (await open(place)).list()).toMatchInlineSnapshot(`
    "3 libraries, 0 with source here:
     Json.Net 13.0.3 (dotnet) compiled only: BASE/home/.nuget/packages/json.net/13.0.3
     com.a:one 1.0 (java) archive only, not readable: BASE/home/.m2/repository/com/a/one/1.0
     com.a:two 2.0 (java) compiled only: BASE/home/.gradle/caches/modules-2/files-2.1/com.a/two/2.0"
  `);
});

test("a library that a definition led into is listed, also after a restart, until it is forgotten", async () => {
  const place = makeTempPlace({ ...files, "package.json": "{}", "package-lock.json": "{}" });
  const first = await open(place);
  await first.libraries.find(await first.project(), "library:deep/package.json");
  expect(await first.list()).toContain("No libraries");
  await first.libraries.find(await first.project(), "library:deep/package.json", { byDefinition: true });
  const again = await open(place);
  expect(await again.list()).toContain(" deep 1.0.0 (node, definition) node_modules/deep");
  expect(await again.list({ action: "forget", name: "deep" })).toContain("deep is forgotten");
  expect(await again.list()).toContain("No libraries");
});

test("a directory is registered under the name in its manifest, survives a restart, and is forgotten", async () => {
  const place = makeTempPlace(files);
  writeFiles(place.outside, {
    "lib/package.json": json({ name: "@team/tools" }),
    "lib/a.js": "export class Hammer {}\n",
  });
  const path = join(place.outside, "lib");
  expect(await (await open(place)).list({ action: "register", path })).toContain("@team/tools is registered");
  const kit = await open(place);
  expect(await kit.list({ name: "team" })).toContain("@team/tools (registered) BASE/outside/lib");
  expect(await kit.symbols({ path: "lib:@team/tools", name: "Hammer" })).toContain("library:@team/tools/a.js");
  const other = join(place.outside, "other");
  mkdirSync(other);
  expect(await kit.list({ action: "register", path: other, name: "@team/tools" })).toContain("name_taken");
  expect(await kit.list({ action: "register", path: other, name: "zod" })).toContain("name_taken");
  expect(await kit.list({ action: "register", path: other, name: "../x" })).toContain("bad_name");
  expect(await kit.list({ action: "forget", name: "@team/tools" })).toContain("is forgotten");
  expect(await kit.symbols({ path: "library:@team/tools" })).toContain("no_library");
  expect(await kit.list({ action: "forget", name: "zod" })).toContain("not_registered");
});

test("homes, systems, credentials, links and the project itself are not let in", async () => {
  const place = makeTempPlace(files);
  writeFiles(place.base, {
    "home/.config/x/a": "",
    "home/.local/lib/a.js": "",
    "outside/me/.ssh/id": "",
    "outside/h/.bash_history": "",
  });
  symlinkSync(join(place.outside, "me"), join(place.outside, "link"));
  const kit = await open(place);
  for (const [path, code] of [
    [place.root, "own_project"],
    [place.base, "own_project"],
    ["/", "own_project"],
    ["/etc", "system_directory"],
    ["/etc/ssl", "system_directory"],
    ["/usr", "system_directory"],
    [join(place.base, "home"), "root_too_wide"],
    [join(place.base, "home", ".config", "x"), "root_too_wide"],
    [join(place.base, "home", ".local"), "root_too_wide"],
    [join(place.outside, "me"), "holds_secrets"],
    [join(place.outside, "me", ".ssh"), "denied_path"],
    [join(place.outside, "h"), "holds_secrets"],
    [join(place.outside, "link"), "is_link"],
    [join(place.outside, "none"), "no_directory"],
    ["../outside", "not_full_path"],
    [userStateDirectory(), ""],
  ] as const) {
    expect(await kit.list({ action: "register", path }), path).toContain(code);
    expect(await kit.list({ action: "register", path }), path).not.toContain("is registered");
  }
  expect(await kit.list({ name: "registered" })).toContain("No libraries");
});

test("a registered directory that becomes a link or a place of secrets is closed", async () => {
  const place = makeTempPlace();
  writeFiles(place.outside, { "lib/a.js": "export class Hammer {}\n", "private/a.js": "export class Secret {}\n" });
  const path = join(place.outside, "lib");
  const kit = await open(place);
  await kit.list({ action: "register", path });
  expect(await kit.symbols({ path: "library:lib", name: "Hammer" })).toContain("class Hammer");
  renameSync(path, `${path}-old`);
  symlinkSync(join(place.outside, "private"), path);
  expect(await kit.symbols({ path: "library:lib", name: "Secret" })).toContain("is_link");
  expect(await kit.list()).toContain("cannot be read any more");
  rmSync(path);
  renameSync(`${path}-old`, path);
  mkdirSync(join(path, ".gnupg"));
  expect(await kit.symbols({ path: "library:lib" })).toContain("holds_secrets");
});

test("no repository can register anything", async () => {
  const place = makeTempPlace({ "package.json": "{}" });
  const forged = json({ registered: [{ name: "etc", root: place.outside }], learned: [] });
  writeFiles(place.root, { ".outrider/libraries/known.json": forged, ".outrider/local/libraries/known.json": forged });
  expect(await (await open(place)).list()).toContain("No libraries");
});

test("symbols answers inside of a library as inside of a project, and leaves other libraries and secrets out", async () => {
  const kit = await open();
  expect(await kit.symbols({ path: "library:zod", name: "ZodError" })).toMatchInlineSnapshot(`
    "library:zod/src/errors.js
     1-3 class ZodError
    1	export class ZodError {
    2	  flatten() {}
    3	}"
  `);
  expect(await kit.symbols({ path: "lib:zod/src" })).toMatchInlineSnapshot(`
    "library:zod/src/ (2 files with 3 symbols)
    library:zod/src/errors.js
     1-3 export class ZodError
    library:zod/src/use.js
     2 export const made = new ZodError()"
  `);
  expect(await kit.symbols({ path: "library:zod/src/errors.js" })).toMatchInlineSnapshot(`
    "library:zod/src/errors.js (JavaScript, 3 lines, 2 symbols)
     1-3 export class ZodError
      2 method flatten()"
  `);
  expect(await kit.symbols({ path: "library:zod/.env" })).toContain("secret_file");
  expect(await kit.symbols({ path: "library:zod/src/none.js" })).toContain("not_found");
  expect(await kit.symbols({ name: "ZodError" })).toContain("No symbol fits");
  expect(await kit.list({ name: "zod" })).toContain("indexed");
});

test("references, grep and read_file look into a library, also one outside of the project", async () => {
  const place = makeTempPlace({ "Cargo.toml": '[dependencies]\nserde = "1"\n', "a.ts": "export const a = 1;\n" });
  const crate = "home/.cargo/registry/src/index-1/serde-1.0.200";
  writeFiles(place.base, {
    [`${crate}/src/lib.rs`]: "pub fn encode() {}\npub fn twice() { encode(); encode(); }\n",
    [`${crate}/id_rsa`]: "encode",
  });
  const kit = await open(place);
  expect(await kit.say("references", { symbol: "encode", path: "library:serde" })).toMatchInlineSnapshot(`
    "2 references in 1 file to encode (library:serde/src/lib.rs:1), syntactic: all by scope or import.
    No language server: only files of serde 1.0.200 were looked at; in the project grep finds the word. 3 places with the name: 1 declared, 2 sure.
    library:serde/src/lib.rs
     2: pub fn twice() { encode(); encode(); } [twice] ×2"
  `);
  expect(await kit.say("references", { symbol: "encodes", path: "library:serde" })).toContain(
    "library:serde/src/lib.rs",
  );
  expect(await kit.say("grep", { pattern: "encode", path: "lib:serde" })).toMatchInlineSnapshot(`
    "2 matches in 1 file:
    library:serde/src/lib.rs
    1:pub fn encode() {}
    2:pub fn twice() { encode(); encode(); }"
  `);
  expect(await kit.say("read_file", { path: "lib:serde/src/lib.rs" })).toContain(
    "library:serde/src/lib.rs (serde 1.0.200",
  );
  expect(await kit.say("grep", { pattern: "encode", path: "lib:serde/id_rsa" })).toContain("denied_path");
});

test("a Python module that is a single file does not open its neighbours to a search", async () => {
  const packages = ".venv/lib/python3.12/site-packages";
  const kit = await open(
    makeTempPlace({
      "requirements.txt": "six\n",
      [`${packages}/six.py`]: "def u(s):\n    return s\n",
      [`${packages}/six-1.16.0.dist-info/METADATA`]: "",
      [`${packages}/big/mod.py`]: "def u(s):\n    return s\n",
    }),
  );
  expect(await kit.list()).toContain(`six 1.16.0 (python) ${packages}/six.py`);
  expect(await kit.symbols({ path: "library:six", name: "u" })).toContain("library:six");
  expect(await kit.say("references", { symbol: "u", path: "library:six" })).not.toContain("big/mod.py");
});
