import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { codeOf, openChangeKit, toChange, type Wanted } from "../../../test/support/writer-changes.ts";

type Options = Parameters<typeof openChangeKit>[1];

function openKit(files: Record<string, string | Uint8Array> = {}, options: Options = {}) {
  const place = makeTempPlace(files);
  return { ...place, ...openChangeKit(place.root, options) };
}

const mixed: readonly Wanted[] = [
  { path: "a", text: "A\n" },
  { path: "new/deep/b", text: "B" },
  { path: "c", to: "moved/c" },
  { path: "d", to: "d2", text: "D" },
  { path: "e" },
];
const before = { a: "a\n", c: "c", d: "d", e: "e" };

test("files are edited, made, moved and removed in one change, which is reported in order", async () => {
  const kit = openKit(before);
  const { id, files } = await kit.change(mixed);
  expect(id).toBe("1");
  expect(files.map(({ kind, path, from }) => [kind, path, from])).toEqual([
    ["edit", "a", undefined],
    ["create", "new/deep/b", undefined],
    ["move", "moved/c", "c"],
    ["move", "d2", "d"],
    ["remove", "e", undefined],
  ]);
  expect(files.map((file) => [file.before?.text, file.after?.text])).toEqual([
    ["a\n", "A\n"],
    [undefined, "B"],
    ["c", "c"],
    ["d", "D"],
    ["e", undefined],
  ]);
  expect(["a", "new/deep/b", "moved/c", "d2"].map(kit.read)).toEqual(["A\n", "B", "c", "D"]);
  expect(["c", "d", "e"].map((path) => existsSync(join(kit.root, path)))).toEqual([false, false, false]);
  expect(await kit.journal()).toEqual(["1"]);
  expect(lstatSync(join(await kit.state.local("history"), "1")).mode & 0o777).toBe(0o600);
});

test("a dry run reports the same and touches nothing, and what changes nothing has no id", async () => {
  const kit = openKit(before);
  const tree = kit.tree();
  const dry = await kit.change(mixed, { dryRun: true });
  expect([dry.id, kit.tree(), await kit.journal()]).toEqual([undefined, tree, []]);
  expect((await kit.change(mixed)).files).toEqual(dry.files);
  expect((await kit.change([{ path: "a", text: "A\n" }])).id).toBe(undefined);
});

test.each<[string, string, Wanted]>([
  ["stale", "a file with other bytes", { path: "c", text: "x", hash: "0".repeat(32) }],
  ["stale", "a file that was removed", { path: "gone", to: "x", hash: "0".repeat(32) }],
  ["stale", "the removal of other bytes", { path: "c", hash: "0".repeat(32) }],
  ["read_only_file", "a file that nobody may write", { path: "locked", text: "x" }],
  ["exists", "a move onto a file", { path: "c", to: "d" }],
  ["is_directory", "a directory", { path: "dir" }],
  ["binary_file", "a binary file", { path: "binary", text: () => "x" }],
  ["cannot_encode", "text that the file cannot hold", { path: "c", text: "\0" }],
  ["path_twice", "a path that comes twice", { path: "a", to: "z" }],
])("%s: with %s nothing at all is changed", async (code, _, wanted) => {
  const kit = openKit({ ...before, "dir/x": "", locked: "l", binary: "\0" });
  chmodSync(join(kit.root, "locked"), 0o444);
  const tree = kit.tree();
  const first = await toChange(kit, { path: "a", text: "A" });
  const text = wanted.path === "binary" ? "x" : wanted.text;
  const last = await toChange(kit, { ...wanted, ...(text === undefined ? {} : { text }) });
  const change = kit.writer.change([first, last], { signal: new AbortController().signal, title: "" });
  expect(await codeOf(change)).toBe(code);
  expect([kit.tree(), await kit.journal()]).toEqual([tree, []]);
});

test("a new file is refused where one appeared, and overwrites on request in the old encoding", async () => {
  const kit = openKit({ a: Buffer.from("\u{feff}one\r\n", "utf16le") });
  const file = await kit.files.locate("a", "write");
  const { signal } = new AbortController();
  const create = (overwrite: boolean) =>
    kit.writer.change([{ kind: "create", file, text: "two\n", overwrite }], { signal, title: "" });
  expect(await codeOf(create(false))).toBe("exists");
  const tree = kit.tree();
  const { id } = await create(true);
  expect((await kit.files.readText(file)).text).toBe("two\r\n");
  await kit.undo(id);
  expect(kit.tree()).toEqual(tree);
});

test("modes stay, links lead to what is edited, and of a link only the link is moved or removed", async () => {
  const kit = openKit({ "d/run": "#!", "d/x": "x", "d/y": "y" });
  chmodSync(join(kit.root, "d/run"), 0o751);
  for (const name of ["run", "x", "y"]) symlinkSync(`d/${name}`, join(kit.root, name));
  const tree = kit.tree();
  const { id } = await kit.change([{ path: "run", text: "#!/bin/sh" }, { path: "x" }, { path: "y", to: "z" }]);
  expect([kit.read("d/run"), kit.read("d/x"), kit.read("z")]).toEqual(["#!/bin/sh", "x", "y"]);
  expect(statSync(join(kit.root, "d/run")).mode & 0o777).toBe(0o751);
  expect([readlinkSync(join(kit.root, "run")), readlinkSync(join(kit.root, "z"))]).toEqual(["d/run", "d/y"]);
  expect(existsSync(join(kit.root, "x"))).toBe(false);
  await kit.undo(id);
  expect(kit.tree()).toEqual(tree);
  expect(await codeOf(kit.change([{ path: "y", to: "z", text: "Y" }]))).toBe("is_link");
});

test("hard links are broken and that is told", async () => {
  const kit = openKit({ a: "a", b: "b" });
  linkSync(join(kit.root, "b"), join(kit.root, "c"));
  const { files } = await kit.change([
    { path: "a", text: "A" },
    { path: "b", text: "B" },
  ]);
  expect(files.map(({ note }) => note)).toEqual([
    undefined,
    "The file had another name (hard link), which is a separate file now.",
  ]);
});

test("a file that is changed by somebody in the middle takes all of the change back, and keeps what it has", async () => {
  let applied = 0;
  const kit = openKit(before, {
    onStep: (step) => {
      applied += step === "applied" ? 1 : 0;
      if (step === "applied" && applied === 4) writeFileSync(join(kit.root, "e"), "theirs");
    },
  });
  const tree = kit.tree();
  expect(await codeOf(kit.change(mixed))).toBe("stale");
  expect(kit.read("e")).toBe("theirs");
  writeFileSync(join(kit.root, "e"), "e");
  expect([kit.tree(), await kit.journal()]).toEqual([tree, []]);
});

test("what was done and then changed by somebody before the rest failed is kept and told", async () => {
  let applied = 0;
  const kit = openKit(before, {
    onStep: (step) => {
      applied += step === "applied" ? 1 : 0;
      if (step !== "applied" || applied !== 4) return;
      writeFileSync(join(kit.root, "a"), "theirs, on top");
      writeFileSync(join(kit.root, "e"), "theirs");
    },
  });
  await expect(kit.change(mixed)).rejects.toMatchObject({
    code: "partly_taken_back",
    message:
      '"test" failed in the middle and was taken back, except in files that somebody has changed or moved meanwhile: "a". Look at what is in these.',
  });
  expect([kit.read("a"), kit.read("e"), await kit.journal()]).toEqual(["theirs, on top", "theirs", []]);
});

test("a directory that takes the place of a file in the last moment is left, and the refusal names no machine path", async () => {
  let checked = 0;
  const kit = openKit(
    { a: "a", b: "b" },
    {
      onStep: (step) => {
        checked += step === "checked" ? 1 : 0;
        // The first is of the record.
        if (step !== "checked" || checked !== 3) return;
        rmSync(join(kit.root, "b"));
        mkdirSync(join(kit.root, "b"));
      },
    },
  );
  const wanted = ["a", "b"].map((path) => ({ path, text: path.toUpperCase() }));
  expect(await codeOf(kit.change(wanted))).toBe("stale");
  expect([kit.read("a"), readdirSync(kit.root).toSorted(), await kit.journal()]).toEqual([
    "a",
    [".outrider", "a", "b"],
    [],
  ]);
});

test("cancelled at any step, all of it is done or nothing, and nothing is left over", async () => {
  const outcomes = new Set<string>();
  for (let at = 0, isOver = false; !isOver; at += 1) {
    const controller = new AbortController();
    let steps = 0;
    const kit = openKit(before, { onStep: () => void (steps++ === at && controller.abort()) });
    const tree = kit.tree();
    const outcome = await codeOf(kit.change(mixed, { signal: controller.signal }));
    outcomes.add(outcome);
    isOver = steps <= at;
    const isDone = outcome === "done";
    expect([kit.read("a"), await kit.journal()]).toEqual(isDone ? ["A\n", ["1"]] : ["a\n", []]);
    if (isDone) await kit.undo();
    expect(kit.tree()).toEqual(tree);
  }
  expect([...outcomes]).toEqual(["AbortError: This operation was aborted", "done"]);
});

test("read-only mode refuses changes and undoing, and recovers nothing", async () => {
  const kit = openKit(before);
  await kit.change([{ path: "a", text: "A" }]);
  const change = await toChange(kit, { path: "c", text: "C" });
  const readOnly = openChangeKit(kit.root, { readOnly: true });
  const { signal } = new AbortController();
  expect(await codeOf(readOnly.writer.change([change], { signal, title: "" }))).toBe("read_only");
  expect(await codeOf(readOnly.undo())).toBe("read_only");
  await readOnly.writer.recover();
});
