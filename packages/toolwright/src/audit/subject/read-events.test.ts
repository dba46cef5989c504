import { expect, test } from "vitest";
import { readEvents } from "./read-events.ts";

const ends = [
  ["line feeds", "\n"],
  ["carriage returns and line feeds", "\r\n"],
  ["carriage returns", "\r"],
] as const;

test.each(ends)(
  "events whose lines end in %s are read wherever they are cut, each with its last byte",
  async (_, end) => {
    const lines = ["event: message", "data: {", "data:  über }", "", ": a comment", "", "id: 2", "data:two", ""];
    const whole = Buffer.from(lines.map((line) => `${line}${end}`).join(""));
    for (let at = 1; at < whole.length; at += 1) {
      expect(await readAll([whole.subarray(0, at), whole.subarray(at)]), `cut at ${at}`).toEqual(["{\n über }", "two"]);
    }
    expect(await readAll([...whole].map((byte) => Buffer.from([byte])))).toEqual(["{\n über }", "two"]);
  },
);

test("an event without its blank line is none", async () => {
  expect(await readAll([Buffer.from("data: one\n\ndata: two\n")])).toEqual(["one"]);
});

async function readAll(chunks: readonly Uint8Array[]): Promise<readonly string[]> {
  const read: string[] = [];
  await readEvents(streamOf(chunks), (data) => void read.push(data));
  return read;
}

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
