import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { codeOf, openChangeKit } from "../../../test/support/writer-changes.ts";

const { signal } = new AbortController();

function openKit(files: Record<string, string> = {}, options: Parameters<typeof openChangeKit>[1] = {}) {
  const place = makeTempPlace(files);
  const kit = openChangeKit(place.root, options);
  const at = (path: string) => kit.files.locate(path, "write");
  return {
    ...place,
    ...kit,
    edit: async (path: string, text: string) => kit.writer.edit(await at(path), () => text, { signal }),
    create: async (path: string, text: string) => kit.writer.create(await at(path), text, { signal, overwrite: true }),
    move: async (from: string, to: string) => kit.writer.move(await at(from), await at(to), { signal }),
    remove: async (path: string) => kit.writer.remove(await at(path), { signal }),
  };
}

test("a change is undone, the undoing is a change that can be undone, and so on", async () => {
  const kit = openKit({ a: "a", c: "c", d: "d", e: "e" });
  chmodSync(join(kit.root, "e"), 0o640);
  const old = kit.tree();
  await kit.change([
    { path: "a", text: "A" },
    { path: "new/deep/b", text: "B" },
    { path: "c", to: "moved/c" },
    { path: "d", to: "d2", text: "D" },
    { path: "e" },
  ]);
  const changed = kit.tree();
  const undo = await kit.undo();
  expect(kit.tree()).toEqual(old);
  expect(undo).toMatchObject({ id: "2", undone: { id: "1", title: "test", undone: false } });
  expect(undo.files.map(({ kind, path, from }) => [kind, path, from])).toEqual([
    ["create", "e", undefined],
    ["move", "d", "d2"],
    ["move", "c", "moved/c"],
    ["remove", "new/deep/b", undefined],
    ["edit", "a", undefined],
  ]);
  expect(undo.files.map((file) => [file.before?.text, file.after?.text])).toEqual([
    [undefined, "e"],
    ["D", "d"],
    ["c", "c"],
    ["B", undefined],
    ["A", "a"],
  ]);
  await kit.undo("2");
  expect(kit.tree()).toEqual(changed);
  await kit.undo("3");
  expect(kit.tree()).toEqual(old);
  expect((await kit.writer.history()).map(({ id, undone, undoes }) => [id, undone, undoes])).toEqual([
    ["4", false, "3"],
    ["3", true, "2"],
    ["2", false, "1"],
    ["1", true, undefined],
  ]);
});

test("edits, new files, moves and removals of one file or directory are undone in turn, newest first", async () => {
  const kit = openKit({ a: "a\r\n", "d/x": "x", "d/y": "y" });
  chmodSync(join(kit.root, "d/x"), 0o750);
  const trees = [kit.tree()];
  const steps: readonly [string, () => Promise<unknown>][] = [
    ["edit a", () => kit.edit("a", "A\r\n")],
    ["create n/m/new", () => kit.create("n/m/new", "new")],
    ["edit n/m/new", () => kit.create("n/m/new", "newer")],
    ["move a to p/q/b", () => kit.move("a", "p/q/b")],
    ["move d to e", () => kit.move("d", "e")],
    ["remove e", () => kit.remove("e")],
  ];
  for (const [, step] of steps) {
    await step();
    trees.push(kit.tree());
  }
  for (const [index, [title]] of [...steps.entries()].toReversed()) {
    trees.pop();
    expect((await kit.undo()).undone).toMatchObject({ id: String(index + 1), title, own: true });
    expect(kit.tree()).toEqual(trees.at(-1));
  }
  expect(await codeOf(kit.undo())).toBe("nothing_to_undo");
  expect(await kit.writer.trash()).toEqual([]);
});

test("an undone move or removal is done again by undoing that", async () => {
  const kit = openKit({ "d/x": "x", f: "f" });
  await kit.move("d", "e/d");
  await kit.remove("f");
  const changed = kit.tree();
  await kit.undo("1");
  await kit.undo("2");
  await kit.undo("3");
  await kit.undo("4");
  expect(kit.tree()).toEqual(changed);
  expect(await kit.writer.trash()).toHaveLength(1);
});

test("an edit tells the id that undoes it", async () => {
  const kit = openKit({ a: "a" });
  const { id } = await kit.edit("a", "b");
  await kit.edit("a", "c");
  expect(id).toBe("1");
  await kit.undo("2");
  await kit.undo(id);
  expect(kit.read("a")).toBe("a");
});

test("what was changed since is not undone, and the files are named", async () => {
  const kit = openKit({ a: "a", b: "b", c: "c", d: "d" });
  await kit.change([{ path: "a", text: "A" }, { path: "b", text: "B" }, { path: "c" }, { path: "d", text: "D" }]);
  writeFileSync(join(kit.root, "a"), "mine");
  writeFileSync(join(kit.root, "c"), "again");
  const tree = kit.tree();
  await expect(kit.undo()).rejects.toThrow(
    '1 ("test") was not undone, nothing was written: since then "a" was changed, "c" was made again. Undo what came after first',
  );
  expect(await codeOf(kit.undo())).toBe("stale");
  expect([kit.tree(), await kit.journal()]).toEqual([tree, ["1"]]);
});

test("a move or removal is not undone onto something, nor when it is gone", async () => {
  const kit = openKit({ a: "a", b: "b", c: "c" });
  await kit.move("a", "x");
  await kit.remove("b");
  await kit.move("c", "y");
  await kit.remove("y");
  writeFileSync(join(kit.root, "a"), "new");
  writeFileSync(join(kit.root, "b"), "new");
  const tree = kit.tree();
  expect([await codeOf(kit.undo("1")), await codeOf(kit.undo("2")), await codeOf(kit.undo("3"))]).toEqual([
    "stale",
    "stale",
    "stale",
  ]);
  expect(kit.tree()).toEqual(tree);
});

test("a dry run shows what an undo would do", async () => {
  const kit = openKit({ a: "a", "d/x": "" });
  await kit.change([{ path: "a", text: "A" }]);
  await kit.remove("d");
  const tree = kit.tree();
  const dry = await kit.undo("1", { dryRun: true });
  expect(dry).toMatchObject({ id: undefined, files: [{ kind: "edit", before: { text: "A" }, after: { text: "a" } }] });
  expect(await kit.undo("2", { dryRun: true })).toMatchObject({ files: [{ kind: "create", path: "d" }] });
  expect([kit.tree(), await kit.journal()]).toEqual([tree, ["1", "2"]]);
});

test("a change that joins another is undone with it, by either id, and is no entry of its own", async () => {
  const kit = openKit({ a: "a", c: "c" });
  const old = kit.tree();
  for (const ask of ["1", "5"]) {
    const first = await kit.change([
      { path: "a", to: "b", text: "A" },
      { path: "c", text: "C" },
      { path: "n", text: "N" },
    ]);
    await kit.change(
      [
        { path: "b", text: "A formatted" },
        { path: "c", text: "c" },
        { path: "n", text: "N formatted" },
      ],
      { joins: first.id ?? "", title: "format" },
    );
    expect((await kit.writer.history())[0]).toMatchObject({ id: first.id, title: "test" });
    await kit.undo(ask);
    expect(kit.tree()).toEqual(old);
  }
  expect((await kit.writer.history()).map(({ id }) => id)).toEqual(["6", "4", "3", "1"]);
});

test("restoring from the trash undoes the removal", async () => {
  const kit = openKit({ a: "a", b: "b" });
  await kit.edit("b", "B");
  const { id } = await kit.remove("a");
  await kit.writer.restore(id, { signal });
  expect((await kit.undo()).undone).toMatchObject({ title: "edit b" });
});

test("only what this process made is undone unasked, anything by its id", async () => {
  const kit = openKit({ a: "a", b: "b" });
  await expect(kit.undo()).rejects.toThrow("has changed is left to undo. There is no other either.");
  await kit.edit("a", "A");
  await kit.edit("b", "B");
  const entry = join(await kit.state.local("history"), "2");
  // As another process would have written it.
  writeFileSync(entry, readFileSync(entry, "utf8").replace(/"process":"\w+"/, `"process":"${"0".repeat(16)}"`));
  expect((await kit.writer.history()).map(({ own }) => own)).toEqual([false, true]);
  await kit.undo();
  expect([kit.read("a"), kit.read("b")]).toEqual(["a", "B"]);
  await expect(kit.undo()).rejects.toThrow('Give the id of one; the newest: 3 ("undo 1: edit a"), 2 ("edit b").');
  await expect(kit.undo("17")).rejects.toThrow('There is no change "17" in the history.');
  await expect(kit.undo("1")).rejects.toThrow('1 ("edit a") is undone already; undo 3 to have it again.');
  await kit.undo("2");
  expect(kit.read("b")).toBe("b");
});

test("the newest hundred are kept, and numbers only grow", async () => {
  const kit = openKit({ a: "0" });
  for (let count = 1; count <= 105; count += 1) await kit.edit("a", String(count));
  const ids = (await kit.writer.history()).map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, "105", "6"]);
  await kit.undo();
  expect(kit.read("a")).toBe("104");
  expect((await kit.writer.history())[0]?.id).toBe("106");
});

test("only so much is kept; what is more is written all the same and cannot be undone", async () => {
  const kit = openKit({ a: "a" }, { historyBytes: 64 << 10 });
  const big = (letter: string): string => letter.repeat(25 << 10);
  for (const name of ["b", "c", "d"]) writeFileSync(join(kit.root, name), big(name));
  await kit.edit("a", "A");
  for (const name of ["b", "c"]) await kit.edit(name, name);
  expect(await kit.journal()).toEqual(["1", "2", "3"]);
  await kit.edit("d", "d");
  expect(await kit.journal()).toEqual(["3", "4"]);
  await kit.undo("4");
  expect(readFileSync(join(kit.root, "d"), "utf8") === big("d")).toBe(true);
  for (const name of ["b", "c"]) writeFileSync(join(kit.root, name), big(name));
  const all = ["b", "c", "d"].map((path) => ({ path, text: "small" }));
  const { id, files } = await kit.change(all);
  expect([id, files[0]?.note]).toEqual([
    undefined,
    "The old content is too much to be kept, so this cannot be undone.",
  ]);
  expect(kit.read("b")).toBe("small");
  expect(await kit.journal()).toEqual(["6"]);
  expect(await kit.writer.history()).toEqual([]);
  expect((await kit.edit("a", "next")).id).toBe("7");
});

test("entries that are torn or forged are not listed and never followed", async () => {
  const kit = openKit({ a: "a", b: "b" });
  writeFileSync(join(kit.outside, "secret"), "s");
  await kit.edit("a", "A");
  const folder = await kit.state.local("history");
  const good = readFileSync(join(folder, "1"), "utf8");
  writeFileSync(join(folder, "2"), good.slice(0, 40));
  writeFileSync(join(folder, "3"), good.replace('"id":1', '"id":3').replace(/a$/, "x"));
  writeFileSync(join(folder, "4"), good);
  writeFileSync(
    join(folder, "5"),
    good.replace('"id":1', '"id":5').replace('"path":"a"', '"path":"../outside/secret"'),
  );
  writeFileSync(join(folder, "6"), good.replace('"id":1', '"id":6').replace('"version":1', '"version":2'));
  mkdirSync(join(folder, "7"));
  writeFileSync(join(folder, "nothing"), "");
  const tree = kit.tree();
  expect((await kit.writer.history()).map(({ id }) => id)).toEqual(["5", "3", "1"]);
  expect(await codeOf(kit.undo("3"))).toBe("nothing_to_undo");
  expect(await codeOf(kit.undo("5"))).toBe("outside_project");
  expect(await codeOf(kit.undo("2"))).toBe("nothing_to_undo");
  expect([kit.tree(), readFileSync(join(kit.outside, "secret"), "utf8")]).toEqual([tree, "s"]);
  expect((await kit.edit("b", "B")).id).toBe("8");
});

test("where nothing can be kept, an edit is done all the same and says so", async () => {
  const kit = openKit({ a: "a" });
  const local = await kit.state.local();
  writeFileSync(join(local, "history"), "");
  const report = await kit.edit("a", "A");
  expect(report).toMatchObject({ written: true });
  expect(report.note).toMatch(/cannot be undone/);
  expect(kit.read("a")).toBe("A");
});

test("a change joins another only where nobody has written between the two, so that undoing both loses nothing", async () => {
  const kit = openKit({ a: "a", b: "b" });
  const { id = "" } = await kit.change([{ path: "a", text: "aa" }]);
  await kit.edit("a", "somebody's");
  expect(await codeOf(kit.change([{ path: "a", text: "formatted" }], { joins: id }))).toBe("stale");
  expect(kit.read("a")).toBe("somebody's");
  await kit.change([{ path: "b", text: "B" }], { joins: id });
  expect(await codeOf(kit.undo(id))).toBe("stale");
  expect([kit.read("a"), kit.read("b")]).toEqual(["somebody's", "B"]);
});
