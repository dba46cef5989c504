import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import type { SpillPage, SpillRange, SpillStore } from "../output/spill-contract.ts";
import { openSpillStore } from "./spill-store.ts";
import { proofSize } from "../../test/proof-size.ts";

const about = { tool: "grep", callId: "c1" };

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "toolwright-spill-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

async function readPages(store: SpillStore, handle: string, range: SpillRange): Promise<SpillPage[]> {
  const pages: SpillPage[] = [];
  let next: SpillRange | undefined = { offset: 0 };
  while (next !== undefined) {
    const page: SpillPage = await store.read(handle, { ...range, ...next });
    pages.push(page);
    const { nextOffset: offset, nextColumn: column } = page;
    next = offset === undefined ? undefined : { offset, ...(column === undefined ? {} : { column }) };
  }
  return pages;
}

verifies(
  "output:spill-exact",
  "any text comes back in pages of any size; a lone surrogate comes back as U+FFFD",
  async () => {
    const store = openSpillStore({ directory: await makeDirectory() });
    const unit = fc.constantFrom(
      "a",
      "b c",
      "\n",
      "\r\n",
      "\r",
      "é",
      "字",
      "😀",
      "\ud83d",
      "\ude00",
      "\ufeff",
      "\0",
      "\u2028",
    );
    const text = fc.string({ unit, maxLength: 120, size: "max" });
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 4, max: 40 }),
        async (value, limit, maxBytes) => {
          const stored = await store.write(value, about);
          const pages = await readPages(store, stored.handle, { limit, maxBytes });
          expect(pages.map((page) => page.text).join("")).toBe(Buffer.from(value).toString());
          expect(stored.bytes).toBe(Buffer.byteLength(value));
          const newlines = value.split("\n").length - 1;
          expect(stored.lines).toBe(value === "" || value.endsWith("\n") ? newlines : newlines + 1);
          for (const page of pages) {
            expect(page.totalLines).toBe(stored.lines);
            expect(page.shownLines).toBeLessThanOrEqual(limit);
            expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(maxBytes);
          }
        },
      ),
      { numRuns: proofSize(60, 15) },
    );
  },
);

verifies("output:spill-exact", "a text of many megabytes comes back whole", async () => {
  const store = openSpillStore({ directory: await makeDirectory() });
  const text = Array.from({ length: 120_000 }, (_, index) => `${index}: 😀 ${"x".repeat(index % 60)}\n`).join("");
  const { handle, bytes, lines } = await store.write(text, about);
  const pages = await readPages(store, handle, { limit: 100_000 });
  expect({ bytes, lines }).toEqual({ bytes: Buffer.byteLength(text), lines: 120_000 });
  expect(pages.map((page) => page.text).join("") === text).toBe(true);
});

verifies("output:spill-pages", "200 lines by default, then on from nextOffset to the end", async () => {
  const store = openSpillStore({ directory: await makeDirectory() });
  const rows = Array.from({ length: 450 }, (_, index) => `row ${index}\n`);
  const { handle } = await store.write(rows.join(""), about);
  const page = (offset: number, limit?: number) =>
    store.read(handle, { offset, ...(limit === undefined ? {} : { limit }) });
  expect(await store.read(handle)).toEqual({
    text: rows.slice(0, 200).join(""),
    offset: 0,
    shownLines: 200,
    totalLines: 450,
    nextOffset: 200,
  });
  expect(await page(400)).toEqual({ text: rows.slice(400).join(""), offset: 400, shownLines: 50, totalLines: 450 });
  expect(await page(449, 1)).toEqual({ text: "row 449\n", offset: 449, shownLines: 1, totalLines: 450 });
  expect(await page(450)).toEqual({ text: "", offset: 450, shownLines: 0, totalLines: 450 });
});

verifies("output:spill-pages", "a bad number is refused by name", async () => {
  const store = openSpillStore({ directory: await makeDirectory() });
  const { handle } = await store.write("one\ntwo", about);
  for (const range of [{ offset: -1 }, { limit: 0 }, { column: 1.5 }, { maxBytes: 3 }, { offset: Number.NaN }]) {
    await expect(store.read(handle, range)).rejects.toMatchObject({ code: "invalid_argument" });
  }
  await expect(store.read(handle, { offset: 1, column: 3 })).rejects.toThrow(
    "Expected `column` below 3, got `3`: the line at offset 1 has 3 bytes.",
  );
  await expect(store.read(handle, { offset: 0, column: 900 })).rejects.toThrow("the line at offset 0 has 4 bytes");
});

verifies(
  "output:spill-long-lines",
  "64 KiB at a time, cut between characters, then on with the next lines",
  async () => {
    const store = openSpillStore({ directory: await makeDirectory() });
    const long = `x${"字".repeat(50_000)}\n`;
    const { handle } = await store.write(`first\n${long}last`, about);
    expect(await store.read(handle)).toMatchObject({ text: "first\n", shownLines: 1, nextOffset: 1 });
    const part = await store.read(handle, { offset: 1 });
    expect(part).toMatchObject({ text: `x${"字".repeat(21_845)}`, shownLines: 1, nextOffset: 1, nextColumn: 65_536 });
    const end = await store.read(handle, { offset: 1, column: 131_071 });
    expect(end).toEqual({
      text: `${"字".repeat(6310)}\nlast`,
      offset: 1,
      column: 131_071,
      shownLines: 2,
      totalLines: 3,
    });
  },
);

test("a column inside a character shows that character whole", async () => {
  const store = openSpillStore({ directory: await makeDirectory() });
  const { handle } = await store.write("a😀b\n", about);
  for (const column of [1, 2, 3, 4]) {
    expect(await store.read(handle, { column })).toMatchObject({ text: "😀b\n", column: 1 });
  }
});

verifies("output:spill-restart", "a second store on the same directory reads the handle", async () => {
  const directory = await makeDirectory();
  const first = openSpillStore({ directory });
  const { handle } = await first.write("kept", about);
  await first.close();
  expect(await openSpillStore({ directory }).read(handle)).toMatchObject({ text: "kept", totalLines: 1 });
});

test("nothing is made before the first write, and missing directories are made then", async () => {
  const directory = await makeDirectory();
  const store = openSpillStore({ directory: join(directory, "state", "outputs") });
  await expect(store.read("@out_aaaaaaaaaaaaaaaa")).rejects.toMatchObject({ code: "unknown_handle" });
  expect(await readdir(directory)).toEqual([]);
  const { handle } = await store.write("text", about);
  expect((await store.read(handle)).text).toBe("text");
});

verifies("output:spill-close", "a running write ends well, a later call is refused", async () => {
  const directory = await makeDirectory();
  const store = openSpillStore({ directory });
  const writing = store.write("x".repeat(3_000_000), about);
  await store.close();
  expect(await readdir(directory)).toHaveLength(1);
  const { handle } = await writing;
  await expect(store.read(handle)).rejects.toMatchObject({ code: "spill_failed" });
  await expect(store.write("late", about)).rejects.toThrow("closed");
});
