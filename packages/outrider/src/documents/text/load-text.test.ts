import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadText } from "./load-text.ts";

async function load(content: string | Buffer) {
  const directory = mkdtempSync(join(tmpdir(), "load-"));
  const path = join(directory, "file");
  writeFileSync(path, content);
  const handle = await open(path);
  onTestFinished(async () => {
    await handle.close();
    rmSync(directory, { recursive: true });
  });
  return { path, loaded: await loadText(handle) };
}

test("a file that changes after it was read is known to have changed", async () => {
  const { path, loaded } = await load("a\nb\n");
  if (loaded.kind !== "text") throw new Error("expected text");
  expect(await loaded.changed()).toBe(false);
  appendFileSync(path, "c\n");
  expect(await loaded.changed()).toBe(true);
  expect(loaded.text).toBe("a\nb\n");
});

test("a file that is written to all the time is read whole, as it was at one moment", async () => {
  const { path } = await load("0123456789\n");
  const handle = await open(path);
  const writer = setInterval(() => appendFileSync(path, "0123456789\n"), 0);
  const seen: unknown[] = [];
  for (let round = 0; round < 50; round += 1) seen.push(await loadText(handle));
  clearInterval(writer);
  await handle.close();
  const whole = { kind: "text", text: expect.stringMatching(/^(?:0123456789\n)+$/) };
  expect(seen).toEqual(seen.map(() => expect.objectContaining(whole)));
});

test("the start of a large file decides about its encoding, wherever a character is cut", async () => {
  const rest = "x".repeat(9 * 1024 * 1024);
  for (const shift of [0, 1, 2, 3]) {
    const { loaded } = await load(`${"a".repeat(shift)}${"😀ä".repeat(30_000)}${rest}`);
    expect(loaded).toMatchObject({ kind: "text", encoding: "utf-8", text: undefined });
  }
  const utf16 = await load(Buffer.from(`\uFEFF${"ab😀\n".repeat(1_500_000)}`, "utf16le"));
  expect(utf16.loaded).toMatchObject({ kind: "text", encoding: "utf-16le", bom: true });
  const latin = await load(Buffer.from(`gr\xfcezi ${rest}`, "latin1"));
  expect(latin.loaded).toMatchObject({ kind: "text", encoding: "windows-1252" });
  const binary = await load(Buffer.concat([Buffer.from("\x7fELF\0\0\0\0", "latin1"), Buffer.from(rest)]));
  expect(binary.loaded).toMatchObject({ kind: "binary", what: "ELF program" });
});
