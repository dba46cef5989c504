import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expected, found, openIn, plain, put } from "../../../test/support/record-log-kit.ts";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { canGiveAway } from "../../../../toolwright/test/other-user.ts";

/** A log of five entries, as bytes. */
async function smallLog(directory: string): Promise<Buffer> {
  const log = openIn(directory);
  await log.append([put("a", 1), put("b", 2)]);
  await log.append([put("a", 3)], ["b"]);
  await log.append([put("c", 4)]);
  return readFileSync(join(directory, "symbols.log"));
}

test("cut at any byte, a log gives what was whole before the cut, and is right again after the next append", async () => {
  const { temp, base } = makeTempPlace();
  const whole = await smallLog(temp);
  const states = [{}, { a: 1 }, { a: 1, b: 2 }, { a: 3, b: 2 }, { a: 3 }, { a: 3, c: 4 }].map(expected);
  const ends: number[] = [];
  for (let end = 64; end < whole.length; ends.push(end)) end += whole.readUInt32LE(end + 4);
  expect(ends.length).toBe(states.length - 1);
  for (let length = 0; length <= whole.length; length += 1) {
    const directory = join(base, `cut-${length}`);
    mkdirSync(directory);
    writeFileSync(join(directory, "symbols.log"), whole.subarray(0, length), { mode: 0o600 });
    const log = openIn(directory);
    const state = ends.filter((end) => end <= length).length;
    expect(plain(await log.load())).toEqual(states[state]);
    if (length % 11 !== 0) continue;
    await log.append([put("new", 9)]);
    expect(log.problem).toBeUndefined();
    expect(await found(directory)).toEqual({ ...states[state], ...expected({ new: 9 }) });
  }
});

test("with any bit flipped, a log gives records that were written for their paths, or none", async () => {
  const { temp } = makeTempPlace();
  const whole = await smallLog(temp);
  const file = join(temp, "symbols.log");
  const truths = new Set(["a1", "a3", "b2", "c4"]);
  const tally = new Map<string, number>();
  for (let at = 0; at < whole.length; at += 1) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << ((at * 5) % 8));
    writeFileSync(file, bytes);
    const files = await openIn(temp).load();
    const facts = [...files].map(([path, { stamp }]) => `${path}${stamp.size}`);
    expect(facts.filter((fact) => !truths.has(fact))).toEqual([]);
    expect(plain(files)).toEqual(
      expected(Object.fromEntries([...files].map(([path, { stamp }]) => [path, stamp.size]))),
    );
    const key = facts.toSorted().join();
    tally.set(key, (tally.get(key) ?? 0) + 1);
  }
  // One entry is lost, unless the bit is in a length or in the header.
  expect(tally.has("a3,c4")).toBe(true);
  expect(tally.has("a1,c4")).toBe(true);
  expect(tally.has("a3,b2,c4")).toBe(true);
  expect(tally.get("") ?? 0).toBeLessThan(72);
});

test("a damaged entry in the middle is dropped from the file by the next compaction", async () => {
  const { temp } = makeTempPlace();
  const whole = await smallLog(temp);
  whole[64 + 70] = 0xff;
  writeFileSync(join(temp, "symbols.log"), whole);
  const log = openIn(temp);
  expect(plain(await log.load())).toEqual(expected({ a: 3, c: 4 }));
  await log.compact();
  expect(readFileSync(join(temp, "symbols.log")).length).toBe(64 + 2 * 112);
  expect(await found(temp)).toEqual(expected({ a: 3, c: 4 }));
});

test("text in a record that looks like an entry is never taken for one", async () => {
  const { temp, outside } = makeTempPlace();
  await smallLog(outside);
  const forged = readFileSync(join(outside, "symbols.log")).subarray(64);
  const log = openIn(temp);
  await log.append([{ ...put("mine", 1), bytes: forged }]);
  const bytes = readFileSync(join(temp, "symbols.log"));
  // The length now ends where the forged entries begin.
  bytes.writeUInt32LE(64, 68);
  writeFileSync(join(temp, "symbols.log"), bytes);
  expect(await found(temp)).toEqual({});
});

test("a file that is gone, cut or damaged while it is in use is written anew from memory", async () => {
  for (const harm of [
    rmSync,
    (file: string) => truncateSync(file, 30),
    (file: string) => truncateSync(file, 100),
    (file: string) => writeFileSync(file, "x".repeat(500)),
  ]) {
    const { temp } = makeTempPlace();
    const log = openIn(temp);
    await log.append([put("a", 1)]);
    await log.append([put("b", 2)]);
    harm(join(temp, "symbols.log"));
    await log.append([put("c", 3)]);
    expect(log.problem).toBeUndefined();
    expect(await found(temp)).toEqual(plain(log.files));
    expect(log.files.has("c")).toBe(true);
  }
});

test("a link, a pipe's place or a file that others may write is not believed and is replaced, its target untouched", async (context) => {
  context.skip(process.platform === "win32", "there the directory's access list decides");
  const { temp, base, outside } = makeTempPlace();
  await smallLog(outside);
  const target = join(outside, "symbols.log");
  const before = readFileSync(target);
  const harms: readonly ((file: string) => void)[] = [
    (file) => symlinkSync(target, file),
    (file) => symlinkSync(join(outside, "not-there"), file),
    (file) => writeFileSync(file, before) ?? chmodSync(file, 0o666),
    (file) => writeFileSync(file, before) ?? chmodSync(file, 0o620),
    (file) => writeFileSync(file, before) ?? chmodSync(file, 0o400),
  ];
  for (const [index, harm] of harms.entries()) {
    const directory = join(base, `harm-${index}`);
    mkdirSync(directory);
    harm(join(directory, "symbols.log"));
    const log = openIn(directory);
    const isReadable = index === 4;
    expect(plain(await log.load())).toEqual(isReadable ? expected({ a: 3, c: 4 }) : {});
    await log.append([put("x", 8)], ["a"]);
    await log.compact();
    expect(log.problem).toBeUndefined();
    const info = lstatSync(join(directory, "symbols.log"));
    expect([info.isFile(), info.mode & 0o777]).toEqual([true, 0o600]);
    expect(await found(directory)).toEqual(expected(isReadable ? { c: 4, x: 8 } : { x: 8 }));
  }
  expect(readFileSync(target)).toEqual(before);
  expect(existsSync(join(outside, "not-there"))).toBe(false);
  linkSync(target, join(temp, "symbols.log"));
  expect(await found(temp)).toEqual(expected({ a: 3, c: 4 }));
});

test("a file of another user is not believed", async (context) => {
  context.skip(!canGiveAway, "only the superuser can give a file away");
  const { temp } = makeTempPlace();
  await smallLog(temp);
  chownSync(join(temp, "symbols.log"), 12_345, 12_345);
  const log = openIn(temp);
  expect(plain(await log.load())).toEqual({});
  await log.append([put("x", 8)]);
  expect(statSync(join(temp, "symbols.log")).uid).toBe(0);
  expect(await found(temp)).toEqual(expected({ x: 8 }));
});
