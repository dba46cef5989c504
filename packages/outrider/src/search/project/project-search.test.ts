import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSearchKit } from "../../../test/support/search-kit.ts";

const { signal } = new AbortController();

const files = {
  "src/auth.ts":
    "/** Checks a password against its hash. */\nexport function verifyPassword(given: string) {\n  return given;\n}\n",
  "src/cache.py":
    'def evict_oldest(entries):\n    """Drops the entry that was used least recently."""\n    return entries[1:]\n',
  "docs/guide.md": "# Passwords\n\nHow a password is checked.\n\n# Eviction\n\nThe oldest entry goes first.\n",
  "notes.txt": "Remember the milk.\n",
  "yarn.lock": "password@1.0.0:\n",
  ".env": "PASSWORD=secret\n",
};

test("code and texts are found by what they say; secrets and lock files are not", async () => {
  const kit = await openSearchKit(files);
  expect((await kit.find("check a password"))[0]).toBe("src/auth.ts:1");
  expect((await kit.find("drop the least recently used entry", { content: "code" }))[0]).toBe("src/cache.py:1");
  expect(await kit.find("milk", { content: "docs" })).toEqual(["notes.txt:1"]);
  expect((await kit.find("oldest entry goes", { content: "docs" }))[0]).toMatch(/^docs\/guide\.md:/);
  const all = await kit.find("password", { limit: 100 });
  expect(all.join()).not.toMatch(/env|lock/);
});

test("what was edited, added, moved and deleted is right in the next answer", async () => {
  const kit = await openSearchKit(files);
  await kit.find("anything");
  for (let round = 0; round < 10; round += 1) {
    appendFileSync(
      join(kit.root, "src/auth.ts"),
      `\nexport function zebra${round}() {\n  return "stripes ${round}";\n}\n`,
    );
    expect((await kit.find(`zebra${round}`))[0]).toMatch(/^src\/auth\.ts:/);
  }
  mkdirSync(join(kit.root, "lib"));
  renameSync(join(kit.root, "src/cache.py"), join(kit.root, "lib/eviction.py"));
  expect((await kit.find("evict_oldest"))[0]).toBe("lib/eviction.py:1");
  rmSync(join(kit.root, "lib/eviction.py"));
  expect((await kit.find("evict_oldest")).filter((hit) => !hit.startsWith("docs/"))).not.toContain("lib/eviction.py:1");
  // Everything below has moved: the lines are those of now.
  const auth = "// one more line\n".repeat(5) + files["src/auth.ts"];
  writeFileSync(join(kit.root, "src/auth.ts"), auth);
  expect((await kit.find("verifyPassword"))[0]).toMatch(/^src\/auth\.ts:[1-6]$/);
  const [hit] = (await kit.search.search("verifyPassword", { signal, limit: 1 })).hits;
  expect(hit?.symbol?.line).toBe(6);
});

test("a filter goes by what there is now, and by what a file is now", async () => {
  const kit = await openSearchKit(files);
  const python = { language: "python" };
  expect(await kit.find("evict the oldest", python)).toEqual(["src/cache.py:1"]);
  writeFileSync(join(kit.root, "src/more.py"), "def evict_newest(entries):\n    return entries[:-1]\n");
  expect((await kit.find("evict the newest", python))[0]).toBe("src/more.py:1");
  expect(await kit.find("evict", { content: "code" })).toHaveLength(2);
  renameSync(join(kit.root, "src/cache.py"), join(kit.root, "src/cache.txt"));
  expect(await kit.find("evict the oldest", python)).toEqual(["src/more.py:1"]);
  expect(await kit.find("evict_oldest", { content: "docs" })).toContain("src/cache.txt:1");
  rmSync(join(kit.root, "src/more.py"));
  expect(await kit.find("evict", python)).toEqual([]);
  await kit.search.clear();
  expect(await kit.find("verify a password", { language: "typescript" })).toEqual(["src/auth.ts:1"]);
});

test("files with the same content are one hit that names them all", async () => {
  const kit = await openSearchKit({ ...files, "vendor/deep/auth.ts": files["src/auth.ts"] });
  const { hits } = await kit.search.search("verify password", { signal, limit: 10, waitMs: 180_000 });
  expect(hits.filter(({ path }) => path.endsWith("auth.ts")).map(({ path, copies }) => ({ path, copies }))).toEqual([
    { path: "src/auth.ts", copies: ["vendor/deep/auth.ts"] },
  ]);
});

test("of a content in several places, the name at the place nearest to the root counts", async () => {
  const kit = await openSearchKit({ ...files, "some/longer/walrus.ts": files["src/auth.ts"] });
  expect(await kit.find("walrus")).toEqual([]);
  rmSync(join(kit.root, "src/auth.ts"));
  expect(await kit.find("walrus")).toEqual(["some/longer/walrus.ts:1"]);
  writeFileSync(join(kit.root, "gnu.ts"), files["src/auth.ts"]);
  expect(await kit.find("gnu")).toEqual(["gnu.ts:1"]);
  expect(await kit.find("walrus")).toEqual([]);
});

test("after a restart nothing is read again that did not change, and answers are the same", async () => {
  const kit = await openSearchKit(files);
  const before = await kit.find("password");
  await kit.close();
  const again = await kit.reopen();
  expect(await again.find("password")).toEqual(before);
  const { state, files: count, contents, embedded } = await again.search.status({ signal });
  expect({ state, count, embedded }).toEqual({ state: "ready", count: 4, embedded: contents });
});

test("pages are exact: together they are the whole list, and totals say how long it is", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `src/part${at}.ts`,
      `export function handler${at}() {\n  return "handles request ${at}";\n}\n`,
    ]),
  );
  const kit = await openSearchKit(many);
  const whole = await kit.find("handle a request", { limit: 100 });
  const pages = [];
  for (let offset = 0; offset < whole.length; offset += 7)
    pages.push(...(await kit.find("handle a request", { limit: 7, offset })));
  expect(pages).toEqual(whole);
  expect((await kit.search.search("handle a request", { signal, limit: 1 })).total).toBe(whole.length);
});

test("a build that is stopped or cleared says how far it is, and the next question goes on", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 600 }, (_, at) => [`src/f${at}.ts`, `export function work${at}() {}\n`.repeat(30)]),
  );
  const kit = await openSearchKit(many);
  const first = await kit.search.search("work", { signal, limit: 1, waitMs: 1 });
  expect(first.coverage.total).toBe(600);
  expect(first.coverage.done).toBeLessThan(600);
  await kit.search.stop();
  const { state, done } = await kit.search.status({ signal });
  expect(["empty", "stopped"]).toContain(state);
  expect(done).toBeLessThan(600);
  const seen: number[] = [];
  const built = await kit.search.build({ signal, waitMs: 180_000, onProgress: (now) => seen.push(now) });
  expect(built).toMatchObject({ state: "ready", done: 600, total: 600, files: 600 });
  await kit.search.clear();
  expect(await kit.search.status({ signal })).toMatchObject({ state: "empty", files: 0, total: 600 });
  expect(await kit.find("work599")).toContain("src/f599.ts:1");
});

test("of declarations that stand together, one of the kind is enough, and it is the one that is shown", async () => {
  const kit = await openSearchKit({
    "src/shapes.ts": `export const unit = 1;\n\nexport interface Circle {\n  radius: number;\n}\n\n/** Paints the circle red. */\nexport function paint() {}\n`,
    "src/other.ts": "export const circle = 1;\n",
  });
  const find = async (kind: string) => {
    const { hits, total } = await kit.search.search("paint a circle", { signal, limit: 9, waitMs: 180_000, kind });
    expect(total).toBe(hits.length);
    return hits.map(({ path, symbol, startLine, endLine }) => [path, symbol?.name, startLine, endLine]);
  };
  expect(await find("function")).toEqual([["src/shapes.ts", "paint", 5, 8]]);
  expect(await find("interface")).toEqual([["src/shapes.ts", "Circle", 1, 5]]);
  expect((await find("constant")).map(([path, name]) => [path, name])).toEqual(
    expect.arrayContaining([
      ["src/shapes.ts", "unit"],
      ["src/other.ts", "circle"],
    ]),
  );
  expect(await find("class")).toEqual([]);
});

test("without a model it goes by words, and says so", async () => {
  const kit = await openSearchKit(files, { settings: { embedder: "off" } });
  const answer = await kit.search.search("check a password", { signal, limit: 5, waitMs: 180_000 });
  expect(answer.hits[0]?.path).toBe("src/auth.ts");
  expect(answer.coverage.lexicalOnly).toBe("search by meaning is switched off in the settings");
});

test("odd files are answered for: binary, huge, empty, one long line, broken text", async () => {
  const kit = await openSearchKit({
    ...files,
    "empty.ts": "",
    "blob.ts": Uint8Array.from({ length: 4_000 }, (_, at) => (at * 7) % 256),
    "huge.md": "word ".repeat(300_000),
    "line.txt": "x".repeat(500_000),
    "bad.py": Uint8Array.from([0x64, 0x65, 0x66, 0x20, 0xff, 0xfe, 0x28, 0x29]),
    "deep.json": "[".repeat(20_000),
  });
  expect((await kit.find("verifyPassword"))[0]).toBe("src/auth.ts:1");
  const { notes, done, total } = await kit.search.status({ signal });
  expect(done).toBe(total);
  expect(notes.map(({ note }) => note)).toContain("too large");
});

test("a cancelled question leaves at once, and the next one is answered", async () => {
  const kit = await openSearchKit(files);
  const controller = new AbortController();
  const asked = kit.search.search("password", { signal: controller.signal, limit: 1 });
  controller.abort(new Error("given up"));
  await expect(asked).rejects.toThrow("given up");
  expect((await kit.find("check a password"))[0]).toBe("src/auth.ts:1");
});
