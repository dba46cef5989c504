import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { openWriterKit } from "../../../test/support/writer-kit.ts";

const signal = new AbortController().signal;
const upper = ({ text }: { readonly text: string }): string => text.toUpperCase();

/** A project, its writer, and the writer's methods by path. */
function openKit(files: Record<string, string | Uint8Array> = {}, options: Parameters<typeof openWriterKit>[1] = {}) {
  const place = makeTempPlace(files);
  const kit = openWriterKit(place.root, options);
  const at = (path: string) => kit.files.locate(path, "write");
  return {
    ...place,
    ...kit,
    read: (path: string) => readFileSync(join(place.root, path), "utf8"),
    edit: async (path: string, change = upper, more = {}) =>
      kit.writer.edit(await at(path), change, { signal, ...more }),
    create: async (path: string, text: string, more = {}) =>
      kit.writer.create(await at(path), text, { signal, ...more }),
    move: async (from: string, to: string) => kit.writer.move(await at(from), await at(to), { signal }),
    remove: async (path: string) => kit.writer.remove(await at(path), { signal }),
    restore: (id: string) => kit.writer.restore(id, { signal }),
  };
}

test("an edit is reported with before and after", async () => {
  const kit = openKit({ a: "one\r\n" });
  const report = await kit.edit("a");
  expect(report).toMatchObject({ before: { text: "one\r\n" }, after: { text: "ONE\r\n", eol: "\r\n" }, written: true });
  expect(kit.read("a")).toBe("ONE\r\n");
  expect(report.after.hash).toBe((await kit.edit("a")).before?.hash);
});

test("a dry run and a change that changes nothing write nothing", async () => {
  const kit = openKit({ a: "one" });
  const { ino } = statSync(join(kit.root, "a"));
  expect(await kit.edit("a", upper, { dryRun: true })).toMatchObject({ after: { text: "ONE" }, written: false });
  expect(await kit.edit("a", ({ text }) => text)).toMatchObject({ after: { text: "one" }, written: false });
  expect(await kit.create("d/e/new", "x", { dryRun: true })).toMatchObject({ after: { text: "x" }, written: false });
  expect(statSync(join(kit.root, "a")).ino).toBe(ino);
  expect(readdirSync(kit.root)).toEqual([".outrider", "a"]);
});

test("a change that throws leaves the file and gives the lock back", async () => {
  const kit = openKit({ a: "one" });
  const refuse = (): never => {
    throw new Error("no such text");
  };
  await expect(kit.edit("a", refuse)).rejects.toThrow("no such text");
  expect((await kit.edit("a")).written).toBe(true);
});

test("an edit on other bytes than expected is refused", async () => {
  const kit = openKit({ a: "one" });
  const { hash } = (await kit.edit("a", upper, { dryRun: true })).before ?? {};
  writeFileSync(join(kit.root, "a"), "two");
  expect(await codeOf(kit.edit("a", upper, { expectHash: hash }))).toBe("stale");
  expect(await codeOf(kit.create("new", "x", { expectHash: hash }))).toBe("stale");
  expect(kit.read("a")).toBe("two");
});

test.each<[string, string, () => Promise<unknown>]>([
  ["binary_file", "a binary file", () => openKit({ a: "\0" }).edit("a")],
  ["not_found", "a file that is not there", () => openKit().edit("a")],
  ["is_directory", "a directory", () => openKit({ "d/a": "" }).edit("d")],
  ["cannot_encode", "text with NUL", () => openKit({ a: "x" }).edit("a", () => "\0")],
  ["cannot_encode", "half a character", () => openKit({ a: "x" }).edit("a", () => "\u{d800}")],
  ["cannot_encode", "an emoji in Latin-1", () => openKit({ a: Buffer.of(0x61, 0xe9) }).edit("a", () => "😀")],
  [
    "cannot_encode",
    "too little to know UTF-16 by",
    () => openKit({ a: Buffer.from("hello", "utf16le") }).edit("a", () => "h"),
  ],
])("%s: %s cannot be edited", async (code, _, action) => {
  expect(await codeOf(action())).toBe(code);
});

test("hard links are broken and that is told", async () => {
  const kit = openKit({ a: "one" });
  linkSync(join(kit.root, "a"), join(kit.root, "b"));
  expect(await kit.edit("a")).toMatchObject({
    note: "The file had another name (hard link), which is a separate file now.",
  });
  expect([kit.read("a"), kit.read("b")]).toEqual(["ONE", "one"]);
});

test("a linked file is edited where it is and the link stays", async () => {
  const kit = openKit({ "d/a": "one" });
  symlinkSync("d/a", join(kit.root, "link"));
  await kit.edit("link");
  expect(kit.read("d/a")).toBe("ONE");
  expect(readlinkSync(join(kit.root, "link"))).toBe("d/a");
});

test("a new file comes with its parents", async () => {
  const kit = openKit();
  expect(await kit.create("d/e/f/new.txt", "hi\n")).toMatchObject({ before: undefined, written: true });
  expect(kit.read("d/e/f/new.txt")).toBe("hi\n");
  expect(statSync(join(kit.root, "d/e/f/new.txt")).mode & 0o777).toBe(0o666 & ~process.umask());
});

test("when a new file cannot be written, its parents are not left behind", async () => {
  const kit = openKit({}, { onStep: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })) });
  expect(await codeOf(kit.create("d/e/new", "x"))).toBe("disk_full");
  expect(readdirSync(kit.root)).toEqual([".outrider"]);
});

test("an existing file is only overwritten on request, in its own encoding, mode and line ends", async () => {
  const old = Buffer.from("\u{feff}one\r\ntwo\r\n", "utf16le");
  const kit = openKit({ a: old });
  chmodSync(join(kit.root, "a"), 0o700);
  expect(await codeOf(kit.create("a", "x"))).toBe("exists");
  await kit.create("a", "three\nfour\n", { overwrite: true });
  expect(readFileSync(join(kit.root, "a"))).toEqual(Buffer.from("\u{feff}three\r\nfour\r\n", "utf16le"));
  expect(statSync(join(kit.root, "a")).mode & 0o777).toBe(0o700);
});

test("mixed line ends and a binary file set no example for the text that replaces them", async () => {
  const kit = openKit({ mixed: "a\r\nb\n", binary: "\0\r\n" });
  await kit.create("mixed", "x\ny\n", { overwrite: true });
  await kit.create("binary", "x\n", { overwrite: true });
  expect([kit.read("mixed"), kit.read("binary")]).toEqual(["x\ny\n", "x\n"]);
});

test("files and directories are moved, parents made, and never onto something", async () => {
  const kit = openKit({ "d/a": "a", b: "b", "e/x": "" });
  await kit.move("d/a", "new/place/a");
  expect(kit.read("new/place/a")).toBe("a");
  await kit.move("new", "moved");
  expect(kit.read("moved/place/a")).toBe("a");
  expect(await codeOf(kit.move("b", "moved/place/a"))).toBe("exists");
  expect(await codeOf(kit.move("moved", "e"))).toBe("exists");
  expect(await codeOf(kit.move("moved", "moved/place/deeper"))).toBe("into_itself");
  expect(await codeOf(kit.move("b", "b"))).toBe("same_path");
  expect(await codeOf(kit.move("missing", "c"))).toBe("not_found");
  expect(await codeOf(kit.move(".", "c"))).toBe("protected_path");
  expect(readdirSync(kit.root).toSorted()).toEqual([".outrider", "b", "d", "e", "moved"]);
});

test("another spelling of a name is a move where it is the same file, and refused where it is a link to it", async () => {
  const kit = openKit({ "name.ts": "a" });
  symlinkSync("name.ts", join(kit.root, "Name.ts"));
  const from = await kit.files.locate("name.ts", "write");
  expect(await codeOf(kit.writer.move(from, { ...from, entry: join(kit.root, "Name.ts") }, { signal }))).toBe("exists");
  expect(lstatSync(join(kit.root, "Name.ts")).isSymbolicLink()).toBe(true);
});

test("removed files and directories wait in the trash and come back", async () => {
  const kit = openKit({ "d/a": "a", "d/b": "b", c: "c" });
  chmodSync(join(kit.root, "c"), 0o640);
  const directory = await kit.remove("d");
  const file = await kit.remove("c");
  expect([directory, file]).toMatchObject([
    { path: "d", kind: "directory" },
    { path: "c", kind: "file" },
  ]);
  expect(readdirSync(kit.root)).toEqual([".outrider"]);
  expect(await kit.writer.trash()).toEqual([file, directory]);
  expect(await kit.restore("newest")).toEqual(file);
  expect(await kit.restore(directory.id)).toEqual(directory);
  expect([kit.read("d/a"), kit.read("d/b"), kit.read("c")]).toEqual(["a", "b", "c"]);
  expect(statSync(join(kit.root, "c")).mode & 0o777).toBe(0o640);
  expect(await kit.writer.trash()).toEqual([]);
  expect(
    readdirSync(dirname(await kit.state.local("trash")))
      .filter((name) => name !== ".gitignore")
      .toSorted(),
  ).toEqual(["history", "locks", "trash"]);
});

test("nothing is restored onto something, and parents that went are made again", async () => {
  const kit = openKit({ "d/a": "old" });
  const { id } = await kit.remove("d/a");
  await kit.create("d/a", "new");
  expect(await codeOf(kit.restore(id))).toBe("exists");
  await kit.remove("d");
  await kit.restore(id);
  expect(kit.read("d/a")).toBe("old");
});

test("what is not in the trash is told with what is", async () => {
  const kit = openKit({ a: "" });
  await expect(kit.restore("../../a")).rejects.toThrow('There is no "../../a" in the trash. The trash is empty.');
  const { id } = await kit.remove("a");
  await expect(kit.restore("x")).rejects.toThrow(`There is no "x" in the trash. The newest: ${id} ("a"); 1 in all.`);
});

test("of a link only the link is removed, restored and moved", async () => {
  const kit = openKit({ "d/a": "a" });
  symlinkSync("d", join(kit.root, "link"));
  const link = { ...(await kit.files.locate("link", "write")), entry: join(kit.root, "link") };
  const removed = await kit.writer.remove(link, { signal });
  expect(removed).toMatchObject({ path: "link", kind: "file" });
  expect([existsSync(join(kit.root, "link")), kit.read("d/a")]).toEqual([false, "a"]);
  await kit.restore(removed.id);
  expect(readlinkSync(join(kit.root, "link"))).toBe("d");
  await kit.writer.move(link, await kit.files.locate("other", "write"), { signal });
  expect(readlinkSync(join(kit.root, "other"))).toBe("d");
});

test("neither the root nor what holds the state can be removed", async () => {
  const { root, base } = makeTempPlace({ "build/out": "" });
  mkdirSync(join(base, "project/build/state"));
  const { files, writer } = openWriterKit(root, { stateDir: join(root, "build/state") });
  expect(await codeOf(writer.remove(await files.locate(".", "write"), { signal }))).toBe("protected_path");
  expect(await codeOf(files.locate("build", "write"))).toBe("protected_path");
  expect(existsSync(join(root, "build/out"))).toBe(true);
});

test("a directory is not moved so that secrets in it lose their protection", async () => {
  const { root } = makeTempPlace({ ".kube/config": "token", "certs/x.pem": "key", "app/.env": "A=1" });
  const { files, writer } = openWriterKit(root);
  const move = async (from: string, to: string): Promise<void> =>
    await writer.move(await files.locate(from, "write"), await files.locate(to, "write"), { signal });
  expect(await codeOf(move(".kube", "k"))).toBe("secret_file");
  expect(existsSync(join(root, ".kube/config"))).toBe(true);
  await move("certs", "keys");
  await move("app", "server");
  expect([existsSync(join(root, "keys/x.pem")), existsSync(join(root, "server/.env"))]).toEqual([true, true]);
});

test("read-only mode refuses every method in the same words", async () => {
  const { root } = makeTempPlace({ a: "one" });
  const { files } = openWriterKit(root);
  const { writer } = openWriterKit(root, { readOnly: true });
  const file = await files.locate("a", "write");
  const missing = await files.locate("b", "write");
  const refused = [
    writer.edit(file, upper, { signal }),
    writer.edit(file, upper, { signal, dryRun: true }),
    writer.create(missing, "", { signal }),
    writer.move(file, missing, { signal }),
    writer.remove(file, { signal }),
    writer.restore("newest", { signal }),
  ];
  expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(["read_only"]));
  expect(readdirSync(root)).toEqual(["a"]);
});

test("a directory that became a link after it was judged is refused by every method", async () => {
  const kit = openKit({ "d/a": "one", "d/b": "" });
  writeFileSync(join(kit.outside, "a"), "not yours");
  const file = await kit.files.locate("d/a", "write");
  const missing = await kit.files.locate("d/new", "write");
  const trashed = await kit.remove("d/b");
  renameSync(join(kit.root, "d"), join(kit.root, "moved"));
  symlinkSync(kit.outside, join(kit.root, "d"));
  const refused = [
    kit.writer.edit(file, upper, { signal }),
    kit.writer.create(file, "x", { signal, overwrite: true }),
    kit.writer.create(missing, "x", { signal }),
    kit.writer.move(file, missing, { signal }),
    kit.writer.move(await kit.files.locate("moved/a", "write"), missing, { signal }),
    kit.writer.remove(file, { signal }),
    kit.writer.restore(trashed.id, { signal }),
  ];
  expect(await Promise.all(refused.map(codeOf))).toEqual(Array.from({ length: 7 }, () => "link_escapes"));
  expect([readdirSync(kit.outside), readFileSync(join(kit.outside, "a"), "utf8")]).toEqual([["a"], "not yours"]);
});

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "done";
  } catch (error) {
    return isToolError(error) ? error.code : String(error);
  }
}

test("a mask is not written where the file has none; one that is there may stay", async () => {
  const kit = openKit({ "a.txt": "key = real\n", "doc.txt": "shown as ***masked***\n" });
  const withMask = ({ text }: { readonly text: string }): string => text.replace("real", "***masked***");
  await expect(kit.edit("a.txt", withMask)).rejects.toMatchObject({ code: "masked_value" });
  await expect(kit.create("b.txt", "x ***masked***")).rejects.toMatchObject({ code: "masked_value" });
  await expect(kit.create("a.txt", "***masked***", { overwrite: true })).rejects.toMatchObject({
    code: "masked_value",
  });
  expect(kit.read("a.txt")).toBe("key = real\n");
  await kit.edit("doc.txt", ({ text }) => `${text}more\n`);
  expect(kit.read("doc.txt")).toBe("shown as ***masked***\nmore\n");
});
