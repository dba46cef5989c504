import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTestProject, testCaller } from "../../test/support/test-workspace.ts";
import { makeTempPlace, writeFiles } from "../../test/support/temp-project.ts";
import type { MemoryChange } from "./memory-store.ts";
import { openMemoryStores } from "./open-memory-stores.ts";

const { signal } = new AbortController();

async function openStore(files: Record<string, string> = {}, options: Parameters<typeof openTestProject>[1] = {}) {
  const opened = await openTestProject(files, options);
  const stores = openMemoryStores();
  onTestFinished(() => stores.close());
  const store = stores.memoryOf(opened.project);
  const write = (topic: string, content: string, more: object = {}) => store.write(topic, content, { signal, ...more });
  return { ...opened, stores, store, write };
}

test("what is written is read, nested and with dots in its name", async () => {
  const { store, write, root } = await openStore();
  await write("build/ci", "# How CI runs\n\nWith care.\n");
  await write("releases/v1.2", "Nothing yet.");
  expect(await store.read("build/ci", signal)).toMatchObject({
    topic: "build/ci",
    title: "How CI runs",
    private: false,
    stale: [],
    content: "# How CI runs\n\nWith care.\n",
  });
  expect((await store.list(signal)).map(({ topic, title }) => [topic, title])).toEqual([
    ["build/ci", "How CI runs"],
    ["releases/v1.2", "releases/v1.2"],
  ]);
  expect(readFileSync(join(root, ".outrider/memories/releases/v1.2.md"), "utf8")).toMatch(
    /^---\nupdated: \d{4}-.*Z\n---\n\nNothing yet\.\n$/,
  );
  expect(await store.read("releases/v1", signal)).toBeUndefined();
  expect(await store.delete("releases/v1.2", signal)).toBe(true);
  expect(await store.delete("releases/v1.2", signal)).toBe(false);
  expect(readdirSync(join(root, ".outrider/memories"))).toEqual(["build"]);
});

test("private ones are apart, and a topic is never both by accident", async () => {
  const { store, write, root } = await openStore();
  expect(await write("me", "mine", { private: true })).toMatchObject({ private: true });
  expect(await write("me", "still mine")).toMatchObject({ private: true });
  await expect(write("me", "everybody's", { private: false })).rejects.toMatchObject({ code: "topic_taken" });
  writeFiles(root, { ".outrider/memories/me.md": "from a colleague" });
  await expect(store.read("me", signal)).rejects.toMatchObject({ code: "ambiguous_topic" });
  expect(await store.read("me", signal, { private: false })).toMatchObject({ content: "from a colleague" });
  expect(await store.list(signal)).toMatchObject([{ private: false }, { private: true }]);
});

test.skipIf(process.platform === "win32")("nobody else may read a private one", async () => {
  const { write, root } = await openStore();
  await write("me", "mine", { private: true });
  expect(statSync(join(root, ".outrider/private/me.md")).mode & 0o777).toBe(0o600);
});

test("keys that a person put into the front matter stay", async () => {
  const { store, write, root } = await openStore();
  const file = join(root, ".outrider/memories/a.md");
  await write("a", "---\ntags: [one, two] # mine\ntitle: My title\n---\ntext");
  await write("a", "new text");
  expect(readFileSync(file, "utf8").replace(/updated: .*/, "updated: NOW")).toMatchInlineSnapshot(`
    "---
    tags: [ one, two ] # mine
    title: My title
    updated: NOW
    ---

    new text
    "
  `);
  expect(await store.read("a", signal)).toMatchObject({ title: "My title", content: "new text\n" });
  await write("rule", "---\n\nnot front matter\n\n---\nmore");
  expect(await store.read("rule", signal)).toMatchObject({ content: "---\n\nnot front matter\n\n---\nmore\n" });
});

test("front matter that cannot be read is text", async () => {
  const { store, root } = await openStore();
  const bomb = `a: &a [x]\n${"bcdefghij"
    .split("")
    .map(
      (name, index) => `${name}: &${name} [${"*abcdefghij".charAt(0)}${"abcdefghij"[index]}, *${"abcdefghij"[index]}]`,
    )
    .join("\n")}`;
  writeFiles(root, {
    ".outrider/memories/x.md": "---\n: : [\n---\nbody\n",
    ".outrider/memories/y.md": `---\n${bomb}\n---\nbody\n`,
  });
  expect(await store.read("x", signal)).toMatchObject({ content: "---\n: : [\n---\nbody\n" });
  expect(await store.read("y", signal)).toMatchObject({ content: "body\n" });
});

test("a topic that differs by case alone is told", async () => {
  const { write } = await openStore();
  await write("Build/ci", "x");
  for (const topic of ["build/CI", "Build/Ci", "build/other"]) {
    await expect(write(topic, "y"), topic).rejects.toMatchObject({ code: "topic_clash" });
  }
  expect(await write("Build/ci/more", "z")).toMatchObject({ topic: "Build/ci/more" });
});

test("what is too large, empty or no text is refused", async () => {
  const { write } = await openStore();
  await expect(write("a", " \n")).rejects.toMatchObject({ code: "empty" });
  await expect(write("a", "x".repeat(256 * 1024 + 1))).rejects.toMatchObject({ code: "too_large" });
  await expect(write("a", "x\0")).rejects.toMatchObject({ code: "not_text" });
  await expect(write("a", "x\ud800")).rejects.toMatchObject({ code: "not_text" });
  await expect(write("../a", "x")).rejects.toMatchObject({ code: "invalid_topic" });
});

test("anchors are found in the text, and what happened to them is told", async () => {
  const files = {
    "src/a.ts": "export class A {\n  run() {}\n}\n",
    "src/b.ts": "b\n",
    "README.md": "hello\n",
    ".env": "KEY=1\n",
  };
  const { store, write, root } = await openStore(files);
  await write(
    "one",
    "See `src/a.ts`, src/b.ts:12 and [this](README.md). Not .env, not e.g. nothing.ts or https://a.b/c.ts.",
  );
  await write("two", "About A.", { anchors: ["src/a.ts#A/run"] });
  expect(readFileSync(join(root, ".outrider/memories/one.md"), "utf8")).toMatch(
    /anchors:\n  src\/a\.ts: .*\n  README\.md: .*\n  src\/b\.ts: .*\n---/,
  );
  expect((await store.list(signal)).map(({ stale }) => stale)).toEqual([[], []]);
  writeFiles(root, { "src/a.ts": "export class A {\r\n  run() {}\r\n}\r\n" });
  expect((await store.list(signal)).map(({ stale }) => stale)).toEqual([[], []]);
  writeFiles(root, { "src/a.ts": "export class A {\n  run() { }\n}\n" });
  rmSync(join(root, "src/b.ts"));
  expect((await store.list(signal)).map(({ stale }) => stale)).toEqual([
    ["src/a.ts changed", "src/b.ts gone"],
    ["src/a.ts#A/run (its file changed)"],
  ]);
  writeFiles(root, { "src/a.ts": "export class A {}\n" });
  expect(await store.read("two", signal)).toMatchObject({ stale: ["src/a.ts#A/run no longer named in its file"] });
  expect((await store.search("about", 5, signal)).hits).toMatchObject([{ topic: "two", stale: [expect.any(String)] }]);
});

test("anchors that cannot be are refused with the reason", async () => {
  const { write, outside } = await openStore({ "a.ts": "const value = 1;\n", ".env": "KEY=1\n", "docs/x.md": "" });
  writeFileSync(join(outside, "secret.txt"), "s");
  const tries = {
    "none.ts": "bad_anchor",
    docs: "bad_anchor",
    ".env": "bad_anchor",
    "a.ts#val": "bad_anchor",
    "../outside/secret.txt": "outside_project",
    id_rsa: "denied_path",
  };
  for (const [anchor, code] of Object.entries(tries)) {
    await expect(write("a", "x", { anchors: [anchor] }), anchor).rejects.toMatchObject({ code });
  }
  expect(await write("a", "x", { anchors: ["a.ts#value"] })).toMatchObject({ stale: [] });
});

test.each([".outrider", ".outrider/memories"])(
  "a link in place of %s is refused, for reading and for writing",
  async (link) => {
    const { store, write, root, outside } = await openStore();
    writeFiles(outside, { "secret.md": "secret words", "memories/secret.md": "secret words" });
    mkdirSync(join(root, link, ".."), { recursive: true });
    symlinkSync(outside, join(root, link));
    const refused = { code: "unsafe_state" };
    await expect(store.list(signal)).rejects.toMatchObject(refused);
    await expect(store.read("secret", signal)).rejects.toMatchObject(refused);
    await expect(store.search("secret", 5, signal)).rejects.toMatchObject(refused);
    await expect(store.delete("secret", signal)).rejects.toMatchObject(refused);
    await expect(write("new", "x")).rejects.toMatchObject(refused);
    expect(readdirSync(outside).toSorted()).toEqual(["memories", "secret.md"]);
    expect(readdirSync(join(outside, "memories"))).toEqual(["secret.md"]);
  },
);

test("a link in place of a nested directory is not entered", async () => {
  const { store, write, root, outside } = await openStore();
  writeFiles(outside, { "secret.md": "secret words" });
  mkdirSync(join(root, ".outrider/memories"), { recursive: true });
  symlinkSync(outside, join(root, ".outrider/memories/deep"));
  expect(await store.list(signal)).toEqual([]);
  expect(await store.read("deep/secret", signal)).toBeUndefined();
  expect(await store.delete("deep/secret", signal)).toBe(false);
  await expect(write("deep/new", "x")).rejects.toMatchObject({ code: "unsafe_state" });
  expect(readdirSync(outside)).toEqual(["secret.md"]);
});

test("a link in place of a memory is neither listed nor read nor written through", async () => {
  const { store, write, root, outside } = await openStore();
  writeFiles(outside, { "secret.md": "secret words" });
  await write("a", "x");
  symlinkSync(join(outside, "secret.md"), join(root, ".outrider/memories/b.md"));
  symlinkSync(join(outside, "new.md"), join(root, ".outrider/memories/c.md"));
  expect((await store.list(signal)).map(({ topic }) => topic)).toEqual(["a"]);
  expect(await store.read("b", signal)).toBeUndefined();
  expect(await store.search("secret", 5, signal)).toEqual({ hits: [], total: 0 });
  for (const topic of ["b", "c"])
    await expect(write(topic, "overwritten")).rejects.toMatchObject({ code: "unsafe_state" });
  expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret words");
  expect(readdirSync(outside)).toEqual(["secret.md"]);
});

test("a dangling link in place of the folder is not followed", async () => {
  const { write, root, outside } = await openStore();
  mkdirSync(join(root, ".outrider"));
  symlinkSync(join(outside, "made"), join(root, ".outrider/memories"));
  await expect(write("a", "x")).rejects.toMatchObject({ code: "unsafe_state" });
  expect(readdirSync(outside)).toEqual([]);
});

test("read-only projects show what is there and change nothing", async () => {
  const { store, write, root } = await openStore(
    { ".outrider/memories/a.md": "text" },
    { readOnly: true, stateDir: makeTempPlace().outside },
  );
  expect(await store.read("a", signal)).toMatchObject({ content: "text" });
  await expect(write("b", "x")).rejects.toMatchObject({ code: "read_only" });
  await expect(store.delete("a", signal)).rejects.toMatchObject({ code: "read_only" });
  expect(readdirSync(join(root, ".outrider/memories"))).toEqual(["a.md"]);
});

test("with its state elsewhere the project's own memories are read and never written", async () => {
  const { store, ...place } = await openStore(
    { ".outrider/memories/a.md": "text" },
    { stateDir: makeTempPlace().outside },
  );
  expect(await store.write("b", "x", { signal })).toMatchObject({ topic: "b" });
  expect((await store.list(signal)).map(({ topic }) => topic)).toEqual(["a", "b"]);
  await expect(store.write("a", "x", { signal })).rejects.toMatchObject({ code: "not_writable" });
  await expect(store.delete("a", signal)).rejects.toMatchObject({ code: "not_writable" });
  expect(readdirSync(join(place.root, ".outrider"))).toEqual(["memories"]);
});

test("reading makes no directory", async () => {
  const { store, root } = await openStore();
  expect(await store.list(signal)).toEqual([]);
  expect(await store.search("x", 5, signal)).toEqual({ hits: [], total: 0 });
  expect(readdirSync(root)).toEqual([]);
});

test("fifty writers at once lose no front matter and tear no file", async () => {
  const { store, write, root } = await openStore();
  await write("a", "---\nkeep: me\n---\nfirst");
  const writes = Array.from({ length: 50 }, (_, index) => write("a", `text ${index} `.repeat(500)));
  expect(await Promise.all(writes)).toHaveLength(50);
  const file = readFileSync(join(root, ".outrider/memories/a.md"), "utf8");
  expect(file).toContain("keep: me\n");
  const { content = "" } = (await store.read("a", signal)) ?? {};
  expect(new Set(content.trim().split(/ (?=text)/)).size).toBe(1);
});

test("own writes are told at once, to every session; edits from outside when somebody watches or lists", async () => {
  const { store, stores, root, write, workspace } = await openStore();
  const other = await workspace.session({ ...testCaller, session: "other" }).project();
  await write("a", "one");
  const changes: MemoryChange[] = [];
  const stop = stores.memoryOf(other).watch((change) => void changes.push(change));
  await write("b", "two");
  expect(changes).toEqual(["list", { topic: "b" }]);
  await write("b", "three");
  await store.delete("b", signal);
  expect(changes.slice(2)).toEqual([{ topic: "b" }, "list", { topic: "b" }]);
  changes.length = 0;
  writeFiles(root, { ".outrider/memories/a.md": "edited by hand" });
  await store.list(signal);
  expect(changes).toEqual([{ topic: "a" }]);
  stop();
  await write("c", "unheard");
  expect(changes).toHaveLength(1);
});

test("while somebody watches, what others do is heard of without asking: edits, new folders, folders in place of others", async () => {
  const { store, root } = await openStore();
  const changes: MemoryChange[] = [];
  const heard = async (topic: string) => {
    await expect.poll(() => changes, { timeout: 60_000 }).toContainEqual({ topic });
    changes.length = 0;
  };
  expect(await store.list(signal)).toEqual([]);
  const stop = store.watch((change) => void changes.push(change));
  // The state directory itself is not there yet.
  writeFiles(root, { ".outrider/memories/a.md": "one" });
  await heard("a");
  writeFiles(root, { ".outrider/memories/a.md": "edited" });
  await heard("a");
  writeFiles(root, { ".outrider/memories/deep/er/b.md": "one" });
  await heard("deep/er/b");
  writeFiles(root, { ".outrider/memories/deep/er/b.md": "edited" });
  await heard("deep/er/b");
  renameSync(join(root, ".outrider/memories/deep"), join(root, ".outrider/memories/aside"));
  writeFiles(root, { ".outrider/memories/deep/er/b.md": "another" });
  await heard("deep/er/b");
  writeFiles(root, { ".outrider/memories/deep/er/b.md": "another, edited" });
  await heard("deep/er/b");
  stop();
});
