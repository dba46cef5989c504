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
  return present.filter((name) => findValues(block, name).some((value) => value.some((byte) => byte !== filler)));
}

const environment = "/proc/self/environ";
const filler = "x".charCodeAt(0);
/** Where the block starts, counted from the state, which follows the name of the program in parentheses. */
const blockStartField = 47;

function overwrite(name: string): void {
  const block = readBlock();
  if (block === undefined) return;
  const fields = readFileSync("/proc/self/stat", "latin1")
    .replace(/^[^]*\) /, "")
    .split(" ");
  const start = Number(fields[blockStartField] ?? "0");
  const memory = openSync("/proc/self/mem", "r+");
  try {
    for (const { byteOffset, length } of findValues(block, name)) {
      writeSync(memory, Buffer.alloc(length, filler), 0, length, start + byteOffset - block.byteOffset);
    }
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

/** The parts of the block that hold values of a variable, which can be there more than once. */
function findValues(block: Buffer, name: string): readonly Buffer[] {
  const prefix = Buffer.from(`${name}=`);
  const values: Buffer[] = [];
  for (let at = 0, end = 0; at < block.length; at = end + 1) {
    end = block.indexOf(0, at) === -1 ? block.length : block.indexOf(0, at);
    if (block.subarray(at, at + prefix.length).equals(prefix)) values.push(block.subarray(at + prefix.length, end));
  }
  return values;
}
