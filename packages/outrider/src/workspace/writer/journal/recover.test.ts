import { chmodSync, copyFileSync, linkSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestWorkspace } from "../../../../test/support/test-workspace.ts";
import { makeTempPlace } from "../../../../test/support/temp-project.ts";
import {
  codeOf,
  copyAsCrashed,
  openChangeKit,
  readJournal,
  treeOf,
  type Wanted,
} from "../../../../test/support/writer-changes.ts";
import { withLock } from "../lock.ts";

const before = { kept: "", a: "a\n", "s/c": "c", d: "d", e: "e" };
const mixed: readonly Wanted[] = [
  { path: "a", text: "A\n" },
  { path: "new/deep/b", text: "B" },
  { path: "s/c", to: "moved/c" },
  { path: "d", to: "d2", text: "D" },
  { path: "e" },
  { path: "link" },
];

type Kit = ReturnType<typeof openChangeKit>;

const { signal } = new AbortController();

function makeProject() {
  const place = makeTempPlace(before);
  chmodSync(join(place.root, "e"), 0o640);
  symlinkSync("kept", join(place.root, "link"));
  return place;
}

/** Does some work, and copies the project at every step of it as a crash would leave it. */
async function crashEverywhere(prepare: (kit: Kit) => Promise<unknown>, work: (kit: Kit) => Promise<unknown>) {
  const { root, base } = makeProject();
  const copies: string[] = [];
  let isOn = false;
  const kit = openChangeKit(root, {
    onStep: () => void (isOn && copies.push(copyAsCrashed(root, join(base, `copy-${copies.length}`)))),
  });
  await prepare(kit);
  const old = kit.tree();
  isOn = true;
  await work(kit);
  return { old, changed: kit.tree(), copies };
}

/** Opens each copy anew; all of it must be there or nothing. */
async function recoverAll({ copies, old, changed }: Awaited<ReturnType<typeof crashEverywhere>>, newId: string) {
  const outcomes: string[] = [];
  for (const copy of copies) {
    const kit = openChangeKit(copy);
    await kit.writer.recover();
    const entries = (await kit.journal()).filter((name) => /^\d/.test(name));
    const isNew = entries.includes(newId);
    expect(kit.tree()).toEqual(isNew ? changed : old);
    expect(entries.filter((name) => name.endsWith(".open"))).toEqual([]);
    outcomes.push(isNew ? "new" : "old");
  }
  return outcomes;
}

test("whatever step a change is cut off at, opening the project takes it back and leaves nothing over", async () => {
  const crashed = await crashEverywhere(
    async () => undefined,
    (kit) => kit.change(mixed),
  );
  const outcomes = await recoverAll(crashed, "1");
  expect(outcomes.length).toBeGreaterThan(25);
  expect([outcomes[0], outcomes.at(-2), outcomes.at(-1)]).toEqual(["old", "old", "new"]);
});

test("so it is with an undo that is cut off", async () => {
  const crashed = await crashEverywhere(
    (kit) => kit.change(mixed),
    (kit) => kit.undo(),
  );
  const outcomes = await recoverAll(crashed, "2");
  expect(outcomes.length).toBeGreaterThan(20);
  expect([outcomes[0], outcomes.at(-2), outcomes.at(-1)]).toEqual(["old", "old", "new"]);
});

test("taking back may be cut off as well, at any step, and is finished the next time", async () => {
  const { root: halfDone, old } = await makeHalfDone();
  const again: string[] = [];
  const kit = openChangeKit(halfDone, {
    onStep: () => void again.push(copyAsCrashed(halfDone, `${halfDone}-${again.length}`)),
  });
  await kit.writer.recover();
  expect(kit.tree()).toEqual(old);
  expect(again.length).toBeGreaterThan(10);
  for (const copy of again) {
    const next = openChangeKit(copy);
    await next.writer.recover();
    expect([next.tree(), await next.journal()]).toEqual([old, []]);
  }
});

/** A project whose change was cut off when everything was done but not marked so. */
async function makeHalfDone(wanted: readonly Wanted[] = mixed, files?: Record<string, string>) {
  const { root, base, outside } = files === undefined ? makeProject() : makeTempPlace(files);
  let left = wanted.reduce((total, { to, text }) => total + (to !== undefined && text !== undefined ? 2 : 1), 0);
  const crashed = join(base, "crashed");
  const kit = openChangeKit(root, {
    onStep: (step) => {
      left -= step === "applied" ? 1 : 0;
      if (step === "applied" && left === 0) copyAsCrashed(root, crashed);
    },
  });
  const old = kit.tree();
  await kit.change(wanted);
  return { root: crashed, old, outside };
}

test.each<[string, (kit: Kit) => Promise<{ readonly note?: string } | undefined>]>([
  ["an edit", async (kit) => kit.writer.edit(await kit.files.locate("x", "write"), () => "X", { signal })],
  ["a new file", async (kit) => kit.writer.create(await kit.files.locate("y", "write"), "Y", { signal })],
  ["a change", async (kit) => (await kit.change([{ path: "x", text: "X" }])).files[0]],
])("%s takes back first what was cut off, and tells it", async (_, write) => {
  const { root, old } = await makeHalfDone();
  writeFileSync(join(root, "x"), "x");
  const kit = openChangeKit(root);
  expect(await write(kit)).toMatchObject({
    note: 'The change "test" was cut off before its end and was taken back.',
  });
  const { x: _x, y: _y, ...tree } = kit.tree();
  expect([tree, await kit.journal()]).toEqual([old, ["1"]]);
  expect((await kit.writer.edit(await kit.files.locate("a", "write"), () => "!", { signal })).note).toBe(undefined);
});

test("moves, removals and undoing take back first as well", async () => {
  for (const write of [
    async (kit: Kit) =>
      kit.writer.move(await kit.files.locate("x", "write"), await kit.files.locate("z", "write"), { signal }),
    async (kit: Kit) => kit.writer.remove(await kit.files.locate("x", "write"), { signal }),
    async (kit: Kit) => codeOf(kit.undo()),
  ]) {
    const { root, old } = await makeHalfDone();
    writeFileSync(join(root, "x"), "x");
    const kit = openChangeKit(root);
    await write(kit);
    const { x: _x, z: _z, ...tree } = kit.tree();
    expect(tree).toEqual(old);
  }
});

test("what somebody changed after the crash is left alone and told", async () => {
  const { root, old } = await makeHalfDone();
  writeFileSync(join(root, "a"), "mine");
  writeFileSync(join(root, "e"), "mine, too");
  const kit = openChangeKit(root);
  await kit.writer.recover();
  expect([kit.read("a"), kit.read("e"), kit.read("d")]).toEqual(["mine", "mine, too", "d"]);
  expect(Object.keys(kit.tree())).toEqual(Object.keys(old));
  const { note } = await kit.writer.create(await kit.files.locate("n", "write"), "", { signal });
  expect(note).toBe(
    'The change "test" was cut off before its end and was taken back, except in files that were changed since or may not be written: "e", "a".',
  );
});

// The superuser may read everything.
test.skipIf(process.getuid?.() === 0)("a file that may not be read any more does not stop all writing", async () => {
  const { root } = await makeHalfDone();
  chmodSync(join(root, "a"), 0o000);
  const kit = openChangeKit(root);
  const { note } = await kit.writer.create(await kit.files.locate("n", "write"), "", { signal });
  expect(note).toMatch(/except in files that were changed since or may not be written: "a"\.$/);
  expect([kit.read("d"), (await kit.journal()).filter((name) => name.endsWith(".open"))]).toEqual(["d", []]);
});

test("a moved file that somebody changed after the crash is left where it is", async () => {
  const { root } = await makeHalfDone(
    [
      { path: "a", to: "b" },
      { path: "c", text: "C" },
    ],
    { a: "a", c: "c" },
  );
  writeFileSync(join(root, "b"), "mine");
  const kit = openChangeKit(root);
  await kit.writer.recover();
  expect([kit.read("b"), kit.read("c")]).toEqual(["mine", "c"]);
});

test("a file that a cut off move left with both names keeps the first, also where the second is a copy", async () => {
  for (const leave of [linkSync, copyFileSync]) {
    const { root, old } = await makeHalfDone([{ path: "a", to: "b" }], { a: "a" });
    leave(join(root, "b"), join(root, "a"));
    const kit = openChangeKit(root);
    await kit.writer.recover();
    expect([kit.tree(), await kit.journal()]).toEqual([old, []]);
  }
});

test.each<[string, (entry: string) => string]>([
  ["is no JSON", (entry) => `x${entry}`],
  ["is cut short", (entry) => entry.slice(0, -1)],
  ["holds other bytes than it says", (entry) => entry.replace(/.$/s, "?")],
  ["has another number", (entry) => entry.replace('"id":1', '"id":2')],
  ["has a field too many", (entry) => entry.replace('"id":1', '"id":1,"more":1')],
])("a record that %s is not followed, and that is told", async (_, forge) => {
  const { root } = await makeHalfDone();
  const kit = openChangeKit(root);
  const entry = join(await kit.state.local("history"), "1.open");
  writeFileSync(entry, forge(readFileSync(entry, "utf8")));
  const tree = treeOf(root);
  await kit.writer.recover();
  expect([kit.tree(), await kit.journal()]).toEqual([tree, []]);
  expect((await kit.writer.create(await kit.files.locate("n", "write"), "", { signal })).note).toMatch(/is damaged/);
});

test("a record gives no leave: paths outside, of git and of secrets are not touched", async () => {
  const { root, outside, old } = await makeHalfDone(
    [
      { path: "a", text: "A" },
      { path: "b", text: "B" },
    ],
    { a: "a", b: "b" },
  );
  const kit = openChangeKit(root);
  const entry = join(await kit.state.local("history"), "1.open");
  const record = readFileSync(entry, "utf8");
  for (const path of ["../outside/a", join(outside, "a"), ".git/a", ".env", ".outrider/a", "link/a"]) {
    writeFileSync(join(outside, "a"), "A");
    symlinkSync(outside, join(root, "link"));
    writeFileSync(join(root, "b"), "B");
    writeFileSync(entry, record.replace('"path":"a"', `"path":${JSON.stringify(path)}`));
    await kit.writer.recover();
    expect([readFileSync(join(outside, "a"), "utf8"), kit.read("b")]).toEqual(["A", "b"]);
    rmSync(join(root, "link"));
  }
  expect(Object.keys(kit.tree())).toEqual(Object.keys(old));
});

test("a project is recovered when it is opened", async () => {
  const { root: crashed, old } = await makeHalfDone();
  const { root, workspace } = openTestWorkspace();
  copyAsCrashed(crashed, root);
  await workspace.session({ host: "test", session: "one", principal: "tester" }).project();
  expect(treeOf(root)).toEqual(old);
});

test("a link in place of the state directory leads to no record of another project, neither to read nor to write", async () => {
  const { root: other } = await makeHalfDone();
  const history = await openChangeKit(other).state.local("history");
  const record = readFileSync(join(history, "1.open"));
  const { root, workspace } = openTestWorkspace({ a: "A\n", x: "x" });
  symlinkSync(join(other, ".outrider"), join(root, ".outrider"));
  const { writer, files } = await workspace.session({ host: "test", session: "one", principal: "tester" }).project();
  const { id, note } = await writer.edit(await files.locate("x", "write"), () => "X", { signal });
  expect([id, note]).toEqual([undefined, "The old content could not be kept, so this cannot be undone."]);
  const change = { kind: "create", file: await files.locate("y", "write"), text: "y" } as const;
  expect(await codeOf(writer.change([change], { signal, title: "test" }))).toBe("unsafe_state");
  expect([await codeOf(writer.undo("1", { signal })), await writer.history()]).toEqual(["nothing_to_undo", []]);
  expect(readFileSync(join(root, "a"), "utf8")).toBe("A\n");
  expect([readJournal(history), readFileSync(join(history, "1.open"))]).toEqual([["1.open"], record]);
});

test("opening does not wait long while another process holds the lock, and does not fail", async () => {
  const { root, old } = await makeHalfDone();
  const kit = openChangeKit(root);
  const tree = kit.tree();
  await withLock(await kit.state.local("locks"), "write", { lockMs: 60_000, signal }, async () => {
    await kit.writer.recover();
    expect(kit.tree()).toEqual(tree);
  });
  await kit.writer.recover();
  expect(kit.tree()).toEqual(old);
});
