import { expect, onTestFinished, test } from "vitest";
import {
  createRandom,
  dimensions,
  exactNearest,
  fill,
  makeVectors,
  never,
  placesOf,
} from "../src/search/stores/store-contents.test-kit.ts";
import { describeStore } from "../src/search/stores/conformance.test-kit.ts";
import { testTwoProcesses } from "../src/search/stores/shared-store.test-kit.ts";
import { embeddedKit } from "./stores-kit.ts";
import { makeTempPlace } from "./support/temp-project.ts";

describeStore("embedded", async () => embeddedKit(makeTempPlace().root));

testTwoProcesses("embedded", async () => embeddedKit(makeTempPlace().root));

test("embedded: rows that eight bits cannot tell apart come in the order that they have exactly", async () => {
  const store = embeddedKit(makeTempPlace().root).open();
  onTestFinished(async () => await store.close());
  const random = createRandom(98);
  const query = makeVectors(random, 1);
  const rows = 400;
  const vectors = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row += 1) {
    // At a right angle to the query, so that the share of the query is the score.
    const other = makeVectors(random, 1);
    const along = other.reduce((sum, number, at) => sum + number * (query[at] ?? 0), 0);
    const across = other.map((number, at) => number - along * (query[at] ?? 0));
    const length = Math.hypot(...across);
    const score = 0.8 - row * 1e-4;
    vectors.set(
      across.map((number, at) => score * (query[at] ?? 0) + (Math.sqrt(1 - score * score) * number) / length),
      row * dimensions,
    );
  }
  const contents = [{ content: "close", vectors }];
  await fill(store, contents);
  for (const limit of [20, 50]) {
    const hits = await store.nearest(query, { limit, signal: never });
    expect(placesOf(hits)).toEqual(placesOf(exactNearest(contents, query, limit)));
  }
});
