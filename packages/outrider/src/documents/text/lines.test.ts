import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createProcessRunner } from "toolwright/process";
import type { TextEncoding } from "../../workspace/text/text-file.ts";
import { diskLines } from "./disk-lines.ts";
import { joinRanges, type ReadOptions } from "./line-source.ts";
import { memoryLines } from "./memory-lines.ts";
import { searchLines } from "./search-lines.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";

const signal = new AbortController().signal;
const everything: ReadOptions = { column: 0, lineChars: 1e6, totalChars: 1e9, signal };

async function onDisk(content: string | Buffer, encoding: TextEncoding = "utf-8") {
  const directory = mkdtempSync(join(tmpdir(), "lines-"));
  writeFileSync(join(directory, "file"), content);
  const handle = await open(join(directory, "file"));
  onTestFinished(async () => {
    await handle.close();
    rmSync(directory, { recursive: true });
  });
  return diskLines(handle, encoding, 60_000);
}

function processes() {
  const runner = createProcessRunner();
  onTestFinished(async () => void (await runner.close()));
  return runner.openScope();
}

test("lines on disk are the lines in memory, for any text, ranges and columns", async () => {
  const directory = mkdtempSync(join(tmpdir(), "lines-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "file");
  const piece = fc.constantFrom("a", "ä", "😀", "\n", "\r", "\r\n", "", "x".repeat(50));
  const range = fc.tuple(fc.nat(12), fc.nat(5)).map(([start, length]) => ({ start, end: start + length }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")),
      fc.array(range, { minLength: 1, maxLength: 3 }).map(joinRanges),
      fc.record({ column: fc.nat(60), lineChars: fc.integer({ min: 1, max: 80 }), totalChars: fc.nat(200) }),
      fc.array(fc.tuple(fc.nat(12), fc.nat(70))).map((entries) => new Map(entries)),
      async (text, ranges, numbers, startBytes) => {
        writeFileSync(path, text);
        const handle = await open(path);
        try {
          const options = { ...numbers, startBytes, signal };
          const disk = await diskLines(handle, "utf-8", 60_000).read(ranges, options);
          expect(disk).toEqual(await memoryLines(text).read(ranges, options));
        } finally {
          await handle.close();
        }
      },
    ),
  );
});

test("a line end and a character that lie across two chunks are one each", async () => {
  const edge = 1024 * 1024;
  const text = `${"x".repeat(edge - 1)}\r\n${"y".repeat(edge - 3)}ä\rz`;
  const source = await onDisk(text);
  const expected = await memoryLines(text).read([{ start: 0, end: 9 }], everything);
  expect(await source.read([{ start: 0, end: 9 }], everything)).toEqual(expected);
  expect(expected.totalLines).toBe(3);
  const found = await searchLines(source, { pattern: "^z|ä$", from: 0, most: 9, signal }, processes());
  expect(found).toEqual({
    lines: [1, 2],
    starts: new Map([
      [1, edge - 3],
      [2, 0],
    ]),
    total: 2,
  });
});

test("a line is shown from a byte on, never from within a character", async () => {
  const read = async (byte: number) => {
    const options = { ...everything, startBytes: new Map([[0, byte]]) };
    const disk = await (await onDisk("aä😀b")).read([{ start: 0, end: 1 }], options);
    expect(disk).toEqual(await memoryLines("aä😀b").read([{ start: 0, end: 1 }], options));
    return disk.lines.map(({ text, skipped }) => `${skipped} ${text}`);
  };
  const all = await Promise.all([0, 1, 2, 3, 5, 7, 99].map(read));
  expect(all.flat()).toEqual(["0 aä😀b", "1 ä😀b", "1 ä😀b", "2 😀b", "2 😀b", "4 b", "5 "]);
});

test("other encodings are read from disk as they are in memory", async () => {
  const text = "eins\r\nzwöi\ndrü";
  const le = Buffer.from(`\uFEFF${text}`, "utf16le");
  const be = Buffer.from(le).swap16();
  const read = async (content: Buffer, encoding: TextEncoding) => {
    const { lines } = await (await onDisk(content, encoding)).read([{ start: 0, end: 9 }], everything);
    return lines.map((line) => line.text);
  };
  const expected = ["eins", "zwöi", "drü"];
  expect(await read(le, "utf-16le")).toEqual(expected);
  expect(await read(be, "utf-16be")).toEqual(expected);
  expect(await read(Buffer.from(text, "latin1"), "windows-1252")).toEqual(expected);
  expect(await read(Buffer.from(`\uFEFF${text}`), "utf-8")).toEqual(expected);
});

test("a search counts all lines, gives the first from a line on, and takes any pattern literally for the shell", async () => {
  const source = memoryLines("one\rtwo\r\nthree one one\nfour\none");
  const search = (pattern: string, from = 0, most = 9) =>
    searchLines(source, { pattern, from, most, signal }, processes());
  expect(await search("one")).toEqual({
    lines: [0, 2, 4],
    starts: new Map([
      [0, 0],
      [2, 6],
      [4, 0],
    ]),
    total: 3,
  });
  expect(await search("one", 1, 1)).toEqual({ lines: [2], starts: new Map([[2, 6]]), total: 3 });
  expect(await search("(?<=three )one")).toEqual({ lines: [2], starts: new Map([[2, 6]]), total: 1 });
  expect(await search("--pre=sh")).toEqual({ lines: [], starts: new Map(), total: 0 });
  expect(await search("nothing")).toEqual({ lines: [], starts: new Map(), total: 0 });
  await expect(search("(")).rejects.toMatchObject({ code: "bad_pattern" });
});

test("an expression without end does not hold the loop", async () => {
  const source = memoryLines(`${"a".repeat(40)}!\n`);
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  await searchLines(source, { pattern: "(a+)+$", from: 0, most: 9, signal }, processes());
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(0);
});

test("nothing in a line acts on a reader", () => {
  expect(visibleLine("a\tb\u001b[31m\u202e\u0000\ud800ü😀\u{e0041}")).toBe(
    "a\tb\\u001b[31m\\u202e\\u0000\ufffdü😀\\u{e0041}",
  );
});
