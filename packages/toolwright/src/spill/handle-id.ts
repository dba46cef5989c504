import { randomBytes } from "node:crypto";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

const shape = /^[a-z2-7]{16}$/;

/** 80 random bits in lowercase base32: nobody guesses it, every file system takes it. */
export function createHandleId(): string {
  let bits = BigInt(`0x${randomBytes(10).toString("hex")}`);
  let id = "";
  for (let count = 0; count < 16; count += 1) {
    id += alphabet.charAt(Number(bits & 31n));
    bits >>= 5n;
  }
  return id;
}

/** The id in a handle with that prefix. Checked before any path is built from it, so that no handle leaves its directory. */
export function handleIdOf(handle: string, prefix: string): string | undefined {
  const id = handle.startsWith(prefix) ? handle.slice(prefix.length) : "";
  return shape.test(id) ? id : undefined;
}
