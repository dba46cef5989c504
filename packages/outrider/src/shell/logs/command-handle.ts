import { randomBytes } from "node:crypto";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const shape = /^@cmd_([a-z2-7]{16})$/;

/** 80 random bits: nobody guesses it, every file system takes it. */
export function createCommandId(): string {
  let bits = BigInt(`0x${randomBytes(10).toString("hex")}`);
  let id = "";
  for (let count = 0; count < 16; count += 1) {
    id += alphabet.charAt(Number(bits & 31n));
    bits >>= 5n;
  }
  return id;
}

export function commandHandle(id: string): string {
  return `@cmd_${id}`;
}

/** Checked before a path is made of it, so that no handle leaves its directory. */
export function commandIdOf(handle: string): string | undefined {
  return shape.exec(handle)?.[1];
}
