import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  createRandom,
  dimensions,
  exactNearest,
  fill,
  makeContents,
  makeVectors,
  namesOf,
  never,
  placesOf,
  tolerance,
  worstScore,
} from "../src/search/stores/store-contents.test-kit.ts";
import { openEmbeddedStore } from "../src/search/stores/embedded.ts";
import { chooseDropped } from "../src/search/stores/embedded/choose-dropped.ts";
import type { VectorStore } from "../src/search/stores/vector-store.ts";
import { stateIn } from "./stores-kit.ts";
import { makeTempPlace } from "./support/temp-project.ts";

const query = makeVectors(createRandom(90), 1);
const contents = makeContents(
  91,
  Array.from({ length: 12 }, (_, at) => `content ${at}`),
);
const exact = exactNearest(contents, query);

function open(root: string, model = "model", size = dimensions): VectorStore {
  const store = openEmbeddedStore({ project: stateIn(root), model, dimensions: size });
  onTestFinished(async () => await store.close());
  return store;
}

/** A place with all contents on disk, and the file that they are in. */
async function makeFilled(): Promise<{ readonly root: string; readonly file: string }> {
  const { root } = makeTempPlace();
  const store = open(root);
  await fill(store, contents);
  await store.close();
  const [folder = ""] = readdirSync(join(root, "local"));
  return { root, file: join(root, "local", folder, "symbols.log") };
}

/** What a new session has to embed again; whatever it has by then must be right. */
async function missingIn(root: string): Promise<readonly string[]> {
  const store = open(root);
  const missing = await store.follow({ added: namesOf(contents), removed: [] }, { signal: never });
  const hits = await store.nearest(query, { limit: 99, signal: never });
  expect(worstScore(hits, exact)).toBeLessThan(tolerance);
  expect(hits).toHaveLength((contents.length - missing.length) * 3);
  await fill(store, contents);
  expect(placesOf(await store.nearest(query, { limit: 99, signal: never }))).toEqual(placesOf(exact));
  await store.close();
  return missing;
}

describe("a file that is damaged costs the vectors in the damaged place, and the next session has all again", () => {
  test("a torn tail", async () => {
    const { root, file } = await makeFilled();
    truncateSync(file, statSync(file).size - 100);
    expect(await missingIn(root)).toEqual(["content 11"]);
    expect(await missingIn(root)).toEqual([]);
  });

  test("flipped bits, wherever they are", async () => {
    const { root, file } = await makeFilled();
    const whole = readFileSync(file);
    const random = createRandom(92);
    for (let round = 0; round < 12; round += 1) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(file, bytes);
      expect((await missingIn(root)).length).toBeGreaterThan(0);
      expect(await missingIn(root)).toEqual([]);
    }
  });

  test("a foreign file, garbage behind the end, nothing at all", async () => {
    const { root, file } = await makeFilled();
    appendFileSync(file, "x".repeat(1000));
    expect(await missingIn(root)).toEqual([]);
    writeFileSync(file, "something else");
    expect(await missingIn(root)).toHaveLength(12);
    rmSync(file);
    expect(await missingIn(root)).toHaveLength(12);
    expect(await missingIn(root)).toEqual([]);
  });
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "a directory that cannot be written: memory has to do, and the status says why",
  async () => {
    const { root, file } = await makeFilled();
    chmodSync(join(file, ".."), 0o500);
    onTestFinished(() => chmodSync(join(file, ".."), 0o700));
    const store = open(root);
    await fill(store, contents);
    await fill(store, makeContents(93, ["new"]));
    expect(store.status().place).toMatch(/^in memory only: .*symbols\.log/);
    expect(await store.nearest(query, { limit: 99, signal: never })).toHaveLength(39);
  },
);

test("no directory at all: memory has to do, and the status says why", async () => {
  const { root } = makeTempPlace();
  writeFileSync(join(root, "local"), "in the way");
  const store = open(root);
  await fill(store, contents);
  expect(placesOf(await store.nearest(query, { limit: 99, signal: never }))).toEqual(placesOf(exact));
  expect(store.status().place).toMatch(/^in memory only: /);
  await store.clear();
  expect(await store.nearest(query, { limit: 99, signal: never })).toEqual([]);
});

test("each model has a file of its own until one is enough", async () => {
  const { root } = await makeFilled();
  const other = open(root, "other", 7);
  await other.follow({ added: ["a"], removed: [] }, { signal: never });
  await other.put([{ content: "a", vectors: makeVectors(createRandom(1), 2, 7) }], { signal: never });
  expect(readdirSync(join(root, "local"))).toHaveLength(2);
  const first = open(root);
  expect(await first.follow({ added: namesOf(contents), removed: [] }, { signal: never })).toEqual([]);
  await other.dropOthers();
  expect(readdirSync(join(root, "local"))).toHaveLength(1);
  // Whoever still goes on with the old one has it in memory, and puts it back with the next write.
  expect(placesOf(await first.nearest(query, { limit: 99, signal: never }))).toEqual(placesOf(exact));
  expect(await open(root, "other", 7).follow({ added: ["a"], removed: [] }, { signal: never })).toEqual([]);
});

test("contents that left are kept up to the size of those that are there; the oldest go first", () => {
  const mib = 2 ** 20;
  const stored = ["old", "here", "left first", "left last"].map((content): [string, number] => [content, 10 * mib]);
  const present = new Set(["here"]);
  const left = new Set(["left first", "left last"]);
  expect(chooseDropped({ stored, present, left, isWhole: true })).toEqual(["old", "left first"]);
  // What nobody told of yet may be told still.
  expect(chooseDropped({ stored, present, left, isWhole: false })).toEqual(["left first"]);
  expect(chooseDropped({ stored: [["a", mib]], present: new Set(), left: new Set(["a"]), isWhole: true })).toEqual([]);
});

test("what is dropped is gone from the file, and nothing else", async () => {
  const { root } = makeTempPlace();
  const size = 512;
  const big = (content: string) => ({ content, vectors: new Float32Array(5 * 1024 * size).fill(1 / Math.sqrt(size)) });
  const store = open(root, "model", size);
  await fill(store, [big("first"), big("last"), { content: "here", vectors: makeVectors(createRandom(1), 1, size) }]);
  await store.follow({ added: [], removed: ["first", "last"] }, { signal: never });
  await store.close();
  const next = open(root, "model", size);
  const missing = await next.follow({ added: ["here", "first", "last"], removed: [] }, { signal: never });
  expect(missing).toEqual(["first"]);
});
