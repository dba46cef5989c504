import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { scriptedServer, type Step } from "../../../test/support/scripted-server.ts";
import { openRenameKit } from "./rename.test-kit.ts";

const asked = "textDocument/rename";
const prepare = "textDocument/prepareRename";

/** The type of the receiver is written nowhere, so that syntax alone does not prove what the method is. */
const files = {
  "a.ts": "export class Box {\n  run(x: number) {\n    return x;\n  }\n}\n",
  "b.ts": 'import { takeBox } from "./c";\ntakeBox().run(1);\n',
  ".gitignore": "build/\n",
  "build/b.ts": "run();\n",
};

const edit = (line: number, from: number, newText = "go") => ({
  range: { start: { line, character: from }, end: { line, character: from + 3 } },
  newText,
});

test("whatever a server does wrong over a rename, it is refused, nothing is changed, and the next rename works", async () => {
  const capabilities = {
    textDocumentSync: { openClose: true, change: 2 },
    referencesProvider: true,
    renameProvider: { prepareProvider: true },
  };
  const server = scriptedServer();
  const kit = await openRenameKit(files, { servers: [{ id: "typescript", ...server }], readyMs: 10_000 });
  const uri = (path: string): string => pathToFileURL(join(kit.root, path)).href;
  const whole = { [uri("a.ts")]: [edit(1, 2)], [uri("b.ts")]: [edit(1, 10)] };
  const versioned = (version: number) => ({
    documentChanges: Object.entries(whole).map(([path, edits]) => ({ textDocument: { uri: path, version }, edits })),
  });
  const answers: readonly (readonly [string, readonly Step[], RegExp])[] = [
    ["nothing", [{ reply: null }], /^incomplete_rename: .* found nothing to rename/],
    ["an empty edit", [{ reply: { changes: {} } }], /^incomplete_rename: .* found nothing to rename/],
    [
      "a part",
      [{ reply: { changes: { [uri("a.ts")]: [edit(1, 2)] } } }],
      /^incomplete_rename: .* leaves out 1 .*\n b\.ts:2\n/,
    ],
    [
      "overlaps",
      [{ reply: { changes: { ...whole, [uri("a.ts")]: [edit(1, 2), edit(1, 3)] } } }],
      /^overlapping_edits: /,
    ],
    [
      "another text",
      [{ reply: { changes: { ...whole, [uri("b.ts")]: [edit(1, 9)] } } }],
      /^incomplete_rename: .*\n b\.ts:2\n/,
    ],
    [
      "more than the name",
      [{ reply: { changes: { ...whole, [uri("b.ts")]: [edit(1, 10, "go(), go")] } } }],
      /^incomplete_rename: /,
    ],
    ["a place that is none", [{ reply: { changes: { ...whole, [uri("b.ts")]: [edit(99, 0)] } } }], /^invalid_edit: /],
    [
      "a file outside",
      [{ reply: { changes: { ...whole, [uri("../c.ts")]: [edit(0, 0)] } } }],
      /^(?:outside_project|not_found|outside\w*): /,
    ],
    [
      "an ignored file",
      [{ reply: { changes: { ...whole, [uri("build/b.ts")]: [edit(0, 0)] } } }],
      /^ignored_file: .*build\/b\.ts/,
    ],
    ["no file", [{ reply: { changes: { ...whole, "untitled:x": [edit(0, 0)] } } }], /^invalid_edit: /],
    [
      "a file more",
      [{ reply: { documentChanges: [...versioned(1).documentChanges, { kind: "create", uri: uri("n.ts") }] } }],
      /^incomplete_rename: .*\n n\.ts \(made\)/,
    ],
    [
      "a file less",
      [{ reply: { documentChanges: [{ kind: "delete", uri: uri("b.ts") }] } }],
      /^incomplete_rename: .*\n b\.ts \(removed\)/,
    ],
    [
      "a file elsewhere",
      [{ reply: { documentChanges: [{ kind: "rename", oldUri: uri("b.ts"), newUri: uri("n.ts") }] } }],
      /^incomplete_rename: [^]*moved to n\.ts/,
    ],
    ["garbage", [{ reply: "yes" }], /^invalid_edit: /],
    [
      "a refusal",
      [{ error: { code: -32603, message: "would\n\u001b[31mshadow it" } }],
      /^cannot_rename: .*refuses to rename it: would \\u001b\[31mshadow it/,
    ],
    ["its end", [{ crash: true }], /^server_failed: /],
    ["silence", [], /^server_failed: .*try once more/],
    ["a whole edit", [{ reply: { changes: whole } }], /^done$/],
  ];
  writeFileSync(
    server.args[1] ?? "",
    JSON.stringify({
      // After the crash another one is started, which goes on where the first was.
      runs: [answers.slice(0, 16), answers.slice(16)].map((run) => ({
        capabilities,
        on: { [prepare]: [{ reply: edit(1, 2).range }], [asked]: run.map(([, steps]) => steps) },
      })),
    }),
  );
  const before = ["a.ts", "b.ts"].map((path) => readFileSync(join(kit.root, path), "utf8"));
  const box = { symbol: "Box/run", path: "a.ts", newName: "go" };
  for (const [name, , expected] of answers.slice(0, -1)) expect(await kit.refusal(box), name).toMatch(expected);
  const { texts, plan } = await kit.rename(box);
  expect(texts).toEqual({ "a.ts": files["a.ts"].replace("run", "go"), "b.ts": files["b.ts"].replace("run", "go") });
  expect(plan.done).toBe("renamed method Box/run to go: 2 places in 2 files");
  expect(["a.ts", "b.ts"].map((path) => readFileSync(join(kit.root, path), "utf8"))).toEqual(before);
  // One question each: a rename that was answered for the texts on disk is never asked again by itself.
  expect(server.received().filter(({ method }) => method === asked)).toHaveLength(answers.length);
});

test("a server that says no beforehand is believed, and one that cannot rename is not asked", async () => {
  const no = scriptedServer({
    capabilities: { textDocumentSync: 1, referencesProvider: true, renameProvider: { prepareProvider: true } },
    on: { [prepare]: [{ reply: null }] },
  });
  const kit = await openRenameKit(files, { servers: [{ id: "typescript", ...no }] });
  expect(await kit.refusal({ symbol: "Box/run", newName: "go" })).toBe(
    "cannot_rename: typescript 1.0 says that Box/run cannot be renamed; nothing was changed.",
  );
  const unable = scriptedServer();
  const other = await openRenameKit(files, { servers: [{ id: "typescript", ...unable }] });
  expect(await other.refusal({ symbol: "Box/run", newName: "go" })).toMatchInlineSnapshot(
    `
    "cannot_prove: No language server can say where Box/run is used (typescript 1.0 does not rename), and syntax does not prove it: a value there may have it:
     b.ts:2 takeBox().run(1);
    Nothing was changed. \`unproven\`: "include" renames these places as well, "leave" leaves them; \`wait\` gives a server more time; \`references\` shows what is known."
  `,
  );
  expect(unable.received().some(({ method }) => method === asked)).toBe(false);
});

test("a server that is one version behind is asked again until it has caught up, and no longer than it may take", async () => {
  const capabilities = {
    textDocumentSync: { openClose: true, change: 2 },
    referencesProvider: true,
    renameProvider: true,
  };
  const server = scriptedServer();
  const kit = await openRenameKit(files, { servers: [{ id: "typescript", ...server }], readyMs: 10_000 });
  const uri = (path: string): string => pathToFileURL(join(kit.root, path)).href;
  const versioned = (version: number) => ({
    documentChanges: [
      { textDocument: { uri: uri("a.ts"), version }, edits: [edit(1, 2)] },
      { textDocument: { uri: uri("b.ts"), version }, edits: [edit(1, 10)] },
    ],
  });
  const behind: readonly Step[] = [{ reply: versioned(7) }];
  const modified: readonly Step[] = [{ error: { code: -32801, message: "modified" } }];
  const steps = [behind, modified, behind, [{ reply: versioned(1) }], behind];
  writeFileSync(server.args[1] ?? "", JSON.stringify({ runs: [{ capabilities, on: { [asked]: steps } }] }));
  const box = { symbol: "Box/run", path: "a.ts", newName: "go" };
  const { texts } = await kit.rename(box);
  expect(texts).toEqual({ "a.ts": files["a.ts"].replace("run", "go"), "b.ts": files["b.ts"].replace("run", "go") });
  expect(server.received().filter(({ method }) => method === asked)).toHaveLength(4);
  expect(await kit.refusal(box)).toMatch(/^(?:stale|server_failed): /);
});

test("of a server that may not know all places, the caller can choose to take what it knows", async () => {
  const server = scriptedServer();
  const kit = await openRenameKit(files, { servers: [{ id: "typescript", ...server }], readyMs: 10_000 });
  const uri = (path: string): string => pathToFileURL(join(kit.root, path)).href;
  const { range } = edit(1, 2);
  const known = [{ uri: uri("a.ts"), range }, { uri: uri("b.ts"), range: edit(1, 10).range }, "garbage"];
  const capabilities = {
    textDocumentSync: { openClose: true, change: 2 },
    referencesProvider: true,
    renameProvider: true,
  };
  const on = {
    "textDocument/references": [{ reply: known }],
    [asked]: [{ reply: { changes: { [uri("a.ts")]: [edit(1, 2)] } } }],
  };
  writeFileSync(server.args[1] ?? "", JSON.stringify({ runs: [{ capabilities, on }] }));
  const box = { symbol: "Box/run", path: "a.ts", newName: "go" };
  expect(await kit.refusal(box)).toMatch(
    /^cannot_prove: 1 place in 1 file is proven [^]*\n b\.ts:2 [^]*"include" renames/,
  );
  const left = await kit.rename({ ...box, unproven: "leave" });
  expect(left.texts).toEqual({ "a.ts": files["a.ts"].replace("run", "go") });
  expect(left.plan.notes.join("\n")).toMatch(/may not know all places: [^]*left as you chose[^]*\n b\.ts:2 /);
  const whole = await kit.rename({ ...box, unproven: "include" });
  expect(whole.texts).toEqual({
    "a.ts": files["a.ts"].replace("run", "go"),
    "b.ts": files["b.ts"].replace("run", "go"),
  });
});
