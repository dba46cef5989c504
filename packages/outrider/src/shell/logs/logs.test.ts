import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { createHandleId } from "toolwright/spill";
import { expect, onTestFinished, test } from "vitest";
import { commandHandle, commandIdOf } from "./command-handle.ts";
import { openCommandLogs } from "./command-logs.ts";
import { createLogFile } from "./log-file.ts";
import { pruneLogs } from "./prune-logs.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

function tempDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "outrider-logs-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test("whatever chunks come, the file has the first and the last half, or all", async () => {
  const directory = tempDirectory();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }),
      fc.integer({ min: 2, max: 60 }),
      async (chunks, most) => {
        const path = join(directory, String((count += 1)));
        const log = await createLogFile(path, most);
        for (const chunk of chunks) await log.append(chunk);
        await log.finish();
        await log.close();
        const all = Buffer.concat(chunks);
        const head = Math.ceil(most / 2);
        const left = Math.max(0, all.length - most);
        const expected =
          left === 0
            ? all
            : Buffer.concat([
                all.subarray(0, head),
                Buffer.from(`\n[… ${left} bytes left out …]\n`),
                all.subarray(all.length - (most - head)),
              ]);
        expect(readFileSync(path).equals(expected)).toBe(true);
        expect(log.leftOut()).toBe(left);
      },
    ),
    { numRuns: proofSize(60, 15) },
  );
});

test("handles cannot be guessed and none comes twice", () => {
  const ids = Array.from({ length: 1_000 }, createHandleId);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.every((id) => /^[a-z2-7]{16}$/.test(id))).toBe(true);
  expect(ids.map((id) => commandIdOf(commandHandle(id)))).toEqual(ids);
});

test("old logs, those of dead processes and the oldest over the quota go; foreign files and live logs stay", async () => {
  const directory = tempDirectory();
  const now = Date.now();
  const make = (letter: string, bytes: number, ageMs: number, owner?: number): void => {
    const id = letter.repeat(16);
    writeFileSync(join(directory, `${id}.log`), "x".repeat(bytes));
    utimesSync(join(directory, `${id}.log`), new Date(now - ageMs), new Date(now - ageMs));
    if (owner !== undefined) writeFileSync(join(directory, `${id}.live`), String(owner));
  };
  make("a", 10, 90_000_000);
  make("b", 60, 3_000);
  make("c", 60, 2_000);
  make("d", 10, 90_000_000, process.pid);
  make("e", 10, 0, 2 ** 30);
  writeFileSync(join(directory, "notes.txt"), "mine");
  await pruneLogs(directory, { quotaBytes: 100, maxAgeMs: 86_400_000, now: () => now });
  expect(readdirSync(directory).sort()).toEqual([
    "cccccccccccccccc.log",
    "dddddddddddddddd.live",
    "dddddddddddddddd.log",
    "notes.txt",
  ]);
});

test("a disk that refuses does not hold the command up", async () => {
  const logs = openCommandLogs({ maxBytes: 1_000_000 });
  const log = logs.open("tester", async () => {
    throw Object.assign(new Error("no space"), { code: "ENOSPC" });
  });
  for (let count = 0; count < 40; count += 1) await log.add(Buffer.alloc(100_000, "x"), "stdout");
  await log.finish();
  expect(log).toMatchObject({ bytes: 4_000_000, failure: "ENOSPC", file: undefined });
});

test("a log of a dead server is swept when the next one writes its first", async () => {
  const directory = join(tempDirectory(), "commands");
  mkdirSync(directory);
  writeFileSync(join(directory, "aaaaaaaaaaaaaaaa.log"), "half");
  writeFileSync(join(directory, "aaaaaaaaaaaaaaaa.live"), String(2 ** 30));
  const log = openCommandLogs({ maxBytes: 1_000_000 }).open("tester", async () => directory);
  await log.add(Buffer.alloc(100_000, "x"), "stdout");
  await log.finish();
  expect(existsSync(join(directory, "aaaaaaaaaaaaaaaa.log"))).toBe(false);
  expect(readdirSync(directory)).toHaveLength(1);
});
