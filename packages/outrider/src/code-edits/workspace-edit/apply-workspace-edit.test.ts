import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isToolError } from "toolwright";
import { describe, expect, test } from "vitest";
import { openServersKit } from "../../../test/support/servers-kit.ts";
import { otherWays } from "../../tools/edit_code/other-ways.ts";
import { openDraft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { applyWorkspaceEdit } from "./apply-workspace-edit.ts";

const files = {
  "a.txt": "one\ntwo\nthree\n",
  "crlf.txt": "one\r\ntwo 😀 x\r\nthree",
  "cr.txt": "one\rtwo\rthree",
  "empty.txt": "",
  "dir/b.txt": "b\n",
  "dir/c.txt": "c\n",
  ".gitignore": "build/\n",
  "build/out.txt": "out\n",
  "node_modules/p/i.txt": "p\n",
  ".env": "KEY=hunter2\n",
};

/** One project for all: nothing is ever written. */
async function openEdits() {
  const kit = await openServersKit(files, {});
  symlinkSync("a.txt", join(kit.root, "link.txt"));
  const { project, symbols, servers } = kit;
  const signal = new AbortController().signal;
  const context: EditContext = {
    project,
    symbols,
    servers,
    readQuotable: async () => undefined,
    signal,
    readyMs: 0,
    onProgress: () => {},
    otherWays,
  };
  const uri = (path: string): string => pathToFileURL(join(kit.root, path)).href;
  const draft = openDraft(context);

  /** What each changed file would be. */
  async function apply(edit: unknown, versions?: Readonly<Record<string, number>>) {
    const fresh = openDraft(context);
    const server = { versionOf: (path: string) => versions?.[path.slice(kit.root.length + 1)] };
    const told = await applyWorkspaceEdit(context, fresh, edit, versions === undefined ? undefined : server);
    const changes = fresh.changes().map((change) => {
      const text = "text" in change ? change.text : undefined;
      const to = change.kind === "move" ? ` to ${change.to.shown}` : "";
      return [`${change.kind} ${change.file.shown}${to}`, text];
    });
    return { ...told, changes: Object.fromEntries(changes) };
  }

  /** The code of the refusal; the draft has to be as it was. */
  async function refused(edit: unknown, versions?: Readonly<Record<string, number>>): Promise<string> {
    const fresh = openDraft(context);
    const server = { versionOf: (path: string) => versions?.[path.slice(kit.root.length + 1)] };
    const error: unknown = await applyWorkspaceEdit(context, fresh, edit, versions && server).catch(
      (reason: unknown) => reason,
    );
    expect(fresh.changes()).toEqual([]);
    return isToolError(error) ? error.code : `not refused: ${JSON.stringify(error)}`;
  }
  return { kit, context, draft, uri, apply, refused };
}

const range = (line: number, from: number, to: number, last = line) => ({
  start: { line, character: from },
  end: { line: last, character: to },
});
const edit = (line: number, from: number, to: number, newText: string, last = line) => ({
  range: range(line, from, to, last),
  newText,
});

test("text edits of both forms are made to the letter, in files with any line ends", async () => {
  const { uri, apply } = await openEdits();
  expect(
    (await apply({ changes: { [uri("a.txt")]: [edit(1, 0, 3, "2"), edit(0, 0, 0, "a"), edit(0, 0, 0, "b\n")] } }))
      .changes,
  ).toEqual({
    "edit a.txt": "ab\none\n2\nthree\n",
  });
  const crlf = {
    textDocument: { uri: uri("crlf.txt"), version: null },
    edits: [edit(1, 7, 8, "y\nz"), edit(2, 5, 5, "!\n")],
  };
  expect(
    (await apply({ documentChanges: [crlf], changes: { [uri("a.txt")]: [edit(0, 0, 3, "lost")] } })).changes,
  ).toEqual({
    "edit crlf.txt": "one\r\ntwo 😀 y\r\nz\r\nthree!\r\n",
  });
  expect((await apply({ changes: { [uri("cr.txt")]: [edit(1, 0, 0, "1\r\n2\r", 2)] } })).changes).toEqual({
    "edit cr.txt": "one\r1\r2\rthree",
  });
  // A link is the file that it leads to; what is said twice is made once.
  const twice = await apply({
    changes: { [uri("link.txt")]: [edit(0, 0, 3, "1")], [uri("a.txt")]: [edit(0, 0, 3, "1")] },
  });
  expect(twice.changes).toEqual({ "edit a.txt": "1\ntwo\nthree\n" });
  expect(twice).toMatchObject({ places: 1, files: ["a.txt"] });
  expect((await apply({ changes: { [uri("empty.txt")]: [edit(0, 0, 0, "x")] } })).changes).toEqual({
    "edit empty.txt": "x",
  });
  expect(await apply(null)).toMatchObject({ places: 0, files: [], changes: {} });
});

test("files are made, moved and removed in order, with what is edited in them", async () => {
  const { uri, apply, refused } = await openEdits();
  const at = (path: string, ...edits: readonly unknown[]) => ({ textDocument: { uri: uri(path) }, edits });
  expect(
    (
      await apply({
        documentChanges: [
          { kind: "create", uri: uri("new/n.txt") },
          at("new/n.txt", edit(0, 0, 0, "n\n")),
          at("new/n.txt", edit(1, 0, 0, "m\n")),
          { kind: "rename", oldUri: uri("a.txt"), newUri: uri("moved.txt") },
          at("moved.txt", edit(0, 0, 3, "1")),
          { kind: "delete", uri: uri("dir/b.txt") },
          { kind: "delete", uri: uri("dir/none.txt"), options: { ignoreIfNotExists: true } },
          { kind: "create", uri: uri("dir/c.txt"), options: { ignoreIfExists: true } },
        ],
      })
    ).changes,
  ).toEqual({
    "create new/n.txt": "n\nm\n",
    "move a.txt to moved.txt": "1\ntwo\nthree\n",
    "remove dir/b.txt": undefined,
  });
  const refusals = {
    over: { kind: "create", uri: uri("a.txt"), options: { overwrite: true, ignoreIfExists: true } },
    onto: { kind: "rename", oldUri: uri("a.txt"), newUri: uri("dir/b.txt"), options: { overwrite: true } },
    directory: { kind: "delete", uri: uri("dir"), options: { recursive: true } },
    "moved directory": { kind: "rename", oldUri: uri("dir"), newUri: uri("other") },
    missing: { kind: "delete", uri: uri("none.txt") },
    outside: { kind: "create", uri: uri("../out.txt") },
    unknown: { kind: "copy", uri: uri("a.txt") },
  };
  const codes = await Promise.all(
    Object.entries(refusals).map(async ([name, operation]) => [
      name,
      await refused({ documentChanges: [at("a.txt", edit(0, 0, 1, "X")), operation] }),
    ]),
  );
  expect(Object.fromEntries(codes)).toEqual({
    over: "exists",
    onto: "exists",
    directory: "is_directory",
    "moved directory": "is_directory",
    missing: "invalid_edit",
    outside: "outside_project",
    unknown: "invalid_edit",
  });
  expect(
    await refused({ documentChanges: [{ kind: "delete", uri: uri("a.txt") }, at("a.txt", edit(0, 0, 1, "X"))] }),
  ).toBe("invalid_edit");
});

describe("as a whole", () => {
  test("an edit is refused where any part of it is wrong", async () => {
    const { uri, refused, context, draft } = await openEdits();
    const good = { [uri("dir/b.txt")]: [edit(0, 0, 1, "B")] };
    const of = async (path: string, ...edits: readonly unknown[]) =>
      await refused({ changes: { ...good, [path.includes(":") ? path : uri(path)]: edits } });
    expect({
      overlap: await of("a.txt", edit(0, 0, 2, "x"), edit(0, 1, 3, "y")),
      "insert inside": await of("a.txt", edit(0, 0, 3, "x"), edit(0, 1, 1, "y")),
      "other text at one place": await of("a.txt", edit(0, 0, 3, "x"), edit(0, 0, 3, "y")),
      "behind the line": await of("a.txt", edit(0, 0, 4, "x")),
      "in a line end": await of("crlf.txt", edit(0, 4, 4, "x")),
      "behind the last line": await of("a.txt", edit(9, 0, 0, "x")),
      backwards: await of("a.txt", { range: range(1, 3, 1), newText: "x" }),
      negative: await of("a.txt", edit(-1, 0, 0, "x")),
      "no text": await of("a.txt", { range: range(0, 0, 1) }),
      "no edit": await of("a.txt", null),
      snippet: await of("a.txt", { range: range(0, 0, 1), snippet: { kind: "snippet", value: "x${1:y}" } }),
      untitled: await of("untitled:Untitled-1", edit(0, 0, 0, "x")),
      "class file": await of("jdt://contents/a.class", edit(0, 0, 0, "x")),
      outside: await of("../elsewhere.txt", edit(0, 0, 0, "x")),
      missing: await of("none.txt", edit(0, 0, 0, "x")),
      directory: await of("dir", edit(0, 0, 0, "x")),
      secret: await of(".env", edit(0, 0, 0, "x")),
      ignored: await of("build/out.txt", edit(0, 0, 0, "x")),
      package: await of("node_modules/p/i.txt", edit(0, 0, 0, "x")),
      shape: await refused(7),
      list: await refused({ changes: [] }),
      "too many": await of("a.txt", ...Array.from({ length: 20_000 }, () => edit(0, 0, 0, "x"))),
    }).toMatchInlineSnapshot(`
      {
        "backwards": "invalid_edit",
        "behind the last line": "invalid_edit",
        "behind the line": "invalid_edit",
        "class file": "invalid_edit",
        "directory": "is_directory",
        "ignored": "ignored_file",
        "in a line end": "invalid_edit",
        "insert inside": "overlapping_edits",
        "list": "invalid_edit",
        "missing": "not_found",
        "negative": "invalid_edit",
        "no edit": "invalid_edit",
        "no text": "invalid_edit",
        "other text at one place": "overlapping_edits",
        "outside": "outside_project",
        "overlap": "overlapping_edits",
        "package": "ignored_file",
        "secret": "secret_file",
        "shape": "invalid_edit",
        "snippet": "invalid_edit",
        "too many": "invalid_edit",
        "untitled": "invalid_edit",
      }
    `);
    const file = await draft.read("a.txt");
    draft.replace(file, [{ start: 0, end: 3, text: "1" }]);
    const late = applyWorkspaceEdit(context, draft, { changes: { [uri("a.txt")]: [edit(1, 0, 3, "2")] } });
    await expect(late).rejects.toMatchObject({ code: "edited_before" });
  });

  test("a version that the server does not have any more is refused", async () => {
    const { uri, apply, refused } = await openEdits();
    const at = (version: unknown) => ({
      documentChanges: [{ textDocument: { uri: uri("a.txt"), version }, edits: [edit(0, 0, 3, "1")] }],
    });
    expect((await apply(at(3), { "a.txt": 3 })).files).toEqual(["a.txt"]);
    expect((await apply(at(null), {})).files).toEqual(["a.txt"]);
    expect(await refused(at(2), { "a.txt": 3 })).toBe("stale");
    expect(await refused(at(2), {})).toBe("stale");
    expect(await refused(at("2"), { "a.txt": 2 })).toBe("invalid_edit");
  });

  test("two lists for one file count only where it does not matter which text the second is about", async () => {
    const { uri, apply, refused } = await openEdits();
    const lists = (first: unknown, second: unknown) => ({
      documentChanges: [first, second].map((each) => ({ textDocument: { uri: uri("a.txt") }, edits: [each] })),
    });
    expect((await apply(lists(edit(1, 0, 3, "2"), edit(0, 0, 3, "1")))).changes).toEqual({
      "edit a.txt": "1\n2\nthree\n",
    });
    expect(await refused(lists(edit(0, 0, 0, "0\n"), edit(1, 0, 3, "2")))).toBe("invalid_edit");
  });
});

test("what a server wants confirmed is told", async () => {
  const { uri, apply } = await openEdits();
  const { notes, changes } = await apply({
    documentChanges: [
      {
        textDocument: { uri: uri("a.txt"), version: null },
        edits: [
          { ...edit(0, 0, 3, "1"), annotationId: "sure" },
          { ...edit(1, 0, 3, "2"), annotationId: "doubt" },
          { ...edit(2, 0, 5, "3"), annotationId: "doubt" },
        ],
      },
    ],
    changeAnnotations: { sure: { label: "Rename" }, doubt: { label: "In a macro", needsConfirmation: true } },
  });
  expect(notes[0]).toBe("The language server wants 2 changes looked at: In a macro.");
  expect(changes).toEqual({ "edit a.txt": "1\n2\n3\n" });
});
