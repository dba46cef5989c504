import fc from "fast-check";
import { expect, test } from "vitest";
import { readMessages, type MessageReader } from "./read-messages.ts";

interface Reading {
  readonly reader: MessageReader;
  readonly messages: unknown[];
  readonly violations: string[];
}

function open(maxMessageBytes = 64 * 2 ** 20): Reading {
  const [messages, violations]: [unknown[], string[]] = [[], []];
  const reader = readMessages({
    maxMessageBytes,
    onMessage: (message) => messages.push(message),
    onViolation: (detail) => violations.push(detail),
  });
  return { reader, messages, violations };
}

function read(text: string, maxMessageBytes?: number): Reading {
  const reading = open(maxMessageBytes);
  reading.reader.push(Buffer.from(text));
  return reading;
}

function frame(message: unknown): string {
  const body = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

test("messages come out as they went in, however the bytes are cut", () => {
  const message = fc.oneof(fc.jsonValue(), fc.string({ unit: "grapheme" }), fc.constant("Content-Length: 3\r\n\r\n€𝄞"));
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), sizes, fc.boolean(), (sent, cuts, logs) => {
      const { reader, messages, violations } = open();
      const bytes = Buffer.from(sent.map((one) => (logs ? "lädt … 37 %\n" : "") + frame(one)).join(""));
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = cuts[turn % cuts.length] ?? 1;
        reader.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(messages).toEqual(sent.map((one): unknown => JSON.parse(JSON.stringify(one))));
      expect(violations).toEqual([]);
      expect(reader.unfinished).toBeUndefined();
      expect(reader.skippedLines).toBe(logs ? sent.length : 0);
    }),
  );
});

test("a message of 64 MB in small chunks is read whole", () => {
  const body = Buffer.alloc(64 * 2 ** 20, "é");
  body[0] = body[body.length - 1] = '"'.charCodeAt(0);
  // The second byte is the rest of an "é".
  body[1] = body[body.length - 2] = "e".charCodeAt(0);
  const { reader, messages } = open();
  reader.push(Buffer.from(`Content-Length: ${body.length}\r\n\r\n`));
  for (let at = 0; at < body.length; at += 16_384) reader.push(body.subarray(at, at + 16_384));
  expect(messages).toHaveLength(1);
});

test("log lines in front of a header are skipped and counted", () => {
  const { reader, messages, violations } = read(
    `Loading…\nWarning: slow\r\n\n${frame({ a: 1 })}done\n${frame({ a: 2 })}`,
  );
  expect(messages).toEqual([{ a: 1 }, { a: 2 }]);
  expect(violations).toEqual([]);
  expect(reader.skippedLines).toBe(3);
});

test("other header fields, other case and bare line feeds are read", () => {
  const body = `{"a":1}`;
  const { messages } = read(
    `Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 7\r\n\r\n${body}` +
      `content-length:7\r\nContent-Type: x\r\n\r\n${body}Content-Length: 7\n\n${body}`,
  );
  expect(messages).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }]);
});

test("a header without a length is skipped when the next line is a header", () => {
  expect(read(`Content-Type: x\r\n\r\n${frame(1)}`).messages).toEqual([1]);
});

test.each([
  ["a negative length", "Content-Length: -5\r\n\r\n", `a message of "-5" bytes`],
  ["a length beyond the limit", "Content-Length: 99999999999\r\n\r\n", "99999999999 bytes; at most 67108864"],
  ["a length that is no number", "Content-Length: many\r\n\r\n", `"many"`],
  ["an empty length", "Content-Length:\r\n\r\n", `""`],
  ["two different lengths", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "of 1 and of 2 bytes"],
  ["text on the line of a header", `starting… ${frame(1)}`, "where a header had to start"],
  ["a body without a length", `Content-Type: x\r\n\r\n{"a":1}${frame(1)}`, "where a header had to start"],
  ["text within a header", `Content-Length: 1\r\nstarting…\r\n\r\n1`, "within a header"],
  ["a line without end", "x".repeat(70_000), "a line of more than 65536 bytes"],
  ["lines without end", "no message\n".repeat(100_000), "more than 1048576 bytes that are no message"],
  ["a header without end", `Content-Length: 1\r\n${"X-Y: z\r\n".repeat(40)}`, "more than 32 lines"],
])("%s is a violation, told once, and nothing is read after it", (_, text, detail) => {
  const { reader, messages, violations } = read(text);
  reader.push(Buffer.from(frame(1)));
  expect(violations).toEqual([expect.stringContaining(detail)]);
  expect(messages).toEqual([]);
});

test("what is one byte too long is refused before it is there", () => {
  expect(read("Content-Length: 11\r\n\r\n", 10).violations).toHaveLength(1);
  expect(read(`Content-Length: 10\r\n\r\n"12345678"`, 10).messages).toEqual(["12345678"]);
});

test("five bodies that are no JSON are survived, the sixth is a violation", () => {
  const bad = "Content-Length: 3\r\n\r\n{a}";
  const few = read(bad.repeat(4) + "Content-Length: 0\r\n\r\n" + frame(1));
  expect(few.messages).toEqual([1]);
  expect(few.reader.badBodies).toBe(5);
  expect(read(bad.repeat(6)).violations).toEqual([expect.stringContaining(`6 of its messages were no JSON`)]);
});

test("what is unfinished can be told", () => {
  expect(read("Content-Length: 30\r\n\r\n{").reader.unfinished).toBe("a message of which 1 of 30 bytes came");
  expect(read("Content-Le").reader.unfinished).toBe("a header");
  expect(read("Content-Length: 30\r\n").reader.unfinished).toBe("a header");
});

test("a server that logs between its messages for as long as it runs is read on", () => {
  const { messages, violations } = read(`${"x".repeat(1000)}\n${frame(1)}`.repeat(3000));
  expect(messages).toHaveLength(3000);
  expect(violations).toEqual([]);
});
