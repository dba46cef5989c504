import { join, posix } from "node:path";
import type { Manifest } from "../../languages/manifest.ts";
import { readVerified } from "../../workspace/paths/read-verified.ts";
import { decodeText } from "../../workspace/text/decode-text.ts";
import type { FilePackage } from "./occurrence.ts";

/** `package a` and `package b` below each other are `a.b`. */
export function clausesIn(text: string, clause: RegExp): string | undefined {
  const names = [...text.matchAll(clause)].map(([, name]) => name);
  return names.length === 0 ? undefined : names.join(".");
}

/** No manifest is larger. */
const maxBytes = 256 * 1024;

/** The package of a file: its manifest is in the nearest directory above, up to the project's root. */
export function packageOf(root: string, file: string, { file: name, read }: Manifest): FilePackage | undefined {
  for (let directory = posix.dirname(file); ; directory = posix.dirname(directory)) {
    const bytes = readVerified(join(root, directory, name), maxBytes)?.bytes;
    const facts = bytes === undefined ? undefined : read(decodeText(bytes)?.text ?? "");
    if (facts !== undefined) return { ...facts, directory: directory === "." ? "" : directory };
    if (directory === ".") return undefined;
  }
}
