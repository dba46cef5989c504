import { randomBytes } from "node:crypto";
import { unknownHandle } from "./spill-failure.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const prefix = "@out_";
const handleShape = /^@out_([a-z2-7]{16})$/;

/** 80 random bits in lowercase base32: nobody guesses it, every file system takes it. */
export function createSpillId(): string {
  let bits = BigInt(`0x${randomBytes(10).toString("hex")}`);
  let id = "";
  for (let count = 0; count < 16; count += 1) {
    id += alphabet.charAt(Number(bits & 31n));
    bits >>= 5n;
  }
  return id;
}

export function handleOf(id: string): string {
  return prefix + id;
}

/** The id in a handle. Checked before any path is built from it, so that no handle leaves the directory. */
export function idOf(handle: string): string {
  const id = handleShape.exec(handle)?.[1];
  if (id !== undefined) return id;
  throw unknownHandle(handle, `a handle is ${prefix} and 16 letters or digits, copied from the answer that named it`);
}
