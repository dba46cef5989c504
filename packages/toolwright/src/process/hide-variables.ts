import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/**
 * Keeps variables in `process.env` but takes them out of what other processes of the user can read in `/proc/<pid>/environ`.
 * Returns the names that stay readable: all that have a value, on systems other than Linux and in other threads than the main one.
 */
export function hideVariables(names: readonly string[]): readonly string[] {
  const present = [...new Set(names)].filter((name) => (process.env[name] ?? "") !== "");
  if (present.length === 0) return [];
  // In another thread `process.env` is a copy, and the variables of the process would be lost.
  if (process.platform !== "linux" || !isMainThread) return present;
  try {
    for (const name of present) {
      const value = process.env[name];
      // Setting a variable copies its value to memory that is not part of the block.
      process.env[name] = value;
      overwrite(name);
    }
  } catch {
    // The block is read once more: what is still in it is reported.
  }
  const block = readBlock();
  if (block === undefined) return present;
  return present.filter((name) => findValue(block, name)?.some((byte) => byte !== filler) === true);
}

const environment = "/proc/self/environ";
const filler = "x".charCodeAt(0);
/** Where the block starts, counted from the state, which follows the name of the program in parentheses. */
const blockStartField = 47;

function overwrite(name: string): void {
  const block = readBlock();
  const value = block && findValue(block, name);
  if (block === undefined || value === undefined) return;
  const fields = readFileSync("/proc/self/stat", "latin1")
    .replace(/^[^]*\) /, "")
    .split(" ");
  const start = BigInt(fields[blockStartField] ?? "0") + BigInt(value.byteOffset - block.byteOffset);
  const memory = openSync("/proc/self/mem", "r+");
  try {
    writeSync(memory, Buffer.alloc(value.length, filler), 0, value.length, Number(start));
  } finally {
    closeSync(memory);
  }
}

function readBlock(): Buffer | undefined {
  try {
    return readFileSync(environment);
  } catch {
    return undefined;
  }
}

/** The part of the block that holds the value of a variable. */
function findValue(block: Buffer, name: string): Buffer | undefined {
  let at = 0;
  while (at < block.length) {
    const end = block.indexOf(0, at) === -1 ? block.length : block.indexOf(0, at);
    const prefix = Buffer.from(`${name}=`);
    if (block.subarray(at, at + prefix.length).equals(prefix)) return block.subarray(at + prefix.length, end);
    at = end + 1;
  }
  return undefined;
}
