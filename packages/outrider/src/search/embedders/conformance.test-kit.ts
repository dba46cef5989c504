import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import type { Embedder } from "./embedder.ts";

/** Tests the contract of every driver. `open` creates an embedder; `name` is the prefix of the test names. */
export function testEmbedder(
  name: string,
  open: () => Promise<Embedder>,
  limits: { readonly many?: number } = {},
): void {
  const many = limits.many ?? 200;
  const options = (): { signal: AbortSignal } => ({ signal: new AbortController().signal });

  async function using(work: (embedder: Embedder) => Promise<void>): Promise<void> {
    const embedder = await open();
    try {
      await work(embedder);
    } finally {
      await embedder.close();
    }
  }

  test(`${name}: vectors have the told number of dimensions and length 1`, () =>
    using(async (embedder) => {
      expect(embedder.id).toMatch(/^[\w-]+:/);
      expect(embedder.batchSize).toBeGreaterThan(0);
      const vectors = await embedder.embedTexts(samples, options());
      for (const vector of [...vectors, await embedder.embedQuery("open a file", options())]) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector.length).toBe(embedder.dimensions);
        expect(lengthOf(vector)).toBeCloseTo(1, 4);
      }
    }));

  test(`${name}: the same text gives the same vector, alone and among others, and different ones differ`, () =>
    using(async (embedder) => {
      const together = await embedder.embedTexts(samples, options());
      for (const [index, text] of samples.entries()) {
        const [alone] = await embedder.embedTexts([text], options());
        expect(likeness(alone, together[index]), text).toBeCloseTo(1, 3);
        for (const other of together.slice(index + 1)) expect(likeness(alone, other), text).toBeLessThan(0.999);
      }
    }));

  test(`${name}: a question is nearest to the text that answers it`, () =>
    using(async (embedder) => {
      const texts = await embedder.embedTexts(samples, options());
      for (const [question, wanted] of questions) {
        const asked = await embedder.embedQuery(question, options());
        const scores = texts.map((vector) => likeness(asked, vector));
        expect(scores.indexOf(Math.max(...scores)), question).toBe(wanted);
      }
    }));

  test(`${name}: no texts give no vectors, and blank ones give zeros in their places`, () =>
    using(async (embedder) => {
      expect(await embedder.embedTexts([], options())).toEqual([]);
      const [empty, , blank] = await embedder.embedTexts(["", samples[0] ?? "", " \n\t "], options());
      const zeros = new Float32Array(embedder.dimensions);
      expect([empty, blank, await embedder.embedQuery("", options())]).toEqual([zeros, zeros, zeros]);
    }));

  test(`${name}: huge texts, other scripts, emoji and halves of characters are texts, too`, () =>
    using(async (embedder) => {
      const huge = "read the configuration file and parse every line of it\n".repeat(4_000);
      const odd = [
        huge,
        "файл конфигурации parse",
        "設定ファイルを読む parse",
        "👩‍👩‍👧 parse 🚀",
        "\ud800 parse \0 \u202e",
      ];
      const vectors = await embedder.embedTexts(odd, options());
      expect(vectors).toHaveLength(odd.length);
      for (const vector of vectors) expect(lengthOf(vector)).toBeCloseTo(1, 4);
    }));

  test(`${name}: many texts over several batches keep their order`, () =>
    using(async (embedder) => {
      const texts = Array.from(
        { length: many },
        (_, index) => `${samples[index % samples.length] ?? ""} ${wordOf(index)}`,
      );
      const all = await embedder.embedTexts(texts, options());
      expect(all).toHaveLength(many);
      for (const index of [0, 1, Math.floor(many / 2), many - 1]) {
        const [alone] = await embedder.embedTexts([texts[index] ?? ""], options());
        expect(likeness(alone, all[index])).toBeCloseTo(1, 3);
      }
    }));

  test(`${name}: calls at the same time do not mix`, () =>
    using(async (embedder) => {
      const alone = await embedder.embedTexts(samples, options());
      const calls = await Promise.all(samples.map((text) => embedder.embedTexts([text], options())));
      for (const [index, [vector]] of calls.entries()) expect(likeness(vector, alone[index])).toBeCloseTo(1, 3);
    }));

  test(`${name}: a cancel in the middle settles at once with the signal's reason, and the next call works`, () =>
    using(async (embedder) => {
      const stop = new AbortController();
      const reason = new Error("changed my mind");
      const long = samples.join("\n").repeat(20);
      const call = embedder.embedTexts(
        Array.from({ length: many * 5 }, (_, index) => `${long} ${wordOf(index)}`),
        { signal: stop.signal },
      );
      let abortedAt = 0;
      setTimeout(() => {
        abortedAt = performance.now();
        stop.abort(reason);
      }, 5);
      await expect(call).rejects.toBe(reason);
      expect(performance.now() - abortedAt).toBeLessThan(1_000);
      expect(getEventListeners(stop.signal, "abort")).toEqual([]);
      await expect(embedder.embedQuery("x", { signal: stop.signal })).rejects.toBe(reason);
      expect(await embedder.embedTexts(["parse"], options())).toHaveLength(1);
    }));

  test(`${name}: close ends what is under way, can be repeated, and nothing works after it`, async () => {
    const embedder = await open();
    const call = embedder.embedTexts(
      Array.from({ length: many * 5 }, (_, index) => `${samples.join("\n").repeat(20)} ${wordOf(index)}`),
      options(),
    );
    const ended = call.catch((error: unknown) => error);
    await embedder.close();
    expect(await ended).toMatchObject({ name: "EmbedderError", message: expect.stringContaining("closed") });
    await embedder.close();
    await expect(embedder.embedTexts(["x"], options())).rejects.toThrow("closed");
    await expect(embedder.embedQuery("x", options())).rejects.toThrow("closed");
  });
}

const samples = [
  "export async function readConfigFile(path) { return parse(await readFile(path, 'utf8')); } // settings of the user",
  "def send_mail(address, subject, body): connection = smtplib.SMTP(host); connection.sendmail(sender, address, message)",
  "func (t *Tree) Insert(key string, value int) { node := t.root; for node != nil { rotate and balance the binary tree } }",
  "CREATE TABLE users (id serial PRIMARY KEY, name text NOT NULL); SELECT name FROM users WHERE id = 1",
  "draw a circle on the canvas with the given colour and radius, then fill the pixels of the image",
];

const questions: readonly (readonly [string, number])[] = [
  ["read a configuration file", 0],
  ["send an email message", 1],
  ["draw pixels of a circle image", 4],
];

/** A unique word for each number, in letters that every model can split. */
function wordOf(index: number): string {
  const words = ["parse", "socket", "matrix", "cache", "token", "thread", "buffer", "widget", "cursor", "signal"];
  return Array.from(String(index), (digit) => words[Number(digit)] ?? "").join(" ");
}

function lengthOf(vector: Float32Array): number {
  return Math.hypot(...vector);
}

function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0;
  for (const [at, value] of (a ?? new Float32Array([Number.NaN])).entries()) sum += value * (b?.[at] ?? Number.NaN);
  return sum;
}
