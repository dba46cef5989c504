import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../../test/support/temp-project.ts";
import { splitWords } from "../../text/words.ts";
import { testEmbedder } from "../conformance.test-kit.ts";
import { findWeightsFile, bundledWeights, loadWeights } from "./load-weights.ts";
import { openStatic } from "./open-static.ts";
import { splitUnknown } from "./split-unknown.ts";
import { createStaticEncoder } from "./static-encoder.ts";
import { indexVocabulary } from "./vocabulary-index.ts";
import type { StaticWeights } from "./weights-format.ts";

testEmbedder("static", () => openStatic(), { many: 2_000 });

async function vocabulary(): Promise<readonly string[]> {
  return Buffer.from((await bundledWeights()).vocabulary)
    .toString("utf8")
    .split("\n");
}

test("the bundled model is small enough for the package, loaded once, and named by its content", async () => {
  expect(readFileSync(findWeightsFile()).length).toBeLessThan(8_000_000);
  const weights = await bundledWeights();
  expect(await bundledWeights()).toBe(weights);
  expect(weights.id).toMatch(/^static:[a-z0-9.-]+:[0-9a-f]{8}$/);
  expect((await vocabulary()).length).toBe(weights.size);
});

test("every token of the vocabulary is found under its number, and nothing else is", async () => {
  const encoder = createStaticEncoder(await bundledWeights());
  const tokens = await vocabulary();
  expect(
    tokens.filter((token, id) => encoder.tokenIds(token)[0] !== id || encoder.tokenIds(token).length !== 1),
  ).toEqual([]);
  for (const unknown of ["", "q", "\n", "a\nif", "größe"].filter((word) => !tokens.includes(word))) {
    expect(encoder.tokenIds(unknown), unknown).toEqual([]);
  }
});

test("a damaged, foreign, newer or missing file is told with what to do", async () => {
  const { root } = makeTempPlace();
  const file = join(root, "weights.bin");
  const good = readFileSync(findWeightsFile());
  const load = async (bytes: Uint8Array): Promise<unknown> => {
    writeFileSync(file, bytes);
    return await loadWeights(file);
  };
  for (const at of [30, 70, 200, good.length - 1]) {
    const bad = Buffer.from(good);
    bad[at] = (bad[at] ?? 0) ^ 1;
    await expect(load(bad), `byte ${at}`).rejects.toThrow("its checksum is wrong");
  }
  await expect(load(good.subarray(0, -1))).rejects.toThrow(
    `it has ${good.length - 1} bytes in place of ${good.length}`,
  );
  await expect(load(Buffer.from("PK"))).rejects.toThrow("it is no file of weights");
  const newer = Buffer.from(good);
  newer.writeUInt32LE(2, 8);
  await expect(load(newer)).rejects.toThrow("its format is 2, and this Outrider reads 1");
  await expect(loadWeights(join(root, "none.bin"))).rejects.toThrow(/ENOENT.*install Outrider again/);
  copyFileSync(findWeightsFile(), file);
  expect((await loadWeights(file)).id).toBe((await bundledWeights()).id);
});

test("a vocabulary with fewer or more tokens than told is refused", () => {
  const vocabulary = Buffer.from("read\nfile\nname");
  expect(indexVocabulary(vocabulary, 3).starts).toEqual(Uint32Array.from([0, 5, 10, 15]));
  for (const size of [1, 2, 4, 100])
    expect(() => indexVocabulary(vocabulary, size)).toThrow(`does not hold ${size} tokens`);
});

test("threads get the weights without a copy", async () => {
  const weights = await bundledWeights();
  const code = `const { parentPort, workerData } = require("node:worker_threads");
    const { rows, scales, index } = workerData;
    parentPort.postMessage([rows.buffer instanceof SharedArrayBuffer, rows.buffer === scales.buffer, index.slots.buffer instanceof SharedArrayBuffer, rows[5], scales[7]]);`;
  const worker = new Worker(code, { eval: true, workerData: weights });
  const seen = await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  await worker.terminate();
  expect(seen).toEqual([true, true, true, weights.rows[5], weights.scales[7]]);
});

test("a vector is the weighted sum of its tokens' rows, damped by their number, another for a question than for a text", async () => {
  const weights = await bundledWeights();
  const encoder = createStaticEncoder(weights);
  const words = splitWords("parseConfig parse file");
  const sum = (side: Float32Array): Float32Array => {
    const total = new Float64Array(weights.dimensions);
    const ids = words.flatMap((word) => encoder.tokenIds(word));
    for (const id of new Set(ids)) {
      const often = 1 + Math.log(ids.filter((each) => each === id).length);
      for (let at = 0; at < total.length; at += 1) {
        const value = (weights.scales[id] ?? 0) * (weights.rows[id * total.length + at] ?? 0);
        total[at] = (total[at] ?? 0) + often * (side[id] ?? 0) * value;
      }
    }
    const length = Math.hypot(...total);
    return Float32Array.from(total, (value) => value / length);
  };
  const close = (a: Float32Array, b: Float32Array): void => {
    for (const [at, value] of a.entries()) expect(value).toBeCloseTo(b[at] ?? Number.NaN, 6);
  };
  close(encoder.encodeText("parseConfig parse file", "text"), sum(weights.textWeights));
  close(encoder.encodeText("parseConfig parse file", "query"), sum(weights.queryWeights));
  const ids = ["parse", "config", "file"].flatMap((word) => encoder.tokenIds(word));
  const into = new Float32Array(weights.dimensions);
  expect(encoder.encode(ids, [2, 1, 1], "text", into)).toBe(into);
  close(into, sum(weights.textWeights));
});

test("what one text held does not reach the next", async () => {
  const encoder = createStaticEncoder(await bundledWeights());
  const before = encoder.encodeText("open the socket", "text");
  encoder.encodeText("draw a red circle", "text");
  expect(encoder.encodeText("open the socket", "text")).toEqual(before);
  expect(encoder.encodeText("", "text")).toEqual(new Float32Array(encoder.dimensions));
});

test("unknown compounds are read as what they are made of, and digits at the end do not count twice", () => {
  const known = ["get", "addr", "info", "addrinfo", "tad", "mkdir", "sha", "x", "file", "name"];
  const encoder = createStaticEncoder(tinyWeights(known));
  const read = (text: string): readonly (string | undefined)[] =>
    splitWords(text).flatMap((word) => encoder.tokenIds(word).map((id) => known[id]));
  expect(read("getaddrinfo")).toEqual(["get", "addrinfo"]);
  expect(read("filename mkdirp")).toEqual(["file", "name", "mkdir"]);
  expect(read("sha256 x86 file1")).toEqual(["sha", "x", "file"]);
  expect(read("zzzzzzget qqq")).toEqual([]);
  expect(splitUnknown("getfile", (piece) => (known.includes(piece) ? known.indexOf(piece) : undefined))).toEqual([
    "get",
    "file",
  ]);
});

test("the packer makes such a file of a trained model's folder, and refuses one that does not fit together", async () => {
  const { root } = makeTempPlace();
  const out = join(root, "tiny.bin");
  const pack = (): { status: number | null; stderr: string } =>
    spawnSync(process.execPath, [join(dirname(findWeightsFile()), "pack.mjs"), root, "tiny-1", out], {
      encoding: "utf8",
    });
  const floats = (...values: number[]): Buffer => Buffer.from(Float32Array.from(values).buffer);
  writeFileSync(join(root, "vocab.txt"), "read\nfile\ngröße\n");
  writeFileSync(join(root, "vectors.i8.bin"), Int8Array.from([127, 0, 0, -128, 1, 1]));
  writeFileSync(join(root, "scales.f32.bin"), floats(1, 0.5, 1));
  writeFileSync(join(root, "query-weights.f32.bin"), floats(1, 1, 1));
  writeFileSync(join(root, "code-weights.f32.bin"), floats(1, 0, 1));
  expect(pack()).toMatchObject({ status: 0, stderr: "" });
  const weights = await loadWeights(out);
  expect(weights).toMatchObject({ id: expect.stringMatching(/^static:tiny-1:/), size: 3, dimensions: 2 });
  const encoder = createStaticEncoder(weights);
  expect(encoder.tokenIds("größe")).toEqual([2]);
  expect(Array.from(encoder.encodeText("file", "query"))).toEqual([0, -1]);
  expect(Array.from(encoder.encodeText("read file", "text"))).toEqual([1, 0]);
  writeFileSync(join(root, "scales.f32.bin"), floats(1, 1));
  expect(pack()).toMatchObject({ status: 1, stderr: "scales.f32.bin holds 2 numbers for 3 tokens.\n" });
  writeFileSync(join(root, "vocab.txt"), "read\nread\nfile\n");
  expect(pack()).toMatchObject({ status: 1, stderr: "vocab.txt has a token twice.\n" });
});

function tinyWeights(words: readonly string[]): StaticWeights {
  const size = words.length;
  const ones = new Float32Array(size).fill(1);
  return {
    id: "static:tiny:00000000",
    size,
    dimensions: 2,
    scales: ones,
    queryWeights: ones,
    textWeights: ones,
    rows: new Int8Array(size * 2).fill(1),
    vocabulary: Buffer.from(words.join("\n")),
  };
}
