// Makes `code-embedder.bin` of a trained model's folder: node weights/pack.mjs FOLDER MODEL [OUT]
// The folder holds vectors.i8.bin (V × D), scales.f32.bin, query-weights.f32.bin, code-weights.f32.bin (V each) and vocab.txt
// (token i in line i). What the file looks like is told in src/search/embedders/static/weights-format.ts, which reads it.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, model, out = join(dirname(fileURLToPath(import.meta.url)), "code-embedder.bin")] = process.argv.slice(2);
if (folder === undefined || model === undefined) fail("Usage: node weights/pack.mjs FOLDER MODEL [OUT]");
if (!/^[a-z0-9][a-z0-9.-]{0,39}$/.test(model)) {
  fail(`The model is called ${model}; expected up to 40 small letters, digits, dots and dashes, such as code-1.`);
}

const maxBytes = 8_000_000;
const headerBytes = 96;
const checksumAt = 64;

const vocabulary = readFileSync(join(folder, "vocab.txt"), "utf8").replace(/\n$/, "").split("\n");
const size = vocabulary.length;
const vectors = readFileSync(join(folder, "vectors.i8.bin"));
const dimensions = vectors.length / size;
if (!Number.isInteger(dimensions)) fail(`${vectors.length} bytes of vectors are no multiple of ${size} tokens.`);
if (new Set(vocabulary).size !== size) fail("vocab.txt has a token twice.");
const odd = vocabulary.find((token) => token === "" || token !== token.toLowerCase() || /\s/.test(token));
if (odd !== undefined) fail(`vocab.txt holds ${JSON.stringify(odd)}; expected words in lower case.`);

const words = Buffer.from(vocabulary.join("\n"));
const header = Buffer.alloc(headerBytes);
header.write("OUTREMBD", 0, "latin1");
header.writeUInt32LE(1, 8);
header.writeUInt32LE(size, 12);
header.writeUInt32LE(dimensions, 16);
header.writeUInt32LE(words.length, 20);
header.write(model, 24, 40, "latin1");
const body = Buffer.concat([
  floats("scales.f32.bin"),
  floats("query-weights.f32.bin"),
  floats("code-weights.f32.bin"),
  vectors,
  words,
]);
const checksum = createHash("sha256").update(header.subarray(0, checksumAt)).update(body).digest();
checksum.copy(header, checksumAt);
if (headerBytes + body.length > maxBytes) fail(`It would have ${headerBytes + body.length} bytes; most: ${maxBytes}.`);
writeFileSync(out, Buffer.concat([header, body]));
console.log(
  `${out}: ${model}, ${size} × ${dimensions}, ${headerBytes + body.length} bytes, sha256 ${checksum.toString("hex")}`,
);

function floats(name) {
  const bytes = readFileSync(join(folder, name));
  if (bytes.length !== size * 4) fail(`${name} holds ${bytes.length / 4} numbers for ${size} tokens.`);
  for (let at = 0; at < size; at += 1) {
    if (!Number.isFinite(bytes.readFloatLE(at * 4))) fail(`${name} holds no number for token ${at}.`);
  }
  return bytes;
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}
