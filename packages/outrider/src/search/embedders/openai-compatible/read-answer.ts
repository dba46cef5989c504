import { isRecord } from "../../../workspace/config/is-record.ts";
import { toUnitVector } from "../unit-vector.ts";

/**
 * The vectors of a server's answer, in the order of the texts, of length 1. Throws an Error with the reason as a part of a sentence
 * when there is anything wrong: one vector in the wrong place would spoil an index without anybody noticing.
 */
export function readAnswer(body: string, count: number, dimensions: number | undefined): readonly Float32Array[] {
  const items = itemsOf(parseJson(body));
  if (items.length !== count) throw new Error(`it holds ${items.length} vectors for ${count} texts`);
  const vectors: Float32Array[] = [];
  let expected = dimensions;
  for (const [position, item] of items.entries()) {
    const vector = toUnitVector(numbersOf(item["embedding"]));
    expected ??= vector.length;
    if (vector.length !== expected) throw new Error(`a vector has ${vector.length} numbers in place of ${expected}`);
    const index = item["index"] ?? position;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count) {
      throw new Error(`a vector has the index ${JSON.stringify(index)}`);
    }
    if (vectors[index] !== undefined) throw new Error(`two vectors have the index ${index}`);
    vectors[index] = vector;
  }
  return vectors;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error("it is no JSON");
  }
}

function itemsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  const data = isRecord(answer) ? answer["data"] : undefined;
  if (!Array.isArray(data)) throw new Error('it has no list "data"');
  return data.map((item: unknown) => {
    if (!isRecord(item)) throw new Error('"data" holds something that is no vector');
    return item;
  });
}

function numbersOf(embedding: unknown): ArrayLike<number> {
  if (typeof embedding === "string") return decodeBase64(embedding);
  if (!Array.isArray(embedding)) throw new Error('a vector has no "embedding"');
  const numbers: unknown[] = embedding;
  if (!numbers.every((value) => typeof value === "number")) {
    throw new Error("an embedding is no list of numbers (a model without pooling gives lists of them)");
  }
  return numbers;
}

/** Numbers of four bytes each, the lowest first, as OpenAI sends them when asked for base64. */
function decodeBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0) throw new Error("an embedding is no base64 of numbers");
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}
