import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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
} from "../src/search/stores/store-contents.test-kit.ts";
import { openEmbeddedStore } from "../src/search/stores/embedded.ts";
import type { VectorStore } from "../src/search/stores/vector-store.ts";
import { stateIn } from "./stores-kit.ts";
import { mountSmall } from "./support/mount-small.ts";
import { makeTempPlace } from "./support/temp-project.ts";

const query = makeVectors(createRandom(95), 1);
const contents = makeContents(
  96,
  Array.from({ length: 40 }, (_, at) => `content ${at}`),
  20,
);

function open(root: string): VectorStore {
  const store = openEmbeddedStore({ project: stateIn(root), model: "model", dimensions });
  onTestFinished(async () => await store.close());
  return store;
}

async function expectAll(store: VectorStore): Promise<void> {
  const hits = await store.nearest(query, { limit: 9999, signal: never });
  expect(placesOf(hits).toSorted()).toEqual(placesOf(exactNearest(contents, query)).toSorted());
}

test("on a full disk vectors stay in memory and the status says why; with room again, they are written", async (context) => {
  const root = mountSmall(context, makeTempPlace().root, "256k");
  const ballast = join(root, "ballast");
  writeFileSync(ballast, Buffer.alloc(200_000));
  const store = open(root);
  await fill(store, contents);
  expect(store.status().place).toMatch(/^in memory only: There is no room on the disk/);
  await expectAll(store);
  rmSync(ballast);
  await fill(store, makeContents(97, ["one more"]));
  expect(store.status().place).toBe("on disk");
  await store.close();
  const next = open(root);
  expect(await next.follow({ added: namesOf(contents), removed: [] }, { signal: never })).toEqual([]);
  await expectAll(next);
});

test("on a disk that is read-only, what is there is used and what is new stays in memory", async (context) => {
  const root = mountSmall(context, makeTempPlace().root, "256k");
  mkdirSync(join(root, "local"));
  const first = open(root);
  await fill(first, contents.slice(0, 10));
  await first.close();
  execFileSync("mount", ["-o", "remount,ro", root], { stdio: "pipe" });
  const store = open(root);
  expect(await fill(store, contents)).toHaveLength(30);
  expect(store.status().place).toMatch(/^in memory only: .*read-only/);
  await expectAll(store);
});
