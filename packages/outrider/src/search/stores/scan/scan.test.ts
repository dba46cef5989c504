import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import wabt from "wabt";
import { createRandom, exactNearest, makeVectors, placesOf } from "../store-contents.test-kit.ts";
import { createPlainScores, createWasmScores } from "./fine-scores.ts";
import { createPlainScan, type RowScan } from "./row-scan.ts";
import { exactScore, maxDimensions, toFine } from "./quantize.ts";
import { scanModule } from "./load-module.ts";
import { createTopRows } from "./top-rows.ts";
import { createVectorMatrix } from "./vector-matrix.ts";
import { createWasmScan } from "./wasm-scan.ts";

test("the module is what its source says", async () => {
  const tools = await wabt();
  const source = readFileSync(new URL("scan.wat", import.meta.url), "utf8");
  const parsed = tools.parseWat("scan.wat", source, { simd: true });
  expect(scanModule).toBe(Buffer.from(parsed.toBinary({}).buffer).toString("base64"));
  parsed.destroy();
});

function sumsOf(scan: RowScan, rows: readonly Int8Array[], query: Int16Array): readonly number[] {
  rows.forEach((row, at) => scan.row(at).set(row));
  const all: number[] = [];
  scan.scan(query, rows.length, (first, count, sums) => {
    expect(first).toBe(all.length);
    all.push(...sums.subarray(0, count));
  });
  return all;
}

test("WebAssembly and JavaScript have the sums that arithmetic has, for every length and the largest numbers", () => {
  const random = createRandom(1);
  for (const size of [1, 3, 15, 16, 17, 128, 200, maxDimensions]) {
    const counts = size === 3 ? [0, 1, 2, 3, 4, 5, 8191, 8192, 8193, 20_001] : [1, 6];
    const wasm = createWasmScan(size);
    const plain = createPlainScan(size);
    expect(wasm).toBeDefined();
    for (const count of counts) {
      const rows = Array.from({ length: count }, () => Int8Array.from({ length: size }, () => random() * 255 - 127.5));
      rows[0]?.fill(-127);
      const query = Int16Array.from({ length: size }, () => random() * 4095 - 2047.5);
      if (size === maxDimensions) query.fill(2047);
      const exact = rows.map((row) => row.reduce((sum, number, at) => sum + number * (query[at] ?? 0), 0));
      expect(wasm === undefined ? [] : sumsOf(wasm, rows, query)).toEqual(exact);
      expect(sumsOf(plain, rows, query)).toEqual(exact);
    }
  }
});

test("WebAssembly and JavaScript have the same fine scores, for every number of rows and the largest numbers", () => {
  const random = createRandom(7);
  for (const size of [8, 128, 1536, maxDimensions]) {
    const [wasm, plain] = [createWasmScores(size), createPlainScores()];
    expect(wasm).toBeDefined();
    for (const rows of [0, 1, 5, Math.floor(32_768 / size) + 3, 700]) {
      if (rows * size > 2_000_000) continue;
      const vectors = toFine(
        Float32Array.from({ length: rows * size }, () => random() - 0.5),
        size,
      );
      if (rows > 0) vectors.numbers.subarray(0, size).fill(32_767);
      const query = makeVectors(random, 1, size);
      if (rows === 5) query.fill(1 / Math.sqrt(size));
      const [one, other] = [wasm?.(query)(vectors) ?? [], plain(query)(vectors)];
      expect(one).toHaveLength(rows);
      // The row of largest numbers is longer than 1.
      const most = Math.max(1, ...Array.from(other, Math.abs));
      for (let row = 0; row < rows; row += 1)
        expect(Math.abs((one[row] ?? Number.NaN) - (other[row] ?? 0)) / most).toBeLessThan(4e-5);
    }
  }
  expect(createWasmScores(12)).toBeUndefined();
});

test("the best of many rows are those that sorting finds", () => {
  const random = createRandom(2);
  for (const limit of [0, 1, 2, 7, 64, 1000]) {
    const top = createTopRows(limit);
    const scores = Array.from({ length: 500 }, () => (random() < 0.05 ? NaN : Math.floor(random() * 300)));
    scores.forEach((score, row) => top.offer(row, score));
    const sorted = scores.filter((score) => !Number.isNaN(score)).toSorted((one, other) => other - one);
    expect(top.take().map(({ score }) => score)).toEqual(sorted.slice(0, limit));
    expect(top.take().every(({ row, score }) => scores[row] === score)).toBe(true);
  }
});

test("sixteen bits keep a score within some millionths, also where one number of a row is large", () => {
  const size = 128;
  const random = createRandom(3);
  const vectors = makeVectors(random, 400, size);
  for (let row = 0; row < 400; row += 2) {
    const vector = vectors.subarray(row * size, (row + 1) * size);
    vector[5] = 4;
    const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
    vector.forEach((number, at) => (vector[at] = number / length));
  }
  const fine = toFine(vectors, size);
  const query = makeVectors(random, 1, size);
  const exact = exactNearest([{ content: "a", vectors }], query);
  const worst = Math.max(...exact.map(({ chunk, score }) => Math.abs(exactScore(fine, chunk, query) - score)));
  expect(worst).toBeLessThan(4e-5);
  const zeros = toFine(new Float32Array(size), size);
  expect(exactScore(zeros, 0, query)).toBe(0);
});

test("rows of contents that left are used again, and are nobody's until then", () => {
  const size = 16;
  const random = createRandom(4);
  const matrix = createVectorMatrix(size);
  const query = makeVectors(random, 1, size);
  const held = new Map<string, Float32Array>();
  for (let round = 0; round < 300; round += 1) {
    const content = `c${Math.floor(random() * 40)}`;
    if (held.delete(content)) matrix.remove(content);
    else {
      const vectors = makeVectors(random, Math.floor(random() * 6), size);
      held.set(content, vectors);
      matrix.add(content, toFine(vectors, size));
    }
    const rows = [...held.values()].reduce((sum, { length }) => sum + length / size, 0);
    expect([matrix.contents, matrix.vectors]).toEqual([held.size, rows]);
    const found = matrix.search(query, 1000);
    const exact = exactNearest(
      [...held].map(([content, vectors]) => ({ content, vectors })),
      query,
    );
    expect(placesOf(found).toSorted()).toEqual(placesOf(exact).toSorted());
  }
  expect(matrix.kind).toBe("wasm-simd");
});
